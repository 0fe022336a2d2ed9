import { formatRoute, noView, parseRoute } from '../router.ts';
import type { ViewRoute, ViewId } from '../router.ts';
import type { OutlivesState, PageSession } from '../state/session.svelte.ts';
import type { Go } from '../state/view-props.ts';
import { hrefOf, readRoute } from '../views/requests/call/route.ts';
import { views } from './views.ts';

const home: ViewRoute = { view: 'requests', path: [], params: [] };

/** The current route, and the address at which each view was left. */
export class HashRouter implements OutlivesState {
  readonly session: PageSession;
  current = $state.raw<ViewRoute>(home);
  #left = $state.raw<Readonly<Partial<Record<ViewId, string>>>>({});

  constructor(session: PageSession) {
    this.session = session;
    this.#read();
  }

  stateReplaced(): void {}

  /** Follows the address. Returns the way to stop. */
  follow(): () => void {
    const follow = ({ oldURL }: HashChangeEvent) => {
      this.#remember(new URL(oldURL).hash);
      this.#read();
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }

  /** The rail's link: the view as it was left, for the current App and user. */
  hrefOf(view: ViewId): string {
    const hash = this.#left[view] ?? formatRoute({ ...home, view });
    return view === 'requests' && view !== this.current.view ? this.#forNow(hash) : hash;
  }

  /** Keeps the address at which a view is left; the view may have changed it. */
  #remember(hash: string): void {
    this.#left = { ...this.#left, [this.current.view]: hash };
  }

  go: Go = (route, how = 'push') => {
    const hash = formatRoute(route);
    if (hash === location.hash) return;
    if (route.view !== this.current.view) this.#remember(location.hash);
    history[how === 'push' ? 'pushState' : 'replaceState'](null, '', hash);
    this.#read();
  };

  #read(): void {
    const route = parseRoute(location.hash);
    if ('problem' in route) this.session.notices.say(route.problem);
    else if (!views.some((view) => view.id === route.view)) this.session.notices.say(noView);
    else this.current = route;
  }

  #forNow(hash: string): string {
    const route = parseRoute(hash);
    const read = 'problem' in route ? route : readRoute(route);
    const { app, user } = this.session;
    if ('problem' in read || !app || !user) return hash;
    return hrefOf({ ...read.route, app: app.id, as: user.username });
  }
}
