import { isClosed } from '../../worker/api.ts';
import type { Sent } from '../../worker/api.ts';
import type { Sent as Told } from '../element/protocol.ts';
import { redact } from '../views/requests/call/redact.ts';

/** What the page around an embed is told of a call: nothing that only its holder may know. */
export function toldOf({ exchange, outcome }: Sent, secrets: readonly string[]): Told {
  const { endpointId: endpoint, request, durationMs } = exchange;
  const { method, url } = request;
  return {
    ...{ endpoint, method, durationMs, url: redact(url, secrets) },
    status: isClosed(outcome) ? null : outcome.status,
  };
}
