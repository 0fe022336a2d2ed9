/** Bare round trips to the workers of receivers in turn, through the page, as the engine's worker makes them. */
import { askPage } from '../../../worker/ask-page.ts';
import type { ReceiverRun } from '../../../worker/api.ts';

/** Rejects if a receiver does not answer 200. */
async function make({
  runs,
  trips,
}: Readonly<{ runs: readonly ReceiverRun[]; trips: number }>): Promise<void> {
  for (let trip = 0; trip < trips; trip++) {
    const run = runs[trip % runs.length]!;
    const asked = await askPage((given, port) => postMessage(given, { transfer: [port] }), run, 3000);
    if ('cannot' in asked || !('status' in asked.result) || asked.result.status !== 200)
      throw new Error(JSON.stringify(asked));
  }
}

onmessage = ({ data }: MessageEvent<Parameters<typeof make>[0]>) => {
  void make(data).then(() => postMessage('made'));
};
