/** Arrow keys, Home and End within a list of tabs (WAI-ARIA tabs, with automatic activation). */
export function tabKeys(event: KeyboardEvent): void {
  const list = event.currentTarget as HTMLElement;
  const all = [...list.querySelectorAll<HTMLElement>('[role=tab]')];
  const at = all.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined || at < 0) return;
  event.preventDefault();
  const next = all[(to + all.length) % all.length];
  next?.focus();
  next?.click();
}
