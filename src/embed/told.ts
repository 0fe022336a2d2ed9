import { header, isClosed, isResponse, text } from '../../worker/api.ts';
import type { Sent } from '../../worker/api.ts';
import type { Sent as ToldCall, ToldMessage } from '../element/protocol.ts';
import { redact, redactRows } from '../views/requests/call/redact.ts';

/** The size limit of a body, in bytes. */
const most = 64 * 1024;

interface Message {
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: Uint8Array | undefined;
}

/** What the page around an embed receives about a call: nothing secret. */
export function toldOf({ exchange, outcome }: Sent, secrets: readonly string[]): ToldCall {
  const { endpointId: endpoint, request, durationMs, trace } = exchange;
  const { method, url } = request;
  return {
    ...{ endpoint, method, durationMs, url: redact(url, secrets) },
    status: isClosed(outcome) ? null : outcome.status,
    request: told(request, secrets),
    response: isResponse(outcome) ? told(outcome, secrets) : null,
    // The words of a step may contain a token.
    trace: trace.map(({ verb, outcome: how, sections }) => ({ verb, outcome: how, sections })),
  };
}

function told({ headers, body }: Message, secrets: readonly string[]): ToldMessage {
  const rows = headers
    .filter(([name]) => name.toLowerCase() !== 'set-cookie')
    .map(([name, value]) => ({ name, value, on: true }));
  const isSaid = /json|x-www-form-urlencoded/i.test(header(headers, 'content-type') ?? '');
  return {
    headers: redactRows(rows, secrets).map(({ name, value }) => [name, value] as const),
    body: isSaid && body?.length && body.length <= most ? redact(text(body), secrets) : null,
  };
}
