/** Reads a tab's answers from before a reload out of the log of exchanges. */
import { header, isList, isRecord, signRequest, text } from '../../../../worker/api.ts';
import type { Exchange, HttpRequest, Playground } from '../../../../worker/api.ts';
import { authorizationParts } from './authorization.ts';
import type { Broken, BrokenBy } from './broken.ts';
import type { CallNow, Calls, SentCall } from './calls.svelte.ts';
import { mostKept } from './kept-answers.ts';
import type { KeptCall } from './kept-answers.ts';

/** Never rejects: if reading fails, the state is `failed`, and it can be repeated. */
export async function recall(
  { ask }: Pick<Playground, 'ask'>,
  { calls, draft }: { readonly calls: Calls; readonly draft: CallNow },
): Promise<void> {
  const { kept } = calls;
  const [newest] = kept.calls;
  if (!newest || calls.recalling === 'asked') return;
  calls.recalling = 'asked';
  try {
    const requestIds = kept.calls.map(({ requestId }) => requestId);
    const { exchanges, logSize } = await ask('exchanges.page', {
      requestIds,
      direction: 'in',
      count: mostKept,
    });
    // They were replaced meanwhile.
    if (calls.kept !== kept) return;
    const asItStood = draft.print;
    const isStill = ({ print }: CallNow) => !kept.edited && print === asItStood;
    const found = kept.calls.flatMap((call) => {
      const exchange = exchanges.find(({ request }) => request.id === call.requestId);
      return exchange ? [recalled(call, exchange, isStill)] : [];
    });
    const isGone = found[0]?.sent.exchange.request.id !== newest.requestId;
    if (isGone) calls.lose({ logSize, isStill });
    else calls.recall(found);
  } catch {
    calls.recalling = 'failed';
  }
}

function recalled(
  { signed, broken: stored }: KeptCall,
  exchange: Exchange,
  isStill: (draft: CallNow) => boolean,
): SentCall {
  const { request, outcome } = exchange;
  const broken = isBroken(stored) ? stored : null;
  const was = asTold(request);
  return {
    sent: { outcome, exchange },
    // A break may affect only the base string, which is not in the log.
    built: signed && !broken ? baseStringOf(request) : null,
    print: null,
    mends: null,
    broken,
    // The message of a broken call is not the draft's.
    isStill: broken ? isStill : ({ message }) => asTold(message) === was,
  };
}

/** A call without the values that are new each time it is sent. */
const asTold = ({ method, url, headers, body }: HttpRequest): string =>
  JSON.stringify([method, url, headers.map(lasting), body ? text(body) : '']);

const isNewEachTime = /^oauth_(?:nonce|timestamp|signature)$/;

function lasting([name, value]: readonly [string, string]): readonly [string, string] {
  if (name.toLowerCase() !== 'authorization' || !value.startsWith('OAuth ')) return [name, value];
  const parts = authorizationParts(value).filter((part) => !isNewEachTime.test(part.name ?? ''));
  return [name, parts.map((part) => part.text).join('')];
}

/** The base string of a sent request, which contains no secret. null if it is unsigned, or incomplete. */
function baseStringOf(request: HttpRequest): string | null {
  const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'authorization');
  const said = new Map(
    authorizationParts(header(request.headers, 'authorization') ?? '').flatMap(({ name, value = '' }) =>
      name === undefined ? [] : [[name, decodeURIComponent(value)] as const],
    ),
  );
  const [consumer_key, nonce, timestamp] = ['oauth_consumer_key', 'oauth_nonce', 'oauth_timestamp'].map(
    (name) => said.get(name),
  );
  if (consumer_key === undefined || nonce === undefined || timestamp === undefined) return null;
  const oauth_token = said.get('oauth_token');
  const protocol = [...said].filter(([name]) => name === 'oauth_callback' || name === 'oauth_verifier');
  const key = { consumer_key, consumer_secret: '', ...(oauth_token !== undefined && { oauth_token }) };
  const fresh = { nonce, timestamp, protocol: Object.fromEntries(protocol) };
  return signRequest({ ...request, headers }, key, fresh).steps.baseString;
}

/** More than there are switches. */
const mostBreaks = 50;
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 2000;

const isBroken = (value: unknown): value is Broken =>
  isList(value) && value.length > 0 && value.length <= mostBreaks && value.every(isBrokenBy);

const isBrokenBy = (value: unknown): value is BrokenBy =>
  isRecord(value) &&
  [value['id'], value['title'], value['cause']].every(isText) &&
  (value['looked'] === null || isText(value['looked'])) &&
  (value['expects'] === null || isExpected(value['expects']));

const isExpected = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value['status'] === 'number' &&
  (value['code'] === null || typeof value['code'] === 'number');
