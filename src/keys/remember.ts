/** Keeps whether single keys act, where storage is allowed; public/theme.js reads it. */
export function rememberSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem('svc-playground:single-keys');
    else localStorage.setItem('svc-playground:single-keys', 'off');
  } catch {
    // Storage is denied: the choice lasts as long as the page.
  }
}
