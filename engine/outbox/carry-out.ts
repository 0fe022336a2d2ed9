/** Carries out one row of the outbox, from its effect to its settlement. Loaded with the first row. */
import type { Handlers } from '../declaration/handlers.ts';
import type { OutgoingCall, Services } from '../declaration/services.ts';
import type { Effect, Means, Undertaking } from '../declaration/work.ts';
import { nowhereSaid } from '../exchanges/trace.ts';
import { toSecond } from '../state/clock.ts';
import type { State } from '../state/state.ts';
import type { Commits } from '../state/store/commits.ts';
import type { OutboxRow } from '../state/tables/work.ts';
import type { Carried } from './carry.ts';
import type { Courier } from './courier.ts';
import type { Queue } from './queue.ts';

export interface OutboxParts {
  readonly state: State;
  readonly commits: Commits;
  readonly effects: Handlers<Effect>;
  readonly undertakings: Handlers<Undertaking>;
  readonly courier: Courier;
  readonly queue: Queue;
  readonly services: Services;
  readonly turn: () => Promise<void>;
  readonly sha256: Means['sha256'];
  readonly isFull: Means['isFull'];
  readonly elapsed: Means['elapsed'];
  /** Gets what an effect or an undertaking threw, since no caller waits for it. */
  readonly fault: (error: unknown) => void;
  /** Called when `next` may have changed without a change of rows. */
  readonly changed: () => void;
}

/** How far a jump of the clock has got. */
export interface Pace {
  /** How many calls it may still make; null outside a jump. */
  left: number | null;
  /** When it last gave the host its changes, in real ms. */
  keptAt: number;
  keeping: Promise<void> | null;
}

/** How long a jump may go on making read-only calls before its changes have to be kept, in real ms. */
const lagMs = 200;

/** Whether the row is still to be settled. */
type Stands = () => boolean;

/** Rejects when the effect cannot be loaded, or the changes cannot be kept. `before` settles before this row does. */
export async function carryOut(
  row: OutboxRow,
  before: Promise<void>,
  stands: Stands,
  parts: OutboxParts,
  pace: Pace,
): Promise<void> {
  const { effects, courier, queue, state } = parts;
  const effect = effects.at(row.effect) ?? (await effects.load(row.effect));
  await kept(effect, parts, pace);
  if (!stands()) return;
  const call = callOf(row, effect, parts);
  if (!call) return state.transact((write) => queue.leave(write, row));
  const carried = await courier.carry(call);
  await before;
  settle(row, effect, carried, stands, parts);
  carried.record();
  await kept(effect, parts, pace);
}

/**
 * Resolves when the changes are kept. Within a jump, read-only calls wait only for the changes of `lagMs` ago, so
 * they continue while the host keeps the later ones.
 */
async function kept({ asksOnly }: Effect, { commits, elapsed }: OutboxParts, pace: Pace): Promise<void> {
  if (!asksOnly || pace.left === null) return void (await commits.settle());
  if (elapsed() - pace.keptAt < lagMs) return;
  pace.keptAt = elapsed();
  const before = pace.keeping;
  pace.keeping = null;
  await before;
  pace.keeping = commits.settle();
  // Awaited with the next one, and at the end of the jump.
  pace.keeping?.catch(() => undefined);
}

/** Rejects as `carryOut` does. */
export async function undertake(
  row: OutboxRow,
  before: Promise<void>,
  stands: Stands,
  {
    commits,
    undertakings,
    courier,
    queue,
    services,
    state,
    turn,
    sha256,
    isFull,
    elapsed,
    fault,
  }: OutboxParts,
  signal: AbortSignal,
): Promise<void> {
  await commits.settle();
  const undertaking = undertakings.at(row.effect) ?? (await undertakings.load(row.effect));
  await before;
  // An undertaking is not atomic, so it begins only when all rows that it may read are loaded.
  await state.there;
  if (!stands()) return;
  const host = new Kept();
  const means: Means = {
    signal,
    sha256,
    isFull,
    elapsed,
    open: (call) => courier.open(call),
    transact: (work) => {
      signal.throwIfAborted();
      return state.transact(work);
    },
    settle: () => host.by(commits.settle()).then(turn),
  };
  try {
    await undertaking.undertake(row, means, services);
  } catch (error) {
    if (host.hasFailed) throw error;
    if (!signal.aborted) fault(error);
  }
  if (stands()) state.transact((write) => queue.leave(write, row));
  await commits.settle();
}

/** A fault of ours must not block its key for good: the row is removed and the fault is reported. */
function callOf(row: OutboxRow, effect: Effect, { services, fault }: OutboxParts): OutgoingCall | null {
  try {
    return effect.call(row, services);
  } catch (error) {
    fault(error);
    return null;
  }
}

function settle(
  row: OutboxRow,
  effect: Effect,
  carried: Carried,
  stands: Stands,
  { state, queue, services, fault }: OutboxParts,
): void {
  const { trace } = carried;
  if (!stands()) return trace.add('idle', 'Dropped', 'it was cancelled meanwhile', nowhereSaid);
  try {
    const again = state.transact((write) => {
      const at = effect.settle(row, carried, write, services);
      if (at === null) queue.leave(write, row);
      else queue.postpone(write, row, at);
      return at;
    });
    if (again === null) trace.add('consumed', 'Settled', 'it leaves the outbox', nowhereSaid);
    else trace.add('idle', 'Settled', `it is tried again at ${toSecond(again)}`, nowhereSaid);
  } catch (error) {
    state.transact((write) => queue.leave(write, row));
    fault(error);
    trace.add('refused', 'Settled', `not: this is a fault of the platform: ${String(error)}`, nowhereSaid);
  }
}

/** Tells whether the host failed to keep what it was given. */
class Kept {
  hasFailed = false;

  async by(commit: Promise<void> | null): Promise<void> {
    try {
      await commit;
    } catch (error) {
      this.hasFailed = true;
      throw error;
    }
  }
}
