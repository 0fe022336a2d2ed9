/** Runs receivers' programs in Node, each in its own thread, so that endless ones can be ended. */
import { Worker } from 'node:worker_threads';
import type { SendResult } from '../../engine/index.ts';
import { failed } from '../../engine/inside.ts';
import type { Sandbox } from '../../worker/contract/receiver-run.ts';

const thread = `
import { parentPort, workerData } from 'node:worker_threads';
const { code, request: { method, url, headers, body } } = workerData;
const { default: answer } = await import('data:text/javascript,' + encodeURIComponent(code));
parentPort.postMessage('began');
try {
  const response = await answer(new Request(url, { method, headers, ...(body && { body }) }));
  const { status } = response;
  parentPort.postMessage({ status, headers: [...response.headers], body: new Uint8Array(await response.arrayBuffer()) });
} catch (error) {
  parentPort.postMessage({ status: 500, headers: [], body: new Uint8Array(), thrown: { text: String(error), line: null } });
}
`;

/** `endsAfter`: the time limit of a program, in ms, instead of its usual one; null for none. */
export const programRunner =
  (endsAfter: () => number | null): Sandbox =>
  ({ code, request }, timeoutMs, stopped) =>
    new Promise((resolve) => {
      const address = new URL(`data:text/javascript,${encodeURIComponent(thread)}`);
      const worker = new Worker(address, { workerData: { code, request } });
      const end = (result: SendResult) => {
        resolve({ result, lines: [], changes: [] });
        void worker.terminate();
      };
      const over = () => end(failed('timeout', `no whole answer within ${timeoutMs} ms`));
      stopped?.addEventListener('abort', over);
      worker.on('error', (error) => end(failed('refused', `It does not start: ${String(error)}`)));
      worker.on('message', (message: SendResult | 'began') => {
        const ms = endsAfter();
        if (message !== 'began') end(message);
        else if (ms !== null) setTimeout(over, ms);
      });
    });
