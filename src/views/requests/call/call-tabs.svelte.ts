import type { OutlivesState, PageSession } from '../../../state/session.svelte.ts';
import { rooted } from '../../../state/rooted.svelte.ts';
import { Calls } from './calls.svelte.ts';
import { actAs, noEndpoint } from './draft.svelte.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { hrefOf, isChanged } from './route.ts';
import type { RequestsRoute } from './route.ts';
import { CallTab } from './call-tab.svelte.ts';
import { mostTabs, stored } from './stored-tabs.ts';

const full = `${mostTabs} calls are open, which is as many as there can be. Close one first.`;

const notArrived = 'The description of this endpoint could not be loaded from the server.';

/** The calls that are open side by side, each with its draft and its answers. Kept while the page is open. */
export class CallTabs implements OutlivesState {
  readonly #session: PageSession;
  /** Which user's window a refreshed token goes on in, for all tabs. */
  readonly #families = new Map<string, string>();
  list = $state.raw<readonly CallTab[]>([]);
  #currentId = $state(0);
  readonly current: CallTab = $derived.by(
    () => this.list.find(({ id }) => id === this.#currentId) ?? this.list[0]!,
  );

  constructor(session: PageSession) {
    this.#session = session;
    const { tabs, current } = stored((id) => session.reference.outline(id) !== null);
    this.list =
      tabs.length > 0 ? tabs.map(({ route, answers }) => this.#made(route, answers)) : [this.#first()];
    actAs(session, this.list[current]!.route);
    this.show(this.list[current]!);
  }

  /** What was typed stays. What was answered stays if the log that there is now has it. */
  stateReplaced(): void {
    for (const { calls, editedSince } of this.list) calls.putAside(editedSince === true);
    this.show(this.current);
  }

  byId(id: unknown): CallTab | null {
    return this.list.find((each) => each.id === id) ?? null;
  }

  /** Goes to one that is open, and wakes it: at once where it can. */
  show(tab: CallTab): void {
    this.#currentId = tab.id;
    if (tab.ready) tab.wake();
    else tab.load().catch(() => this.#session.notices.say(notArrived));
  }

  /**
   * Opens what a link says, of an endpoint that is loaded: where it is open already, in place of an untouched call,
   * or in a tab of its own. A link to an endpoint alone leads to the tab that shows it, whatever was typed there.
   * Returns what of the link does not exist here, as a sentence.
   */
  open(route: RequestsRoute): string | null {
    if (route.endpointId && !this.#session.reference.outline(route.endpointId))
      return noEndpoint(route.endpointId);
    const there = this.find(route);
    const place = there ?? this.#place();
    if (!place) return full;
    if (!there) return this.#fill(place, route);
    const unknown = actAs(this.#session, route);
    this.show(place);
    place.draft.tab = route.tab ?? place.draft.tab;
    place.draft.auth = route.auth ?? place.draft.auth;
    return unknown;
  }

  /** The same, wherever else it is open. */
  openBeside(route: RequestsRoute): string | null {
    const place = this.#place();
    return place ? this.#fill(place, route) : full;
  }

  #fill(place: CallTab, route: RequestsRoute): string | null {
    const unknown = actAs(this.#session, route);
    this.show(place);
    place.calls.forget();
    place.draft.show(route);
    return unknown;
  }

  /** The untouched call, or a tab of its own; null where there is no room. */
  #place(): CallTab | null {
    const { current, list } = this;
    if (current.untouched && current.ready) return current;
    if (list.length >= mostTabs) return null;
    const tab = this.#made({ view: 'requests', endpointId: null });
    const at = list.indexOf(current) + 1;
    this.list = [...list.slice(0, at), tab, ...list.slice(at)];
    return tab;
  }

  /** The tab that a link leads to; null for none. */
  find(route: RequestsRoute): CallTab | null {
    if (route.endpointId === undefined && !isChanged(route)) return this.current;
    const candidates = [this.current, ...this.list].filter((tab) => tab.endpointId === route.endpointId);
    return (!isChanged(route) ? candidates[0] : candidates.find((tab) => isSame(tab.route, route))) ?? null;
  }

  /** A free-form call in a tab of its own. Returns why there is none, as a sentence. */
  add(): string | null {
    if (this.list.length >= mostTabs) return full;
    const tab = this.#made({ view: 'requests', endpointId: null });
    this.list = [...this.list, tab];
    this.show(tab);
    return null;
  }

  /** The last one that is closed leaves the call to start with in its place. Returns the way to undo it. */
  close(tab: CallTab): () => void {
    tab.calls.endStreams();
    const at = this.list.indexOf(tab);
    const rest = this.list.filter((each) => each !== tab);
    const wasCurrent = this.current === tab;
    this.list = rest.length > 0 ? rest : [this.#first()];
    if (wasCurrent) this.show(this.list[Math.min(at, this.list.length - 1)]!);
    return () => {
      this.list = [...rest.slice(0, at), tab, ...rest.slice(at)];
      this.show(tab);
    };
  }

  #first(): CallTab {
    return this.#made({ view: 'requests', endpointId: this.#session.reference.first.id });
  }

  #made(route: RequestsRoute, answers?: KeptAnswers): CallTab {
    const { list, current } = this;
    const auth = list.length > 0 ? current.draft.auth : undefined;
    const calls = new Calls(this.#session.playground, this.#families, answers);
    return rooted(() => new CallTab(this.#session, calls, route, auth));
  }
}

/** Whether two links say the same call, no matter who sends it and wherever one looks at it. */
function isSame(a: RequestsRoute, b: RequestsRoute): boolean {
  const told = ({ app: _, as: __, tab: ___, auth, ...call }: RequestsRoute, other: RequestsRoute) =>
    hrefOf({ ...call, ...(auth && other.auth ? { auth } : {}) });
  return told(a, b) === told(b, a);
}
