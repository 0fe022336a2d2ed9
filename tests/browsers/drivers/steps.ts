/**
 * A page driven from within, for a browser that no driver reaches: a server hands on what another serves, with one
 * script more in the document, which asks for the next step, runs it and tells what came of it. A step is a module of
 * the page's own origin, so the page's policy is what it always is.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fromJson, sourceOf, toJson } from './driver.ts';
import type { Evaluates } from './driver.ts';

const prefix = 'steps/';

const walker = `
  for (let at = 0; ; at++) {
    const { id, run } = await import(\`./\${at}-\${Math.random()}.js\`);
    const tell = (done) => fetch(new URL(id, import.meta.url), { method: 'POST', body: JSON.stringify(done) });
    run().then((value) => tell({ value }), (error) => tell({ error: String(error) }));
  }`;

interface Step {
  readonly id: string;
  readonly module: string;
  readonly settle: (done: { value?: string; error?: string }) => void;
  readonly fail: (error: Error) => void;
}

export interface SteppingStone {
  readonly url: string;
  readonly page: Evaluates;
  close(): Promise<void>;
}

/** Ports by the forwarded address: a site keeps its origin, and so its storage, across restarts. */
const ports = new Map<string, number>();

export async function steppingStone(target: string): Promise<SteppingStone> {
  const base = new URL(target).pathname;
  const waiting: Step[] = [];
  const begun = new Map<string, Step>();
  let asking: ServerResponse | null = null;
  let made = 0;

  const handOut = () => {
    if (asking === null || waiting.length === 0) return;
    const step = waiting.shift()!;
    begun.set(step.id, step);
    send(asking, 200, 'text/javascript', step.module);
    asking = null;
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const name = path.startsWith(base + prefix) ? path.slice((base + prefix).length) : null;
    if (name === null) return handOn(path, response);
    if (name === 'walker.js') return send(response, 200, 'text/javascript', walker);
    if (request.method === 'POST') {
      begun.get(name)?.settle(JSON.parse(await text(request)) as { value?: string });
      begun.delete(name);
      return send(response, 200, 'text/plain', '');
    }
    asking = response;
    handOut();
  }

  async function handOn(path: string, response: ServerResponse): Promise<void> {
    const original = await fetch(new URL(path, target));
    const type = original.headers.get('content-type') ?? '';
    const script = `<script type="module" src="./${prefix}walker.js"></script></body>`;
    if (type.startsWith('text/html')) {
      send(response, original.status, type, (await original.text()).replace('</body>', script));
    } else send(response, original.status, type, Buffer.from(await original.arrayBuffer()));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => send(response, 500, 'text/plain', String(error)));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(ports.get(target) ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  ports.set(target, port);

  return {
    url: `http://127.0.0.1:${port}${base}`,
    page: {
      evaluate: <R>(run: (arg: never) => R | Promise<R>, arg?: unknown): Promise<R> =>
        new Promise<R>((resolve, reject) => {
          const id = String(made++);
          const call = `(${sourceOf(run)})(${JSON.stringify(toJson(arg))})`;
          waiting.push({
            id,
            module: `export const id = '${id}'; export const run = () => ${call};`,
            settle: ({ value, error }) =>
              error === undefined ? resolve(fromJson(value ?? '') as R) : reject(new Error(error)),
            fail: reject,
          });
          handOut();
        }),
    },
    close: () =>
      new Promise((resolve) => {
        for (const { fail } of [...waiting, ...begun.values()]) fail(new Error('The browser is gone'));
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, status: number, type: string, body: string | Uint8Array): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}
