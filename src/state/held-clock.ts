/** Where a sign-in flow says that it has stopped the platform's clock; beside the playground's path, as its data is. */
export const heldClockKey = `svc-playground:flow${typeof document === 'undefined' ? '' : new URL('.', document.baseURI).pathname}`;

/** Whether one has, of this tab, of another, or of a page that is gone. */
export function isClockHeld(): boolean {
  try {
    return localStorage.getItem(heldClockKey) !== null;
  } catch {
    return false;
  }
}
