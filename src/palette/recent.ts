/** Which entries were run last, newest first: their ids alone. What is stored may have been written by anybody. */
const key = 'svc-playground:recent:1';
const most = 5;
const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w:.@-]{1,100}$/.test(value);

export function readRecent(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? [...new Set(stored.slice(0, most).filter(isId))] : [];
  } catch {
    return [];
  }
}

export function noteRecent(id: string): void {
  const recent = [id, ...readRecent().filter((each) => each !== id)].slice(0, most);
  try {
    localStorage.setItem(key, JSON.stringify(recent));
  } catch {
    // Storage is denied: nothing is recent.
  }
}
