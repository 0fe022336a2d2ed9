import { arriving } from '../../../../worker/api.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import type { Calls } from './calls.svelte.ts';
import { Draft } from './draft.svelte.ts';
import { isChanged } from './route.ts';
import type { AuthChoice, RequestsRoute } from './route.ts';
import type { StoredTab } from './stored-tabs.ts';

/** A call that is being edited, and its answers. */
export class CallTab {
  /** Ids are not reused after a reload, because the history of the browser survives it. */
  static #nextId = Date.now();

  readonly id = CallTab.#nextId++;
  readonly draft: Draft;
  readonly calls: Calls;
  readonly #session: PageSession;
  /** The link that it shows once it is opened: the description of its endpoint may not be loaded yet. */
  #asleep = $state.raw<RequestsRoute | null>(null);

  readonly route: RequestsRoute = $derived.by(() => this.#asleep ?? this.draft.route);
  /** Whether it differs from its example. */
  readonly changed: boolean = $derived.by(() =>
    this.#asleep ? isChanged(this.#asleep) : this.draft.changed,
  );
  /** Whether the draft was edited after the last call; null before any call. */
  readonly editedSince: boolean | null = $derived.by(() => this.#editedSince());
  /** Whether it has edits that were not sent. */
  readonly isDraft: boolean = $derived(this.changed && this.editedSince !== false);
  /** Whether nothing would be lost by closing it. */
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

  /** Whether the description of its endpoint is loaded. */
  get ready(): boolean {
    return !this.#session.reference.lacks(this.endpointId);
  }

  /** Rejects if the description of its endpoint cannot be loaded. */
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

  /** Reads its earlier answers from the log. */
  async recall(): Promise<void> {
    try {
      const { recall } = await arriving(() => import('./recall.ts'));
      await recall(this.#session.playground, this);
    } catch {
      this.calls.recalling = 'failed';
    }
  }

  /** What is kept of it for a reload. */
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

  /** Method and path for tabs and labels: the specification's path, or the typed one. */
  get name(): { readonly method: string; readonly path: string } {
    const { endpointId, method = 'GET', url } = this.route;
    const outline = this.#session.reference.outline(endpointId);
    if (outline) return outline;
    const typed = url ?? this.draft.url;
    return { method, path: typed.replace(/^\w+:\/\/[^/?]*(?=[/?])/, '').replace(/[?#].*$/s, '') || typed };
  }
}
