/** Where a popover of at most `widest` px stands beside what opened it: under it, or above near the foot. */
export function anchor(panel: HTMLElement, opener: Element, widest = 340): void {
  const { left, top, bottom } = opener.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const width = Math.min(widest, clientWidth - 16);
  const above = bottom > clientHeight * 0.6;
  panel.style.width = `${width}px`;
  panel.style.left = `${Math.max(8, Math.min(left, clientWidth - width - 8))}px`;
  panel.style.top = above ? 'auto' : `${bottom + 6}px`;
  panel.style.bottom = above ? `${clientHeight - top + 6}px` : 'auto';
}
