import type { Trace } from '../exchanges/trace.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { Cancel, StreamSink } from '../http/outcome.ts';
import type { SendLimits, SendResult } from '../http/send.ts';
import type { Paging } from '../paging/cursor.ts';
import type { Json } from '../state/store/json.ts';
import type { Read, StateView, Write } from '../state/state.ts';
import type { RowChange } from '../state/tables/index.ts';

/** What a handler may use of the platform. It may read freely; it writes only through the call's `transact`. */
export interface Services {
  readonly baseUrl: string;
  /** The cursors and limits for paging lists. */
  readonly paging: Paging;
  readonly tables: Read;
  readonly state: StateView;
  /** Makes a reaction part of every transaction from now on. Call it before the first row that needs it exists. */
  readonly react: (reaction: Reacts) => void;
  readonly jobs: Jobs;
  readonly outbox: OutboxQueue;
  /** The body of an event as its receiver gets it. */
  readonly inWordsOfReceiver: (body: string) => string;
  /**
   * Calls the outside world and settles the reply, for an answer that depends on it: a callback is checked before it is
   * registered. Earlier changes are durable before the call is sent. A call that dies with the process leaves nothing
   * behind, and its caller asks again. What was checked before the wait must be checked again by `settle`, in the
   * transaction that relies on it. Rejects with what `settle` throws.
   */
  readonly send: <T>(
    call: OutgoingCall,
    settle: (reply: Reply) => T extends PromiseLike<unknown> ? never : T,
  ) => Promise<T>;
}

/**
 * Starts writing a stream, and returns the function that its reader calls when it leaves. `change` changes the state on
 * behalf of the open stream, outside of calls and jobs; the change is made durable as soon as possible.
 */
export type OpensStream = (sink: StreamSink, change: Change) => Cancel;

export type Change = (work: (write: Write) => void) => void;

/** A call to the outside, with its limits. `appId` is the App that it is made for, for the log. */
export interface OutgoingCall extends SendLimits {
  readonly request: HttpRequest;
  readonly appId: string | null;
  /** A test ordered that the answer is lost on the way. */
  readonly losesAnswer?: true;
}

/** The reply to a call to the outside. */
export interface Reply {
  readonly request: HttpRequest;
  readonly result: SendResult;
  /** The sequence of the exchange in the log. */
  readonly sequence: number;
  /** The trace of the exchange, to which the platform adds what it did with the reply. */
  readonly trace: Pick<Trace, 'add'>;
}

export interface Jobs {
  /** Plans a job and returns its id. With the id of an existing job, replaces it. */
  plan(write: Write, job: PlannedJob): string;
  /** Cancels a job. False if there was none. */
  cancel(write: Write, id: string): boolean;
}

export interface PlannedJob {
  readonly id?: string;
  readonly name: string;
  /** Epoch ms on the platform's clock. A past time is due at once. */
  readonly due: number;
  /** The period of a recurring job. Missed runs are made up for by a single one. */
  readonly everyMs?: number;
  readonly data?: Json;
}

/** The calls to the outside, kept until they are settled. */
export interface OutboxQueue {
  /**
   * Queues a call after those with the same key. It is sent when the transaction is durable and the earlier calls are
   * settled. Returns its id; null if the outbox is full, or if `alone` is set and the key already has a call.
   */
  enqueue(write: Write, call: EnqueuedCall): string | null;
  /** Removes all calls of a key and returns their number. The reply to a call under way is not settled. */
  cancel(write: Write, key: string): number;
  /** Removes one call, and makes the next of its key due. The reply to a call under way is not settled. */
  drop(write: Write, id: string): void;
}

export interface EnqueuedCall {
  readonly effect: string;
  /** The queue of the call, such as a webhook or a feed. The calls of a key are sent in order. */
  readonly key: string;
  readonly data: Json;
  /** Queue the call only if its key has no other. */
  readonly alone?: boolean;
}

/** A reaction, which is added to the transactions of others (`State.react`). */
export interface Reacts {
  /** The tables to whose changes it reacts. */
  readonly tables: ReadonlySet<string>;
  /** Runs at the end of the transaction. An exception undoes the whole transaction. */
  run(transaction: Transacted, write: Write, platform: Services): void;
}

export interface Transacted {
  readonly changes: readonly RowChange[];
  /** The App that called; null if the change does not come from an App's call. */
  readonly appId: string | null;
}
