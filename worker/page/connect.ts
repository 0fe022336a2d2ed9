/** The page's side: starts the worker and gives its API, with errors as real errors. */
import { wrap } from 'comlink';
import { clientOf } from './client.ts';
import type { Playground } from './client.ts';
import type { PlaygroundEvent } from '../contract/events.ts';
import type { EventMessage, PageLink, RunMessage, RunReceiver } from '../page-link.ts';
import { valueOf } from '../contract/reply.ts';
import { ownWorker, startWorker } from './start-worker.ts';
import type { StartedWorker } from './start-worker.ts';

/** How long the engine may take for its first answer, in ms: longer than the takeover from a suspended tab. */
const startingMs = 30_000;

/**
 * Resolves when an engine answers. Rejects with the reason when the worker cannot start, or with `OneTabOnly` when
 * another tab has the engine and cannot share it. `run` runs receivers here. `script`: the address of another worker,
 * with other families.
 */
export const connect = (run: RunReceiver, script?: string): Promise<Playground> =>
  playgroundOf(script === undefined ? ownWorker() : startWorker(script), run);

/** The same for a started worker, which is terminated if it does not answer. */
export async function playgroundOf(started: StartedWorker, run: RunReceiver): Promise<Playground> {
  const { worker } = started;
  const link = wrap<PageLink>(worker);
  const listeners = new Set<(event: PlaygroundEvent) => void>();
  worker.addEventListener('message', ({ data, ports }: MessageEvent<Partial<EventMessage & RunMessage>>) => {
    const [port] = ports;
    if (data.run && port) run(data.run, port);
    if (data.event) for (const listener of listeners) listener(data.event);
  });
  try {
    valueOf(await Promise.race([link.ready(), failureOf(started)]));
  } catch (error) {
    worker.terminate();
    throw error;
  }
  return clientOf(
    async (method, args) => {
      const answer = await link.call(method, args);
      return { value: valueOf(answer), ...(answer.stream && { stream: answer.stream }) };
    },
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  );
}

/** Never resolves; rejects when the worker fails or does not answer for too long. */
function failureOf({ worker, failed }: StartedWorker): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(
      () =>
        reject(
          new DOMException(`The engine did not start within ${startingMs / 1000} seconds`, 'TimeoutError'),
        ),
      startingMs,
    );
    worker.addEventListener('message', () => clearTimeout(timer));
    void failed.then((message) => {
      clearTimeout(timer);
      const isMissing = !message || /imported module|module script/.test(message);
      reject(
        new Error(
          `The engine's worker did not start: ${isMissing ? 'its script could not be loaded' : message}`,
        ),
      );
    });
  });
}
