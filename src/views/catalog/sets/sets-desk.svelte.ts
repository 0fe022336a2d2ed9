import { rooted } from '../../../state/rooted.svelte.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { emptyDraft, isSame } from './draft.ts';
import { SetEditor } from './set-editor.svelte.ts';
import type { SetsRoute } from '../routes/sets.ts';

/** The most sets that are open at a time. */
const mostOpen = 20;

/** The opened sets, with their unsaved edits. Kept while the page is open. */
export class SetsDesk {
  readonly #session: PageSession;
  readonly #open = new Map<string, SetEditor>();
  /** The route that the new set began with. */
  #start: SetsRoute | null = null;

  constructor(session: PageSession) {
    this.#session = session;
  }

  /** A link to a new set with other filters starts the set again. */
  editorOf(catalogId: string, route: SetsRoute): SetEditor {
    const key = `${catalogId}/${route.id ?? 'new'}`;
    const isOther = route.id === null && !isSame(this.#start, route);
    const found = isOther ? undefined : this.#open.get(key);
    if (found) return found;
    if (route.id === null) this.#start = route;
    const { type, filters } = route;
    const draft = { ...emptyDraft, type, filters };
    // It outlives the component that asked for it.
    const editor = rooted(() => new SetEditor(this.#session, catalogId, route.id, draft));
    this.#open.delete(key);
    this.#open.set(key, editor);
    if (this.#open.size > mostOpen) this.#open.delete(this.#open.keys().next().value!);
    return editor;
  }

  /** The set was saved or deleted: its edits are no longer needed. */
  close(editor: SetEditor): void {
    for (const [key, each] of this.#open) if (each === editor) this.#open.delete(key);
    if (editor.id === null) this.#start = null;
  }
}
