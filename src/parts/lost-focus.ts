/**
 * For what takes the place of something that the person pressed: it takes the focus that went with that. A page that
 * has just loaded replaces nothing.
 */
export function takesLostFocus(element: HTMLElement): void {
  if (document.activeElement === document.body && navigator.userActivation.hasBeenActive) element.focus();
}
