import type { FilterRules, FoundProducts, Named } from '../../../../worker/api.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import type { SetDraft } from './draft.ts';

const searchAfter = 200;
const mostFound = 30;

/** The set that is being edited. */
export interface ManualSet {
  readonly session: PageSession;
  readonly catalogId: string;
  readonly draft: SetDraft;
  readonly rules: FilterRules | null;
  readonly edit: (change: Partial<SetDraft>) => void;
}

/** The products of a set that is chosen by hand: what is known about its ids, and a search for more. */
export class ManualDesk {
  /** By id; null for an id that is not in the catalog. */
  known = $state.raw<ReadonlyMap<string, Named['product']>>(new Map());
  words = $state('');
  found = $state.raw<FoundProducts | null>(null);
  isSearching = $state(false);
  readonly editor: ManualSet;
  readonly #asker = crypto.randomUUID();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #number = 0;

  readonly missing: readonly string[] = $derived.by(() =>
    this.editor.draft.ids.filter((id) => this.known.get(id) === null),
  );

  constructor(editor: ManualSet) {
    this.editor = editor;
  }

  /** Looks up the ids of the draft. */
  async look(ids: readonly string[]): Promise<void> {
    const { playground } = this.editor.session;
    const named = await playground.ask('sets.named', this.editor.catalogId, ids);
    this.known = new Map(named.map(({ id, product }) => [id, product]));
  }

  /** Adds ids as long as there is room. Returns those that did not fit. */
  add(ids: readonly string[]): readonly string[] {
    const { draft, rules } = this.editor;
    const more = [...new Set(ids)].filter((id) => !draft.ids.includes(id));
    const room = (rules?.mostManual ?? 0) - draft.ids.length;
    if (more.length > 0 && room > 0) this.editor.edit({ ids: [...draft.ids, ...more.slice(0, room)] });
    return more.slice(room);
  }

  remove(...gone: readonly string[]): void {
    this.editor.edit({ ids: this.editor.draft.ids.filter((id) => !gone.includes(id)) });
  }

  search(words: string): void {
    this.words = words;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#search(), searchAfter);
  }

  async #search(): Promise<void> {
    const number = ++this.#number;
    const { catalogId, session } = this.editor;
    this.isSearching = true;
    const answer = await session.playground.ask('sets.find', this.#asker, catalogId, this.words, mostFound);
    if (number !== this.#number) return;
    this.isSearching = false;
    this.found = 'superseded' in answer ? null : answer;
  }
}
