/** How long a lost server is left alone at most, in ms. */
const longest = 10_000;

/**
 * Resolves when the page may look for a lost server again: after a second, then after longer and longer pauses, or when
 * a person comes back to the tab, perhaps from the terminal in which they started the server.
 */
export function nextTry(tries: number): Promise<void> {
  return new Promise((resolve) => {
    const waiting = new AbortController();
    const timer = setTimeout(come, Math.min(1000 * 2 ** tries, longest));
    function come(): void {
      clearTimeout(timer);
      waiting.abort();
      resolve();
    }
    addEventListener('focus', come, { signal: waiting.signal });
  });
}
