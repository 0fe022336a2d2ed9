/** What happened in the engine since a step began: the only input of checks. */
import type { Platform } from '../../engine/inside.ts';
import { changesOf, tables } from '../../engine/inside.ts';
import type { Call, Evidence } from './call.ts';
import type { Collecting } from './collecting.ts';
import type { Doctor } from './doctor.ts';
import { since } from './happened.ts';
import type { Happened, Placed } from './happened.ts';

export { clockTime, sentence } from './call.ts';
export type { Call, Evidence, JsonObject } from './call.ts';
export type { Visit } from './happened.ts';

type TableName = keyof typeof tables;
export type RowOf<N extends TableName> = (typeof tables)[N]['row'];

export interface RowMoved<R> extends Placed {
  readonly before: R | undefined;
  readonly after: R | undefined;
}

export class Facts {
  readonly #happened: Readonly<Happened>;
  readonly #from: number;

  /** `from`: the position of the first event that counts. */
  constructor(
    happened: Readonly<Happened>,
    from: number,
    /** The platform as it is now. Checks must not change it. */
    readonly platform: Pick<Platform, 'portal' | 'clock'>,
    /** When the step began, in epoch ms of the platform. */
    readonly began: number,
    /** The Signature doctor, in a lesson that uses it. */
    readonly doctor: Doctor | null = null,
  ) {
    this.#happened = happened;
    this.#from = from;
  }

  /** Only events after this one. */
  after({ at }: Evidence): Facts {
    return new Facts(this.#happened, at + 1, this.platform, this.began, this.doctor);
  }

  /** Received calls, oldest first; only of these endpoints if some are named. */
  calls(...endpointIds: readonly string[]): readonly Call[] {
    return of(endpointIds, since(this.#happened.calls, this.#from));
  }

  /** Calls of the platform to the outside, oldest first. */
  callsOut(...endpointIds: readonly string[]): readonly Call[] {
    return of(endpointIds, since(this.#happened.callsOut, this.#from));
  }

  /** Received calls of the whole lesson, oldest first: those of earlier steps, as far as the log has them, too. */
  callsEver(...endpointIds: readonly string[]): readonly Call[] {
    const { before, calls } = this.#happened;
    return [...of(endpointIds, before), ...of(endpointIds, calls)];
  }

  /** What was collected from all received calls of the step, whatever came before. */
  collected<S>(collecting: Collecting<S>): S {
    return collecting.from(this.#happened.before, this.#happened.calls);
  }

  /** Changes to the rows of a table, oldest first. */
  rows<N extends TableName>(table: N): readonly RowMoved<RowOf<N>>[] {
    const { key } = tables[table];
    const keyIn = (row: RowOf<N>): unknown => Reflect.get(row, key);
    const moved: RowMoved<RowOf<N>>[] = [];
    for (const { at, time, changes } of this.#happened.rows) {
      const here = at >= this.#from ? changesOf(changes, table) : undefined;
      if (!here) continue;
      const { added, updated, removed, replaced = [] } = here;
      const before = new Map(replaced.map((row) => [keyIn(row), row]));
      for (const after of added) moved.push({ at, time, before: undefined, after });
      for (const after of updated) moved.push({ at, time, before: before.get(keyIn(after)), after });
      for (const gone of removed) moved.push({ at, time, before: before.get(gone), after: undefined });
    }
    return moved;
  }

  /** Texts that the person wrote down in the step, oldest first. */
  get written(): Happened['written'] {
    return since(this.#happened.written, this.#from);
  }

  /** Requests to the receivers, oldest first. */
  get visits(): Happened['visits'] {
    return since(this.#happened.visits, this.#from);
  }

  /** Epoch ms of the platform. */
  get now(): number {
    return this.platform.clock.now();
  }
}

const of = (endpointIds: readonly string[], calls: readonly Call[]): readonly Call[] =>
  endpointIds.length === 0
    ? calls
    : calls.filter(({ endpointId }) => endpointId !== null && endpointIds.includes(endpointId));
