import { parseRoute } from '../router.ts';
import type { ViewRoute } from '../router.ts';
import type { Notices } from '../state/notices.svelte.ts';

const open = (hash: string): void =>
  void window.open(new URL(`./${hash}`, document.baseURI), '_blank', 'noopener');

/**
 * Links and changes of the address that lead to another part of the playground leave the frame: a link opens the
 * playground in a new tab, and a change of the address shows a notice with the link.
 */
export class WaysOut {
  /** Shows what a link leads to in the frame itself; false if it is not part of the embed. */
  stays: (to: ViewRoute) => boolean = () => false;

  /** Returns the way to stop. */
  follow(notices: Notices): () => void {
    const click = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null;
      if (!link || event.defaultPrevented) return;
      event.preventDefault();
      const hash = link.getAttribute('href') ?? '';
      const opensTab = event.ctrlKey || event.metaKey || event.shiftKey;
      if (opensTab || !this.#shows(hash)) open(hash);
    };
    const { hash: own } = location;
    const go = (): void => {
      const { hash } = location;
      if (hash === own) return;
      history.replaceState(history.state, '', `${location.pathname}${location.search}${own}`);
      if (this.#shows(hash)) return;
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

  #shows(hash: string): boolean {
    const to = parseRoute(hash);
    return 'view' in to && this.stays(to);
  }
}
