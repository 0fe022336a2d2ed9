/** Node has these names as a browser has them; @types/node 20 declares no types of the same names. */
import type { MessagePort as NodePort } from 'node:worker_threads';

declare global {
  interface MessageEvent<T = unknown> {
    readonly data: T;
  }
  interface MessagePort extends NodePort {
    close(): void;
  }
}

declare module 'node:worker_threads' {
  interface MessagePort {
    onmessage: ((event: MessageEvent<never>) => void) | null;
  }
}
