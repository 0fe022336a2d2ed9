/** Puts a popover at the foot of the page on a phone, like dialogs; does nothing elsewhere. Returns whether it did. */
export function atTheFoot(panel: HTMLElement): boolean {
  const { clientWidth } = document.documentElement;
  if (clientWidth >= 900) return false;
  Object.assign(panel.style, { inset: 'auto 0 0', width: `${clientWidth}px`, maxHeight: '92dvh' });
  return true;
}

/** Puts a popover of at most `widest` px beside its opener: below it, or above it near the foot of the page. */
export function anchor(panel: HTMLElement, opener: Element, widest: number): void {
  const { left, right, top, bottom } = opener.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const width = Math.min(widest, clientWidth - 16);
  const above = bottom > clientHeight * 0.6;
  const from = left + width > clientWidth - 8 ? right - width : left;
  panel.style.width = `${width}px`;
  panel.style.left = `${Math.max(8, Math.min(from, clientWidth - width - 8))}px`;
  panel.style.top = above ? 'auto' : `${bottom + 6}px`;
  panel.style.bottom = above ? `${clientHeight - top + 6}px` : 'auto';
  panel.style.maxHeight = `${above ? top - 16 : clientHeight - bottom - 16}px`;
}
