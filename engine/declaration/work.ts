/** What a family does when nobody calls: jobs that fall due, and effects, which are calls to the outside. */
import type { Json } from '../state/store/json.ts';
import type { Read, Write } from '../state/state.ts';
import type { OutboxRow } from '../state/tables/work.ts';
import type { Opened, OpeningCall } from '../http/open.ts';
import type { SendFailure } from '../http/send.ts';
import type { OutgoingCall, Reacts, Reply, Services } from './services.ts';

/** What is known of a family's work before it is loaded; what falls due loads it. Names are the platform's: no two are the same. */
export interface FamilyWork {
  /** One with a period is there from the start; the others are planned by handlers. */
  readonly jobs: readonly { readonly name: string; readonly everyMs?: number }[];
  readonly effects: readonly string[];
  readonly undertakings?: readonly string[];
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
  readonly undertakings?: Readonly<Record<string, Undertaking>>;
}

export interface JobHandler<D extends Json = Json> {
  /**
   * One transaction with the job's own row: one that recurs has its next due time by then, one that does not is gone.
   * Plans itself again by `jobs.plan` with its own id. An exception undoes it; the job is then as if it had run.
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
  /**
   * The call changes nothing where it goes. Within a jump of the clock it may go out before its row is kept: after a kill
   * the jump goes on from an earlier moment and makes the same call again.
   */
  readonly asksOnly?: true;
  /** Regenerated for each attempt, outside of any transaction. null when it is not wanted any more: it leaves the outbox. */
  call(pending: Pending<D>, platform: Services): OutgoingCall | null;
  /**
   * One transaction with the row's own change. Time has passed since `call`: what that relied on is checked here again.
   * Gives the epoch ms at which it is tried again, at the head of its key; null when it is done.
   */
  settle(pending: Pending<D>, reply: Reply, write: Write, platform: Services): number | null;
}

/**
 * What stands in the outbox as calls do, and takes long: it carries itself out, in as many transactions as it needs, beside
 * other calls. It is begun again when the process died; what it had done by then it finds in its own rows.
 */
export interface Undertaking<D extends Json = Json> {
  /** Resolves when it is over: it leaves the outbox. So it does, as a fault of ours, when this rejects. */
  undertake(pending: Pending<D>, means: Means, platform: Services): Promise<void>;
}

/** What an undertaking may use beside the platform. */
export interface Means {
  /** Aborts when its row has left the outbox: it was cancelled. */
  readonly signal: AbortSignal;
  /** Opens what is at an address: the first bytes may be there before the last. Rejects for nothing. */
  readonly open: (call: OpeningCall) => Promise<Opened | SendFailure>;
  readonly transact: <T>(work: (write: Write) => T extends PromiseLike<unknown> ? never : T) => T;
  /** Real ms since some moment: for what is measured, not for what is planned. */
  readonly elapsed: () => number;
  /** The digest of some bytes. */
  readonly sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;
  /** Resolves when what was changed is kept and others have had their turn. Rejects when it cannot be kept. */
  readonly settle: () => Promise<void>;
  /** Whether the host has no room for more: what was changed since is in memory alone. */
  readonly isFull: () => boolean;
}

export interface Pending<D extends Json = Json> extends OutboxRow {
  readonly data: D;
}
