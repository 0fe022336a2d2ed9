/** The page's part in running receivers: the worker sends requests over a port, and the page answers over it. */
import type { FromRunner, ReceiverRun, ToRunner } from '../../worker/api.ts';
import { Isolation, NoIsolation } from './isolation.ts';
import { KeptPrograms } from './kept-programs.ts';
import { RunningReceiver } from './receiver-run.ts';

let opening: Promise<Isolation> | null = null;
const kept = new KeptPrograms();

/** Opened with the first run, and again after a breakdown. */
export async function isolation(): Promise<Isolation> {
  const current = (opening ??= Isolation.open());
  const opened = await current;
  if (!opened.isClosed) return opened;
  if (opening === current) opening = null;
  return isolation();
}

/** Why no receivers run in this browser, as a sentence; null if they do. */
export async function whyNoReceivers(): Promise<string | null> {
  try {
    await isolation();
    return null;
  } catch (error) {
    if (!(error instanceof NoIsolation)) opening = null; // a temporary failure: the next run tries again
    return error instanceof Error ? error.message : String(error);
  }
}

/** A `RunReceiver`. */
export async function runReceiver(run: ReceiverRun, port: MessagePort): Promise<void> {
  const say = (message: FromRunner) => port.postMessage(message);
  const why = await whyNoReceivers();
  if (why !== null) return say({ type: 'cannot', why });
  const running = new RunningReceiver(run, {
    isolation: await isolation(),
    kept,
    began: () => say({ type: 'began' }),
    done: (ran) => say({ type: 'ran', ran }),
  });
  port.onmessage = ({ data }: MessageEvent<ToRunner>) => running.timeOut(data.timeoutMs);
}
