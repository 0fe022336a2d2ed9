/** What the worker offers its own page through Comlink. Replies are plain data: see `reply.ts`. */
import type { Method } from './contract/contract.ts';
import type { Answer } from './answer.ts';
import type { PlaygroundEvent } from './contract/events.ts';
import type { ReceiverRan, ReceiverRun } from './contract/receiver-run.ts';
import type { Reply } from './contract/reply.ts';

export interface PageLink {
  /** Resolves when an engine answers, here or in another tab. Being connected does not mean that it is ready. */
  ready(): Promise<Reply>;
  call(method: Method, args: readonly unknown[]): Promise<Answer>;
}

/**
 * Events are sent through the same channel as Comlink's answers, which ignores messages without an id. So a page gets
 * the events of its call before the call's answer.
 */
export interface EventMessage {
  readonly event: PlaygroundEvent;
}

/** Comes with the port on which the page answers. */
export interface RunMessage {
  readonly run: ReceiverRun;
}

/** What a page says on the port that came with a run. */
export type FromRunner =
  /** The receiver's own time has started. */
  | { readonly type: 'began' }
  | { readonly type: 'ran'; readonly ran: ReceiverRan }
  /** Why this page runs no receivers, as a sentence. */
  | { readonly type: 'cannot'; readonly why: string };

/** Tells the page that the receiver's time is over. Then `ran` has what it did until then. */
export interface ToRunner {
  readonly type: 'over';
  readonly timeoutMs: number;
}

/** Runs a receiver, and reports the result on the port. */
export type RunReceiver = (run: ReceiverRun, port: MessagePort) => void;
