/**
 * Stands between the engine and the receivers, for a test outside the browser that gives the page a function `witness`.
 * It reports each delivery before the receiver gets it, and each result before the engine gets it: what was not
 * reported did not happen, whenever the browser is killed.
 */
import type { FromRunner, RunReceiver } from '../../../worker/api.ts';

export type Seen =
  | { readonly kind: 'came'; readonly call: string; readonly host: string; readonly body: string }
  /** `outcome`: the answered status, or why there was no answer. */
  | { readonly kind: 'answered'; readonly call: string; readonly outcome: number | string };

type Tell = (seen: Seen) => Promise<void>;

/** Challenges are not reported. */
export function witnessed(run: RunReceiver): RunReceiver {
  return (given, port) => {
    const { witness: tell } = globalThis as { witness?: Tell };
    if (!tell || given.request.method !== 'POST') return run(given, port);
    const call = crypto.randomUUID();
    const { port1: near, port2: far } = new MessageChannel();
    port.onmessage = ({ data }) => near.postMessage(data);
    near.onmessage = ({ data }: MessageEvent<FromRunner>) => {
      if (data.type !== 'ran') return port.postMessage(data);
      const { result } = data.ran;
      const outcome = 'kind' in result ? result.reason : result.status;
      void tell({ kind: 'answered', call, outcome }).then(() => port.postMessage(data));
    };
    const body = new TextDecoder().decode(given.request.body);
    void tell({ kind: 'came', call, host: given.host, body }).then(() => run(given, far));
  };
}
