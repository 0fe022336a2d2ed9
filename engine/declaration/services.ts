import type { Trace } from '../exchanges/trace.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { Cancel, StreamSink } from '../http/outcome.ts';
import type { SendLimits, SendResult } from '../http/send.ts';
import type { Paging } from '../paging/cursor.ts';
import type { Json } from '../state/store/json.ts';
import type { Read, StateView, Write } from '../state/state.ts';
import type { RowChange } from '../state/tables/index.ts';

/** What a handler may use of the platform. Reading is free; writing goes through the call's `transact` alone. */
export interface Services {
  readonly baseUrl: string;
  /** What the pages of lists are turned with. */
  readonly paging: Paging;
  readonly tables: Read;
  readonly state: StateView;
  /** Makes what follows from changes part of every transaction from now on: before the first row that wants it is there. */
  readonly react: (reaction: Reacts) => void;
  readonly jobs: Jobs;
  readonly outbox: OutboxQueue;
  /**
   * Calls the outside world and settles what comes back, for an answer of one's own: a callback is checked before it is
   * registered. What was changed before is kept before the call goes out; a call that dies with the process leaves
   * nothing behind, and anyone who asked asks again. What was checked before waiting is checked again by `settle`, in the
   * transaction that relies on it. Rejects with what `settle` throws.
   */
  readonly send: <T>(
    call: OutgoingCall,
    settle: (reply: Reply) => T extends PromiseLike<unknown> ? never : T,
  ) => Promise<T>;
}

/**
 * Begins to write a stream, and gives what its reader calls when it goes away. `change` changes the state for what an
 * open stream gives, when no call and no job does: it is kept as soon as can be.
 */
export type OpensStream = (sink: StreamSink, change: Change) => Cancel;

export type Change = (work: (write: Write) => void) => void;

/** A call to the outside, with its limits and the App that it is made for, for the log. */
export interface OutgoingCall extends SendLimits {
  readonly request: HttpRequest;
  readonly appId: string | null;
  /** A test ordered that its answer is lost on the way. */
  readonly losesAnswer?: true;
}

/** What came back of a call to the outside, when it is settled. */
export interface Reply {
  readonly request: HttpRequest;
  readonly result: SendResult;
  /** Its sequence in the log. */
  readonly sequence: number;
  /** Of its exchange: what the platform made of it is added there. */
  readonly trace: Pick<Trace, 'add'>;
}

export interface Jobs {
  /** Plans a job, or plans it again: the id is its own, or that of the job which is replaced. Gives the id. */
  plan(write: Write, job: PlannedJob): string;
  /** Whether there was such a job. */
  cancel(write: Write, id: string): boolean;
}

export interface PlannedJob {
  readonly id?: string;
  readonly name: string;
  /** Epoch ms on the platform's clock; what is past is due at once. */
  readonly due: number;
  /** For one that recurs. What it misses while nobody looks runs once. */
  readonly everyMs?: number;
  readonly data?: Json;
}

/** The calls to the outside that are kept until they are settled. */
export interface OutboxQueue {
  /**
   * Puts a call behind those of its key: it goes out when the transaction is kept and they are settled. Gives its id;
   * null when the outbox is full, or when it was to stand alone and one of its key is there.
   */
  enqueue(write: Write, call: EnqueuedCall): string | null;
  /** Takes out all calls of a key and gives their number. The answer to one that is under way is not settled. */
  cancel(write: Write, key: string): number;
  /** Takes one call out: the one behind it is due then. What is under way of it is not settled. */
  drop(write: Write, id: string): void;
}

export interface EnqueuedCall {
  readonly effect: string;
  /** What has an order of its own: a webhook, a feed. */
  readonly key: string;
  readonly data: Json;
  /** Only when none of its key is there. */
  readonly alone?: boolean;
}

/** What is added to the transactions of others (`State.react`). */
export interface Reacts {
  /** What it looks at changes in. */
  readonly tables: ReadonlySet<string>;
  /** Within the transaction, at its end. An exception undoes all of it. */
  run(transaction: Transacted, write: Write, platform: Services): void;
}

export interface Transacted {
  readonly changes: readonly RowChange[];
  /** The App that the call is of; null when no App called. */
  readonly appId: string | null;
}
