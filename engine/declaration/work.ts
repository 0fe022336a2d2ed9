/** What a family does outside of calls: jobs, which fall due, and effects, which are calls to the outside. */
import type { Json } from '../state/store/json.ts';
import type { Read, Write } from '../state/state.ts';
import type { OutboxRow } from '../state/tables/work.ts';
import type { Opened, OpeningCall } from '../http/open.ts';
import type { SendFailure } from '../http/send.ts';
import type { OutgoingCall, Reacts, Reply, Services } from './services.ts';

/** What is known about a family's work before it is loaded. Due work loads it. Names are unique in the platform. */
export interface FamilyWork {
  /** Jobs with a period exist from the start. The others are planned by handlers. */
  readonly jobs: readonly { readonly name: string; readonly everyMs?: number }[];
  readonly effects: readonly string[];
  readonly undertakings?: readonly string[];
  readonly load: () => Promise<WorkHandlers>;
  readonly reaction?: FamilyReaction;
}

/** What a family adds to the transactions of others (`State.react`). */
export interface FamilyReaction {
  /** The reaction is needed while one of these tables has rows. Nothing is changed then before it is loaded. */
  readonly whileAny: readonly (keyof Read)[];
  readonly load: () => Promise<Reacts>;
}

/** A job that exists from the start. */
export interface PeriodicJob {
  readonly name: string;
  readonly everyMs: number;
}

/** A handler for every declared name. */
export interface WorkHandlers {
  readonly jobs: Readonly<Record<string, JobHandler>>;
  readonly effects: Readonly<Record<string, Effect>>;
  readonly undertakings?: Readonly<Record<string, Undertaking>>;
}

export interface JobHandler<D extends Json = Json> {
  /**
   * Runs in one transaction with the change of the job's own row: a recurring job already has its next due time, any
   * other is already removed. A job plans itself again by `jobs.plan` with its own id. An exception undoes the changes
   * of the handler; the job still counts as run.
   */
  run(job: DueJob<D>, write: Write, platform: Services): void;
}

export interface DueJob<D extends Json = Json> {
  readonly id: string;
  /** Epoch ms on the platform's clock. */
  readonly now: number;
  readonly data: D;
}

/** A kind of call in the outbox: sent at least once, settled exactly once. */
export interface Effect<D extends Json = Json> {
  /**
   * The call changes nothing at the receiver. During a jump of the clock it may be sent before its row is durable: if
   * the process is killed, the jump continues from an earlier moment and makes the same call again.
   */
  readonly asksOnly?: true;
  /**
   * Makes the call for each attempt, outside of any transaction. null if the call is no longer needed: it is removed
   * from the outbox.
   */
  call(pending: Pending<D>, platform: Services): OutgoingCall | null;
  /**
   * Runs in one transaction with the change of the row. Time has passed since `call`, so what `call` relied on must be
   * checked again. Returns the epoch ms of the next attempt, at the head of its key; null if it is done.
   */
  settle(pending: Pending<D>, reply: Reply, write: Write, platform: Services): number | null;
}

/**
 * Long work in the outbox. It runs beside other calls, in as many transactions as it needs. If the process dies, it
 * starts again, and finds its progress in its own rows.
 */
export interface Undertaking<D extends Json = Json> {
  /**
   * Resolves when the work is over; it is then removed from the outbox. A rejection is a bug of ours, and removes it
   * too.
   */
  undertake(pending: Pending<D>, means: Means, platform: Services): Promise<void>;
}

/** What an undertaking may use beside the platform. */
export interface Means {
  /** Aborts when the work is cancelled, which removes its row from the outbox. */
  readonly signal: AbortSignal;
  /** Opens an address for reading, before all bytes have arrived. Never rejects. */
  readonly open: (call: OpeningCall) => Promise<Opened | SendFailure>;
  readonly transact: <T>(work: (write: Write) => T extends PromiseLike<unknown> ? never : T) => T;
  /** Real ms since some moment, for measuring, not for planning. */
  readonly elapsed: () => number;
  /** The digest of some bytes. */
  readonly sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;
  /** Resolves when the changes are durable and other tasks have had a turn. Rejects if the changes cannot be stored. */
  readonly settle: () => Promise<void>;
  /** Whether the host's storage is full, so that changes are kept in memory only. */
  readonly isFull: () => boolean;
}

export interface Pending<D extends Json = Json> extends OutboxRow {
  readonly data: D;
}
