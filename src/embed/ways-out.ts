import type { Notices } from '../state/notices.svelte.ts';

const open = (hash: string): void =>
  void window.open(new URL(`./${hash}`, document.baseURI), '_blank', 'noopener');

/**
 * Makes everything that leads to another part of the playground leave the frame: a link opens the playground in a new
 * tab, and a change of the address shows a notice with the link. Returns the way to stop.
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
    notices.say('This continues in the playground itself, in a separate world.', {
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
