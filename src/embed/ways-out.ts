import type { Notices } from '../state/notices.svelte.ts';

const open = (hash: string): void =>
  void window.open(new URL(`./${hash}`, document.baseURI), '_blank', 'noopener');

/**
 * What leads to another part of the playground leads out of the frame: a link opens the playground beside the page, and what
 * goes there by itself says so first. Returns what ends it.
 */
export function followWaysOut(notices: Notices): () => void {
  const click = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null;
    if (!link || event.defaultPrevented) return;
    event.preventDefault();
    open(link.getAttribute('href') ?? '');
  };
  const { hash: own } = location;
  const go = (): void => {
    const { hash } = location;
    if (hash === own) return;
    history.replaceState(history.state, '', `${location.pathname}${location.search}${own}`);
    notices.say('This goes on in the playground itself, in a world of its own.', {
      label: 'Open it there',
      run: () => open(hash),
    });
  };
  addEventListener('click', click);
  addEventListener('hashchange', go);
  return () => {
    removeEventListener('click', click);
    removeEventListener('hashchange', go);
  };
}
