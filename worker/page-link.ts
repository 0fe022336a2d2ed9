/** What the worker offers its own page through Comlink. Replies are plain data: see `reply.ts`. */
import type { Method } from './contract/contract.ts';
import type { Answer } from './answer.ts';
import type { PlaygroundEvent } from './contract/events.ts';
import type { ReceiverRan, ReceiverRun } from './contract/receiver-run.ts';
import type { Reply } from './contract/reply.ts';

export interface PageLink {
  /** Resolves when an engine answers, here or in another tab. Connected is not ready. */
  ready(): Promise<Reply>;
  call(method: Method, args: readonly unknown[]): Promise<Answer>;
}

/**
 * Events go the way that Comlink's answers go, which passes over what has no id: so a page has heard of what its call
 * changed when it hears the answer.
 */
export interface EventMessage {
  readonly event: PlaygroundEvent;
}

/** Comes with the port that the page answers by. */
export interface RunMessage {
  readonly run: ReceiverRun;
}

/** What a page says by the port that came with a run. */
export type FromRunner =
  /** The receiver's own time begins. */
  | { readonly type: 'began' }
  | { readonly type: 'ran'; readonly ran: ReceiverRan }
  /** This page runs no receivers; why, as a sentence. */
  | { readonly type: 'cannot'; readonly why: string };

/** What the page is told: the receiver's time is over. Then `ran` has what it did until then. */
export interface ToRunner {
  readonly type: 'over';
  readonly timeoutMs: number;
}

/** Has a receiver run, and says what comes of it by the port. */
export type RunReceiver = (run: ReceiverRun, port: MessagePort) => void;
