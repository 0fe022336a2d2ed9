/** The page's side: starts the worker and gives its API, with errors as real errors. */
import { wrap } from 'comlink';
import { clientOf } from './client.ts';
import type { Playground } from './client.ts';
import type { PlaygroundEvent } from '../contract/events.ts';
import type { EventMessage, PageLink, RunMessage, RunReceiver } from '../page-link.ts';
import { valueOf } from '../contract/reply.ts';
import workerUrl from '../main.ts?worker&url';

/** How long the engine may take for its first answer, in ms: longer than the takeover from a suspended tab. */
const startingMs = 30_000;

/**
 * Starts the worker and resolves when an engine answers. Rejects with the reason when the worker cannot start, or
 * with `OneTabOnly` when another tab has the engine and cannot share it. `run` runs receivers here. `script`: the
 * address of another worker, with other families.
 */
export const connect = (run: RunReceiver, script = workerUrl): Promise<Playground> =>
  playgroundOf(startWorker(script), run);

/** The same for a started worker, which is terminated if it does not answer. */
export async function playgroundOf(worker: Worker, run: RunReceiver): Promise<Playground> {
  const link = wrap<PageLink>(worker);
  const listeners = new Set<(event: PlaygroundEvent) => void>();
  worker.addEventListener('message', ({ data, ports }: MessageEvent<Partial<EventMessage & RunMessage>>) => {
    const [port] = ports;
    if (data.run && port) run(data.run, port);
    if (data.event) for (const listener of listeners) listener(data.event);
  });
  try {
    valueOf(await Promise.race([link.ready(), failureOf(worker)]));
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

/**
 * A worker loaded by URL does not inherit the CSP of the page's meta tag; one made from a blob does. So the blob only
 * imports the URL. It uses `import()`, because in Firefox the static imports of a `blob:` module do not go through
 * the service worker (whatwg/html issue 9571). Messages that arrive before the import is done are dispatched again.
 * The worker's name tells it the base path, because its own location is the blob's. `kind`: a world that is not the
 * playground's own.
 */
export function startWorker(script: string, kind = ''): Worker {
  const source = `const said=[],hear=(event)=>said.push(event);addEventListener('message',hear);import(${JSON.stringify(new URL(script, document.baseURI).href)}).then(()=>{removeEventListener('message',hear);for(const event of said)dispatchEvent(new MessageEvent('message',event))},reportError)`;
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const base = new URL('.', document.baseURI).pathname;
  const worker = new Worker(url, { type: 'module', name: `svc-playground${kind}:${base}` });
  worker.addEventListener('message', () => URL.revokeObjectURL(url), { once: true });
  return worker;
}

/** Never resolves; rejects when the worker fails or does not answer for too long. */
function failureOf(worker: Worker): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(
      () =>
        reject(
          new DOMException(`The engine did not start within ${startingMs / 1000} seconds`, 'TimeoutError'),
        ),
      startingMs,
    );
    worker.addEventListener('message', () => clearTimeout(timer));
    worker.addEventListener('error', ({ message }) => {
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
