/** Starts the workers of worlds. With this, and nothing else of the worker's side, the page begins (src/early.ts). */
import workerUrl from '../main.ts?worker&url';

export interface StartedWorker {
  readonly worker: Worker;
  /** Resolves with the message when it does not start. */
  readonly failed: Promise<string>;
}

let own: StartedWorker | null = null;

/** Starts the worker of the page's own world, for the next `ownWorker`. */
export const startOwn = (): void => {
  own = startWorker(workerUrl);
};

export function ownWorker(): StartedWorker {
  const started = own ?? startWorker(workerUrl);
  own = null;
  return started;
}

/**
 * A worker loaded by URL does not inherit the CSP of the page's meta tag; one made from a blob does. So the blob only
 * imports the URL. It uses `import()`, because in Firefox the static imports of a `blob:` module do not go through
 * the service worker (whatwg/html issue 9571). Messages that arrive before the import is done are dispatched again.
 * The worker's name tells it the base path, because its own location is the blob's. `kind`: a world that is not the
 * playground's own.
 */
export function startWorker(script: string, kind = ''): StartedWorker {
  const source = `const said=[],hear=(event)=>said.push(event);addEventListener('message',hear);import(${JSON.stringify(new URL(script, document.baseURI).href)}).then(()=>{removeEventListener('message',hear);for(const event of said)dispatchEvent(new MessageEvent('message',event))},reportError)`;
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const base = new URL('.', document.baseURI).pathname;
  const worker = new Worker(url, { type: 'module', name: `svc-playground${kind}:${base}` });
  worker.addEventListener('message', () => URL.revokeObjectURL(url), { once: true });
  // It may fail before anybody waits for it.
  const failed = new Promise<string>((resolve) =>
    worker.addEventListener('error', ({ message }) => resolve(message)),
  );
  return { worker, failed };
}
