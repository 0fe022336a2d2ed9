import { formatPlace, noView, parsePlace } from '../router.ts';
import type { Place, ViewId } from '../router.ts';
import { formatRequests, parseRequests } from '../views/requests/route.ts';
import type { Session } from '../state/session.svelte.ts';
import { views } from './views.ts';
import type { Go } from './views.ts';

const home: Place = { view: 'requests', path: [], params: {} };

/** Where the person is, and where each view was left. */
export class Places {
  readonly #session: Session;
  current = $state.raw<Place>(home);
  #left = $state.raw<Readonly<Partial<Record<ViewId, string>>>>({});

  constructor(session: Session) {
    this.#session = session;
    this.#read();
  }

  /** Follows the address. Returns the way to stop. */
  follow(): () => void {
    const follow = ({ oldURL }: HashChangeEvent) => {
      this.#remember(new URL(oldURL).hash);
      this.#read();
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }

  /** What the rail leads to: the view as it was left, for the App and user of now. */
  hrefOf(view: ViewId): string {
    const hash = this.#left[view] ?? formatPlace({ ...home, view });
    return view === 'requests' && view !== this.current.view ? this.#forNow(hash) : hash;
  }

  /** Keeps the address that a view is left at, which it may have rewritten itself. */
  #remember(hash: string): void {
    this.#left = { ...this.#left, [this.current.view]: hash };
  }

  go: Go = (place, how = 'push') => {
    const hash = formatPlace(place);
    if (hash === location.hash) return;
    if (place.view !== this.current.view) this.#remember(location.hash);
    history[how === 'push' ? 'pushState' : 'replaceState'](null, '', hash);
    this.#read();
  };

  #read(): void {
    const place = parsePlace(location.hash);
    if ('problem' in place) this.#session.notices.say(place.problem);
    else if (!views.some((view) => view.id === place.view)) this.#session.notices.say(noView);
    else this.current = place;
  }

  #forNow(hash: string): string {
    const parsed = parseRequests(hash);
    const { app, user } = this.#session;
    if ('problem' in parsed || !app || !user) return hash;
    return formatRequests({ ...parsed.route, app: app.id, as: user.username });
  }
}
