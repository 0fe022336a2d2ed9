/** Which families of the list of endpoints are unfolded, by their ids. What is stored may have been written by anybody. */
const key = 'svc-playground:unfolded:1';

export function readUnfolded(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '');
    return Array.isArray(stored) ? stored.slice(0, 99).filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

export function keepUnfolded(families: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(families));
  } catch {
    // Storage is denied: it lasts as long as the view.
  }
}
