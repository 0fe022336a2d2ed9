/** A tab can be older than the site: the parts that it has not loaded yet may be gone from the server. */
export const updated =
  'The site was updated since this tab was opened. Reload: everything saved in this browser is kept.';

export const reload = (): void => location.reload();

/** Tells whenever a part of the page did not arrive and the site was updated. Returns what ends it. */
export function whenUpdated(tell: () => void): () => void {
  const look = (): void => void isUpdated().then((is) => is && tell());
  addEventListener('vite:preloadError', look);
  return () => removeEventListener('vite:preloadError', look);
}

/** Whether the server has another release of the page than the one that runs here. */
export async function isUpdated(): Promise<boolean> {
  try {
    const answer = await fetch(location.href, { cache: 'no-store' });
    const there = scriptsOf(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    return there !== '' && there !== scriptsOf(document);
  } catch {
    return false; // the server is not there
  }
}

/** Their names have a hash of what they and all that they load contain. */
const scriptsOf = (page: Document): string =>
  Array.from(page.querySelectorAll('script[type=module]'), (script) => script.getAttribute('src')).join();
