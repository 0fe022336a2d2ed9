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

/** The open calls, each with its draft and answers. Kept while the page is open. */
export class CallTabs implements OutlivesState {
  readonly #session: PageSession;
  /** The user's window that a refreshed token continues, for all tabs. */
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

  /** Drafts stay. Answers stay if the new log has them. */
  stateReplaced(): void {
    for (const { calls, editedSince } of this.list) calls.putAside(editedSince === true);
    this.show(this.current);
  }

  byId(id: unknown): CallTab | null {
    return this.list.find((each) => each.id === id) ?? null;
  }

  /** Shows an open tab, and wakes it: at once if possible. */
  show(tab: CallTab): void {
    this.#currentId = tab.id;
    if (tab.ready) tab.wake();
    else tab.load().catch(() => this.#session.notices.say(notArrived));
  }

  /**
   * Opens a link to a loaded endpoint: in the tab that has the call already, in place of an untouched call, or in a new
   * tab. A link to an endpoint alone leads to the tab that shows it, whatever its edits. Returns the parts of the link
   * that do not exist here, as a sentence.
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

  /** The same, even if the call is already open elsewhere. */
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

  /** The untouched call, or a new tab; null if there is no room. */
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

  /** Opens a free-form call in a new tab. Returns the reason, as a sentence, if it cannot. */
  add(): string | null {
    if (this.list.length >= mostTabs) return full;
    const tab = this.#made({ view: 'requests', endpointId: null });
    this.list = [...this.list, tab];
    this.show(tab);
    return null;
  }

  /** Closing the last one opens the first call in its place. Returns a function that undoes it. */
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

/** Whether two links describe the same call, regardless of sender and shown part. */
function isSame(a: RequestsRoute, b: RequestsRoute): boolean {
  const told = ({ app: _, as: __, tab: ___, auth, ...call }: RequestsRoute, other: RequestsRoute) =>
    hrefOf({ ...call, ...(auth && other.auth ? { auth } : {}) });
  return told(a, b) === told(b, a);
}
