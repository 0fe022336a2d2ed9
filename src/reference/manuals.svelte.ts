import type * as told from '#manual';
import type { Manual, RefusalNote } from '#manual';
import type { KnownEndpoint } from '#reference';
import { arriving } from '../../worker/api.ts';
import type { PageSession } from '../state/session.svelte.ts';

/** A call with its whole reference. */
export interface ReferenceEntry {
  readonly known: KnownEndpoint;
  readonly manual: Manual;
}

type Notes = Readonly<Record<string, RefusalNote>>;

/** The reference of calls. A family is loaded when one of its calls is first shown. */
export class Manuals {
  readonly #session: PageSession;
  #manuals = $state.raw<ReadonlyMap<string, Manual>>(new Map());
  /** The explanations of all refusals, by name; empty until the first call is loaded. */
  notes = $state.raw<Notes>({});
  #told: Promise<typeof told> | null = null;
  readonly #loading = new Map<string, Promise<void>>();

  constructor(session: PageSession) {
    this.#session = session;
  }

  /** null until it is loaded. */
  entry(id: string | null): ReferenceEntry | null {
    const known = this.#session.reference.endpoint(id);
    const manual = id === null ? undefined : this.#manuals.get(id);
    return known && manual ? { known, manual } : null;
  }

  /** The loaded calls of a family, in order. */
  entriesOf(family: string): readonly ReferenceEntry[] {
    return this.#session.endpoints.flatMap(({ id, family: of }) => {
      const entry = of === family ? this.entry(id) : null;
      return entry ? [entry] : [];
    });
  }

  /** Rejects if it cannot be loaded; a later call tries again. */
  async load(id: string): Promise<void> {
    const { reference } = this.#session;
    await reference.list();
    const family = reference.outline(id)?.family;
    if (family !== undefined) await this.loadFamily(family);
  }

  loadFamily(family: string): Promise<void> {
    let loading = this.#loading.get(family);
    if (!loading) {
      loading = this.#loadFamily(family).catch((cause: unknown) => {
        this.#loading.delete(family);
        throw cause;
      });
      this.#loading.set(family, loading);
    }
    return loading;
  }

  async #loadFamily(family: string): Promise<void> {
    const { reference } = this.#session;
    const { manuals, refusals } = await this.#module();
    const load = manuals[family];
    if (!load) return;
    const [all, notes] = await Promise.all([load(), refusals(), reference.loadFamily(family)]);
    this.notes = notes;
    this.#manuals = new Map([...this.#manuals, ...all.map((each) => [each.id, each] as const)]);
  }

  #module(): Promise<typeof told> {
    return (this.#told ??= arriving(() => import('#manual')).catch((cause: unknown) => {
      this.#told = null;
      throw cause;
    }));
  }
}
