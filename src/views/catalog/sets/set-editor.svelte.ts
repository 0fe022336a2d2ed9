import { isResponse } from '../../../../worker/api.ts';
import type {
  Advice,
  DraftFilter,
  Exchange,
  FilterRules,
  SavedSet,
  SetHistory,
} from '../../../../worker/api.ts';
import { ownCall, tokenOf } from '../../../call/own-call.ts';
import type { AskedCall } from '../../../call/own-call.ts';
import { onCatalogs } from '../../../merchants/watch.svelte.ts';
import { Live } from '../../../state/live.svelte.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { Counting } from './counting.svelte.ts';
import { bodyOf, draftOf, emptyDraft, isChanged, isSame, refusalOf } from './draft.ts';
import type { SetDraft } from './draft.ts';
import { ManualDesk } from './manual.svelte.ts';

/** The most edits that can be undone. */
const mostSteps = 100;

/** What the answer to a save tells. */
export interface WrittenSet {
  readonly id: string;
  readonly processing_status: 'PROCESSING' | 'READY';
}

export interface RefusedSave {
  readonly exchange: Exchange;
  readonly advice: Advice | null;
}

/** One product set, new or saved, while it is edited. */
export class SetEditor {
  readonly session: PageSession;
  readonly catalogId: string;
  /** null for a new set. */
  readonly id: string | null;
  readonly counting: Counting;
  readonly #live: Live<void>;
  readonly manual: ManualDesk;
  rules = $state.raw<FilterRules | null>(null);
  /** The saved state; undefined until it is known, null if the set does not exist. */
  saved = $state.raw<SavedSet | null | undefined>();
  draft = $state.raw<SetDraft>(emptyDraft);
  history = $state.raw<SetHistory | null>(null);
  /** Whether a call is on its way. */
  isSaving = $state(false);
  refused = $state.raw<RefusedSave | null>(null);
  /** Why no call could be made. */
  #noCall = $state<string | null>(null);
  #steps = $state.raw<readonly SetDraft[]>([]);
  /** The field of the last edit: further keys in the same field belong to the same step. */
  #field: string | null = null;

  readonly canUndo: boolean = $derived(this.#steps.length > 0);
  readonly isNew: boolean = $derived.by(() => this.id === null);
  readonly isChanged: boolean = $derived.by(() => isChanged(this.draft, this.saved ?? null));
  readonly body: Readonly<Record<string, unknown>> = $derived.by(() =>
    bodyOf(this.draft, this.saved ?? null),
  );
  /** The problem of each filter, after "is not"; null if there is none or it is not known yet. */
  readonly flaws: readonly (string | null)[] = $derived.by(() =>
    this.draft.filters.map((filter, at) => {
      const counted = this.counting.funnel?.filters[at];
      const isOf = isSame(this.counting.of[at], filter);
      return isOf && counted && 'flaw' in counted ? counted.flaw.says : null;
    }),
  );
  /** Why Save will be refused, as far as the page can tell. */
  readonly prediction: string | null = $derived.by(() => refusalOf(this.draft, this.flaws));

  constructor(session: PageSession, catalogId: string, id: string | null, start: SetDraft = emptyDraft) {
    this.session = session;
    this.catalogId = catalogId;
    this.id = id;
    this.draft = start;
    if (id === null) this.saved = null;
    this.#live = new Live(session, () => this.#read(), onCatalogs());
    this.manual = new ManualDesk(this);
    this.counting = new Counting(session, () => ({
      catalogId,
      setId: id,
      filters: this.draft.filters,
    }));
  }

  /** The call that Save makes. */
  get call(): AskedCall {
    const path = `/5/product_catalogs/${this.catalogId}/product_sets`;
    return this.id === null
      ? { method: 'POST', path, body: this.body }
      : { method: 'PUT', path: `${path}/${this.id}`, body: this.body };
  }

  /** Reads the set again whenever a catalog changes. Returns a function that stops it. */
  follow(): () => void {
    const stop = this.#live.follow();
    return () => {
      stop();
      this.counting.stop();
    };
  }

  /** Why no call could be made, or why the saved state is unknown, as a sentence. */
  get failure(): string | null {
    return this.#noCall ?? this.#live.failure;
  }

  async #read(): Promise<void> {
    const { playground } = this.session;
    this.rules ??= await playground.ask('sets.rules');
    if (this.id !== null) this.#take(await playground.ask('sets.saved', this.id));
    if (this.saved === null && this.id !== null) return;
    if (this.draft.type === 'FILTERED') await this.counting.refresh();
    if (this.id !== null) this.history = await playground.ask('sets.history', this.id);
  }

  /** Fields without edits follow the saved state. */
  #take(saved: SavedSet | null): void {
    const isUntouched =
      this.saved === undefined || (this.saved !== null && isSame(this.draft, draftOf(this.saved)));
    if (isSame(saved, this.saved)) return;
    this.saved = saved;
    if (saved && isUntouched) {
      this.draft = draftOf(saved);
      this.#steps = [];
    }
  }

  /** `field`: edits of the same field are undone together. */
  edit(change: Partial<SetDraft>, field: string | null = null): void {
    if (field === null || field !== this.#field) this.#steps = [...this.#steps, this.draft].slice(-mostSteps);
    this.#field = field;
    this.#write({ ...this.draft, ...change });
  }

  editFilter(at: number, filter: DraftFilter, field: string | null = null): void {
    this.edit({ filters: this.draft.filters.with(at, filter) }, field && `${field} ${at}`);
  }

  undo(): void {
    const before = this.#steps.at(-1);
    if (!before) return;
    this.#steps = this.#steps.slice(0, -1);
    this.#field = null;
    this.#write(before);
  }

  #write(draft: SetDraft): void {
    // The edit may have fixed the problem of the last call.
    if (this.refused && statusOf(this.refused.exchange) === 400) this.refused = null;
    const isRecounted = !isSame(draft.filters, this.draft.filters) || draft.type !== this.draft.type;
    this.draft = draft;
    if (isRecounted && draft.type === 'FILTERED') this.counting.soon();
  }

  /** Sends the call. Returns the set as the platform answers it; null if it was not saved. */
  async save(): Promise<WrittenSet | null> {
    const answered = await this.#send(this.call);
    const saved = answered?.json.data as WrittenSet | undefined;
    if (!saved) return null;
    this.#steps = [];
    if (this.id !== null) await this.#live.look();
    return saved;
  }

  /** Deletes the set with a call. Returns whether it is gone. */
  async remove(): Promise<boolean> {
    return (await this.#send({ method: 'DELETE', path: this.call.path })) !== null;
  }

  async #send(call: AskedCall) {
    const { session } = this;
    const token = session.user && tokenOf(session, session.user.id);
    this.#noCall = token
      ? null
      : `${session.app?.name ?? 'The App'} has no token of ${session.user ? `@${session.user.username}` : 'anybody'} to sign with.`;
    if (!token || this.isSaving) return null;
    this.isSaving = true;
    this.refused = null;
    try {
      const answered = await ownCall(session, token, call);
      if (answered.status !== null && answered.status < 300) return answered;
      const { exchange } = answered;
      const advice = await session.playground.advise(exchange.request.id ?? '');
      this.refused = { exchange, advice };
    } catch (cause) {
      this.#noCall = cause instanceof Error ? cause.message : String(cause);
    } finally {
      this.isSaving = false;
    }
    return null;
  }
}

const statusOf = ({ outcome }: Exchange): number | null => (isResponse(outcome) ? outcome.status : null);
