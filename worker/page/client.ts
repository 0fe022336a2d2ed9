/** The page's side of the contract. Its methods are only typed: a page does not load the checks. */
import type { Exchange } from '../../engine/inside.ts';
import type { Method, PlaygroundApi } from '../contract/contract.ts';
import type { PlaygroundEvent } from '../contract/events.ts';
import type { ExportHead } from '../contract/transfer.ts';
import { exportingOf, sentOf } from './bodies.ts';

export interface Playground extends PlaygroundApi {
  /** Returns the function that unsubscribes. */
  subscribe(listener: (event: PlaygroundEvent) => void): () => void;
}

/** The answer of a call and, for a call that opens a stream, the source of its bytes. */
export interface Answered {
  readonly value: unknown;
  readonly stream?: MessagePort;
}

/** Makes the page's side from one function that sends a call. */
export function clientOf(
  call: (method: Method, args: readonly unknown[]) => Promise<Answered>,
  subscribe: Playground['subscribe'],
): Playground {
  const ask = async (method: Method, args: readonly unknown[]): Promise<never> =>
    (await call(method, args)).value as never;
  const own: Pick<Playground, 'send' | 'do' | 'ask' | 'exportFile' | 'subscribe'> = {
    subscribe,
    do: (id, ...args) => ask('do', [id, args]),
    ask: (id, ...args) => ask('ask', [id, args]),
    async send(request) {
      const { value, stream } = await call('send', [request]);
      return sentOf(value as Exchange, stream);
    },
    async exportFile(options) {
      const { value, stream } = await call('exportFile', [options]);
      return exportingOf(value as ExportHead, stream);
    },
  };
  return new Proxy(own, {
    get(target, name) {
      // With `then`, `await` would take it for a promise.
      if (typeof name === 'symbol' || name === 'then' || name in target) {
        const held: unknown = Reflect.get(target, name);
        return held;
      }
      return (...args: readonly unknown[]) => ask(name as Method, args);
    },
  }) as Playground;
}
