/** A tab can be older than the site. The server may no longer have parts that the tab has not loaded yet. */
export const updated =
  'The site was updated since this tab was opened. Reload: everything saved in this browser is kept.';

export const reload = (): void => location.reload();

/** Calls back whenever a part of the page cannot be loaded because the site was updated. Returns the way to stop. */
export function whenUpdated(tell: () => void): () => void {
  const look = (): void => void isUpdated().then((is) => is && tell());
  addEventListener('vite:preloadError', look);
  return () => removeEventListener('vite:preloadError', look);
}

/** Whether the server has a different release from the one that runs here. */
export async function isUpdated(): Promise<boolean> {
  try {
    const answer = await fetch(location.href, { cache: 'no-store' });
    const there = scriptsOf(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    return there !== '' && there !== scriptsOf(document);
  } catch {
    return false; // the server is unreachable
  }
}

/** Their names contain a hash of their contents and of everything that they load. */
const scriptsOf = (page: Document): string =>
  Array.from(page.querySelectorAll('script[type=module]'), (script) => script.getAttribute('src')).join();
