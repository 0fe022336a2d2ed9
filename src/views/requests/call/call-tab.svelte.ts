import { arriving } from '../../../../worker/api.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import type { Calls } from './calls.svelte.ts';
import { Draft } from './draft.svelte.ts';
import { isChanged } from './route.ts';
import type { AuthChoice, RequestsRoute } from './route.ts';
import type { StoredTab } from './stored-tabs.ts';

/** A call that is being put together, and what was answered to it. */
export class CallTab {
  /** Ids are not used again after a reload, which the history of the browser outlives. */
  static #nextId = Date.now();

  readonly id = CallTab.#nextId++;
  readonly draft: Draft;
  readonly calls: Calls;
  readonly #session: PageSession;
  /** What it shows once it is opened, as a link says it: what there is to know of its endpoint may not be loaded yet. */
  #asleep = $state.raw<RequestsRoute | null>(null);

  readonly route: RequestsRoute = $derived.by(() => this.#asleep ?? this.draft.route);
  /** Whether it is another call than its example. */
  readonly changed: boolean = $derived.by(() =>
    this.#asleep ? isChanged(this.#asleep) : this.draft.changed,
  );
  /** Whether the last call was not this one as it is now; null before any. */
  readonly editedSince: boolean | null = $derived.by(() => this.#editedSince());
  /** Whether something was typed that has not been sent. */
  readonly isDraft: boolean = $derived(this.changed && this.editedSince !== false);
  /** Whether nothing would be lost with it. */
  readonly untouched: boolean = $derived.by(() => !this.changed && !this.calls.pending && this.calls.isEmpty);

  constructor(session: PageSession, calls: Calls, route: RequestsRoute, auth?: AuthChoice) {
    this.#session = session;
    this.calls = calls;
    this.draft = new Draft(session, { view: 'requests', endpointId: null }, auth);
    this.#asleep = route;
  }

  get endpointId(): string | null {
    return this.route.endpointId ?? null;
  }

  get awake(): boolean {
    return this.#asleep === null;
  }

  /** Whether what there is to know of its endpoint is at hand. */
  get ready(): boolean {
    return !this.#session.reference.lacks(this.endpointId);
  }

  /** Rejects when what there is to know of its endpoint does not arrive. */
  async load(): Promise<void> {
    await this.#session.reference.load(this.endpointId ?? '');
    this.wake();
  }

  /** Call it when the tab is `ready`. */
  wake(): void {
    const route = this.#asleep;
    if (route) this.draft.show(route);
    this.#asleep = null;
    if (this.calls.kept.calls.length > 0 && !this.calls.lost) void this.recall();
  }

  /** Reads what it was answered before from the log. */
  async recall(): Promise<void> {
    try {
      const { recall } = await arriving(() => import('./recall.ts'));
      await recall(this.#session.playground, this);
    } catch {
      this.calls.recalling = 'failed';
    }
  }

  /** What is kept of it for the next time. */
  get kept(): StoredTab {
    return { route: this.route, answers: { calls: this.calls.madeCalls, edited: this.editedSince === true } };
  }

  #editedSince(): boolean | null {
    const { latest, lost, kept } = this.calls;
    const last = latest ?? lost;
    if (!last) return kept.calls.length > 0 ? kept.edited : null;
    if (last.isStill) return !last.isStill(this.draft);
    return latest?.print == null ? null : latest.print !== this.draft.print;
  }

  /** Method and path, as tabs and labels show it: the specification's path, or the one that was typed. */
  get name(): { readonly method: string; readonly path: string } {
    const { endpointId, method = 'GET', url } = this.route;
    const outline = this.#session.reference.outline(endpointId);
    if (outline) return outline;
    const typed = url ?? this.draft.url;
    return { method, path: typed.replace(/^\w+:\/\/[^/?]*(?=[/?])/, '').replace(/[?#].*$/s, '') || typed };
  }
}
