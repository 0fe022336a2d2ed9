/** Runs receivers' programs in Node one after another, in one thread that is reused: for programs that end. */
import { Worker } from 'node:worker_threads';
import type { ItemChange, SendResult } from '../engine/inside.ts';
import type { Sandbox } from '../worker/contract/receiver-run.ts';

const thread = `
import { parentPort } from 'node:worker_threads';
for (const level of ['debug', 'log', 'info', 'warn', 'error']) console[level] = () => {};
let before = Promise.resolve();
parentPort.on('message', (run) => (before = before.then(() => answer(run))));

async function answer({ id, code, request: { method, url, headers, body }, items }) {
  const stored = new Map(items);
  const changes = [];
  globalThis.storage = {
    get: async (key) => (stored.has(key) ? JSON.parse(stored.get(key)) : undefined),
    async set(key, value) {
      stored.set(key, JSON.stringify(value));
      changes.push([key, stored.get(key)]);
    },
    async delete(key) {
      changes.push([key, null]);
      return stored.delete(key);
    },
  };
  parentPort.postMessage({ id, changes, result: await resultOf(code, url, { method, headers, ...(body && { body }) }) });
}

async function resultOf(code, url, init) {
  let program;
  try {
    program = await import('data:text/javascript,' + encodeURIComponent(code));
  } catch (error) {
    return { kind: 'failure', reason: 'refused', message: 'It does not start: ' + error };
  }
  try {
    const response = await program.default(new Request(url, init));
    const body = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, headers: [...response.headers], body };
  } catch (error) {
    return { status: 500, headers: [], body: new Uint8Array(), thrown: { text: String(error), line: null } };
  }
}
`;

interface Ran {
  readonly id: number;
  readonly result: SendResult;
  readonly changes: readonly ItemChange[];
}

export function lastingRunner(): Sandbox {
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(thread)}`));
  const waiting = new Map<number, (ran: Ran) => void>();
  let asked = 0;
  worker.unref();
  worker.on('message', (ran: Ran) => {
    waiting.get(ran.id)?.(ran);
    waiting.delete(ran.id);
    if (waiting.size === 0) worker.unref();
  });
  return ({ code, request, items }) =>
    new Promise((resolve) => {
      const id = asked++;
      waiting.set(id, ({ result, changes }) => resolve({ result, changes, lines: [] }));
      worker.ref();
      worker.postMessage({ id, code, request, items });
    });
}
