import { isList } from '../../worker/api.ts';
import type { Playground, Sent } from '../../worker/api.ts';
import type { Sent as ToldCall, ToldMessage } from '../element/protocol.ts';
import { fieldsIn, membersOf } from '../har/members.ts';

/** The size limit of a body, in characters. */
const most = 64 * 1024;

/**
 * What the page around an embed receives about a call: what the platform writes into a HAR file, where declared secrets
 * are replaced by names and cookies are left out. null if the log has dropped the call.
 */
export async function toldOf(
  playground: Pick<Playground, 'ask'>,
  { exchange }: Pick<Sent, 'exchange'>,
): Promise<ToldCall | null> {
  const filter = { filter: 'is:pinned', pinned: [exchange.sequence], withSecrets: false };
  const file = await playground.ask('exchanges.har', filter);
  const entry = 'text' in file ? entryIn(file.text) : undefined;
  if (entry === undefined) return null;
  const { request, response } = membersOf(entry);
  const { method, url, postData } = membersOf(request);
  const { status, content } = membersOf(response);
  const { endpointId: endpoint, durationMs, outcome, trace } = exchange;
  return {
    ...{ endpoint, durationMs, method: textOf(method), url: textOf(url) },
    status: typeof status === 'number' && status > 0 ? status : null,
    request: told(request, postData),
    response: outcome.kind === 'response' ? told(response, content) : null,
    // The words of a step may contain a token.
    trace: trace.map(({ verb, outcome: how, sections }) => ({ verb, outcome: how, sections })),
  };
}

function entryIn(har: string): unknown {
  const { entries } = membersOf(membersOf(JSON.parse(har))['log']);
  return isList(entries) ? entries[0] : undefined;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `message`: a request or a response of a HAR file; `body`: its `postData` or `content`. */
function told(message: unknown, body: unknown): ToldMessage {
  const { text, mimeType, encoding } = membersOf(body);
  const isSaid = encoding === undefined && /json|x-www-form-urlencoded/i.test(textOf(mimeType));
  return {
    headers: fieldsIn(membersOf(message)['headers']),
    body: isSaid && typeof text === 'string' && text !== '' && text.length <= most ? text : null,
  };
}
