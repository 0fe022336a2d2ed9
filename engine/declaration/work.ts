/** What a family does when nobody calls: jobs that fall due, and effects, which are calls to the outside. */
import type { Json } from '../state/store/json.ts';
import type { Read, Write } from '../state/state.ts';
import type { OutboxRow } from '../state/tables/work.ts';
import type { OutgoingCall, Reacts, Reply, Services } from './services.ts';

/** What is known of a family's work before it is loaded; what falls due loads it. Names are the platform's: no two are the same. */
export interface FamilyWork {
  /** One with a period is there from the start; the others are planned by handlers. */
  readonly jobs: readonly { readonly name: string; readonly everyMs?: number }[];
  readonly effects: readonly string[];
  readonly load: () => Promise<WorkHandlers>;
  readonly reaction?: FamilyReaction;
}

/** What a family adds to the transactions of others (`State.react`). */
export interface FamilyReaction {
  /** It is wanted while one of these has rows: then nothing is changed before it is loaded. */
  readonly whileAny: readonly (keyof Read)[];
  readonly load: () => Promise<Reacts>;
}

/** A job that is there from the start. */
export interface PeriodicJob {
  readonly name: string;
  readonly everyMs: number;
}

/** By the names that were declared, all of them. */
export interface WorkHandlers {
  readonly jobs: Readonly<Record<string, JobHandler>>;
  readonly effects: Readonly<Record<string, Effect>>;
}

export interface JobHandler<D extends Json = Json> {
  /**
   * One transaction with the job's own row: one that recurs has its next due time by then, one that does not is gone.
   * Plans itself anew by `jobs.plan` with its own id. An exception undoes it; the job is then as if it had run.
   */
  run(job: DueJob<D>, write: Write, platform: Services): void;
}

export interface DueJob<D extends Json = Json> {
  readonly id: string;
  /** Epoch ms on the platform's clock. */
  readonly now: number;
  readonly data: D;
}

/** A kind of call that stands in the outbox: carried out at least once, settled exactly once. */
export interface Effect<D extends Json = Json> {
  /** Made anew for each attempt, outside of any transaction. null when it is not wanted any more: it leaves the outbox. */
  call(pending: Pending<D>, platform: Services): OutgoingCall | null;
  /**
   * One transaction with the row's own change. Time has passed since `call`: what that relied upon is checked here again.
   * Gives the epoch ms at which it is tried again, at the head of its key; null when it is done.
   */
  settle(pending: Pending<D>, reply: Reply, write: Write, platform: Services): number | null;
}

export interface Pending<D extends Json = Json> extends OutboxRow {
  readonly data: D;
}
