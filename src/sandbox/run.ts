import type { FromRunner, RunReceiver } from '../../worker/api.ts';

/** Loads the sandbox with the first receiver that runs. */
export const run: RunReceiver = (given, port) =>
  void import('./receivers.ts').then(
    ({ runReceiver }) => runReceiver(given, port),
    (error: unknown) => port.postMessage({ type: 'cannot', why: String(error) } satisfies FromRunner),
  );
