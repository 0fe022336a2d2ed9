/** What the worker offers its own page through Comlink. Replies are plain data: see `reply.ts`. */
import type { Method } from './contract.ts';
import type { Answer } from './answer.ts';
import type { Reply } from './reply.ts';

export interface PageLink {
  /** Resolves when an engine answers, here or in another tab. Connected is not ready. */
  ready(): Promise<Reply>;
  call(method: Method, args: readonly unknown[]): Promise<Answer>;
  /** Events go to this port, one message each. */
  listen(port: MessagePort): void;
}
