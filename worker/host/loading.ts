/** Rows that are read after the start: their progress events, and the calls that have priority. */
import type { Arriving } from '../../engine/inside.ts';
import type { LoadingState } from '../contract/world.ts';
import type { Callers } from './late-calls.ts';
import type { OpenedStart } from './opened.ts';

/** The shortest time between two progress events, in ms. */
const tellMs = 250;

const loadCallers = () => import('./late-calls.ts');

export class Loading {
  /** null when there is nothing left to load. */
  state: LoadingState | null = null;
  /** null before it has begun. */
  #callers: Callers | null = null;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly say: (loading: LoadingState | null) => void) {}

  hear(arriving: Arriving | null): void {
    if (!arriving && !this.state) return;
    this.state = arriving;
    const now = performance.now();
    if (arriving && now - this.#toldAt < tellMs) return;
    this.#toldAt = now;
    this.say(arriving);
  }

  /** Marks a call that has priority over reading. */
  note(call: Promise<unknown>): void {
    if (this.state) this.#callers?.note(call);
  }

  /** Stops reading when the platform it is for is not wanted any more. */
  whileWanted(start: OpenedStart, isWanted: () => boolean): OpenedStart {
    const { snapshot } = start;
    if (!snapshot || !('late' in snapshot)) return start;
    const { pieces } = snapshot.late;
    const begin = (callers: Callers) => (this.#callers = callers);
    async function* wanted() {
      const { Callers, whileWanted } = await loadCallers();
      yield* whileWanted(pieces, isWanted, begin(new Callers()));
    }
    return { ...start, snapshot: { ...snapshot, late: { ...snapshot.late, pieces: wanted() } } };
  }
}

/** Whether some of its tables are read after it was made; a snapshot that was already read has none. */
export const isLate = ({ snapshot }: OpenedStart): boolean => snapshot !== undefined && 'late' in snapshot;
