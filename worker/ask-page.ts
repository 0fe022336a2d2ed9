/**
 * Runs a receiver in this worker's page. The time limit is kept here, because a page in the background gets its
 * timers late and a worker does not.
 */
import { failed } from '../engine/inside.ts';
import type { NotRun, ReceiverRan, ReceiverRun } from './contract/receiver-run.ts';
import type { FromRunner, RunReceiver, ToRunner } from './page-link.ts';

/** How long a page may take to start a sandbox, in ms. */
const startingMs = 15_000;
/** How long it may take to report what an aborted receiver did, in ms. */
const endingMs = 1000;

type Asked = ReceiverRan | NotRun;

/** The sandbox of a page: see `Sandbox`. */
export function askPage(
  ask: RunReceiver,
  run: ReceiverRun,
  timeoutMs: number,
  stopped?: AbortSignal,
): Promise<Asked> {
  const { port1: port, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout>;
    const end = (asked: Asked) => {
      clearTimeout(timer);
      stopped?.removeEventListener('abort', over);
      port.close();
      resolve(asked);
    };
    const after = (ms: number, act: () => void) => {
      clearTimeout(timer);
      timer = setTimeout(act, ms);
    };
    const over = () => {
      port.postMessage({ type: 'over', timeoutMs } satisfies ToRunner);
      after(endingMs, () => end({ result: timedOut(timeoutMs), lines: [], changes: [] }));
    };
    port.onmessage = ({ data }: MessageEvent<FromRunner>) => {
      if (data.type === 'began') after(timeoutMs, over);
      else end(data.type === 'ran' ? data.ran : { cannot: data.why });
    };
    stopped?.addEventListener('abort', over);
    after(startingMs, () => end({ cannot: 'The page did not start it in time.' }));
    ask(run, port2);
  });
}

const timedOut = (timeoutMs: number) => failed('timeout', `no whole answer within ${timeoutMs} ms`);
