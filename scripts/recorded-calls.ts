/** Calls as sent and as the platform really answered them: the examples in the OpenAPI document. */
import { decodeForm, text } from '../engine/inside.ts';
import type { EndpointDescription } from '../engine/index.ts';
import type { RecordedCall } from '../engine/reference/examples.ts';
import { endpoints } from '../testing/endpoints.ts';
import { clientOf, example, readyKinds, sharedExamples, startExample } from '../testing/examples.ts';
import { fieldsOf, openLegs } from '../testing/legs.ts';
import { adsHost, start } from '../testing/platform.ts';
import type { Answer, AnswerBody, Client, Message } from '../testing/platform.ts';
import { addRules, Listener } from '../tests/support/stream.ts';

/** By the endpoint's id. */
export async function recordedCalls(): Promise<ReadonlyMap<string, RecordedCall>> {
  const calls = new Map<string, RecordedCall>();
  const shared = sharedExamples();
  for (const endpoint of endpoints) {
    // The usage depends on the earlier calls.
    const call = await exampleCall(endpoint, endpoint.path.includes('usage') ? startExample : shared);
    if (call) calls.set(endpoint.id, call);
  }
  const flows = { ...(await stepsOfOAuth1()), ...(await stepsOfPkce()), ...(await aLineOfTheStream()) };
  for (const [id, call] of Object.entries(flows)) calls.set(id, call);
  return calls;
}

/** The declaration's example; null for an endpoint that needs a flow first. */
async function exampleCall(
  endpoint: EndpointDescription,
  started: typeof startExample,
): Promise<RecordedCall | null> {
  const [kind] = readyKinds(endpoint);
  if (!kind) return null;
  const { as } = await started(endpoint);
  const client = clientOf(as, kind, endpoint);
  const good = example(endpoint, as);
  const answer = await client.send(good);
  const elsewhere = good.path.replace(/\d{5,}|(?<=\/accounts\/)\w+/, '7');
  const missed = elsewhere === good.path ? null : await client.send({ ...good, path: elsewhere });
  const cursor = await cursorOf(endpoint, good, client);
  return {
    query: queryOf(good.path),
    ...(answer.outcome.kind === 'response' && { answer: answerOf(answer) }),
    ...(missed?.status === 404 && { missed: missed.json }),
    ...(cursor !== undefined && { cursor }),
  };
}

/** Where the second page begins, with the smallest pages possible. */
async function cursorOf(
  { fields }: EndpointDescription,
  good: Message,
  client: Client,
): Promise<string | undefined> {
  const field = fields.find(({ name }) => name === 'max_results' || name === 'count');
  const size = field?.schema.minimum;
  if (!field || size === undefined) return undefined;
  const url = new URL(good.path, adsHost);
  url.searchParams.set(field.name, String(size));
  const answer = await client.get(good.path.startsWith('/') ? `${url.pathname}${url.search}` : url.href);
  const { meta, next_cursor } = answer.json as Partial<AnswerBody>;
  return field.name === 'count' ? (next_cursor as string) : meta?.['next_token'];
}

/** RFC 5849, step by step (specification 4.1), and what a page says about an invalid token. */
async function stepsOfOAuth1(): Promise<Readonly<Record<string, RecordedCall>>> {
  const legs = await openLegs();
  const token = await legs.askToken();
  const { oauth_token } = token;
  const dead = answerOf(await legs.as.anonymous.get('/oauth/authorize'));
  const page = await legs.decide(token);
  const query = { oauth_token, oauth_verifier: page.parameter('oauth_verifier') ?? '' };
  const exchanged = await legs.exchange(token, query);
  const browser = legs.browser();
  const connected = await browser.login(await browser.open('/settings/connected_apps'), 'jonas_berg');
  const refused = await browser.submit(connected, 'withdraw', { app_id: '1' });
  const visit = { query: { oauth_token, force_login: 'true', screen_name: 'jonas_berg' }, answer: dead };
  return {
    authorize: visit,
    authenticate: visit,
    decideOAuth1: { answer: dead },
    accessToken: { query, answer: answerOf(exchanged) },
    changeConnectedApps: { answer: { status: refused.status, body: refused.html } },
  };
}

/** RFC 6749 with RFC 7636 (specification 5). */
async function stepsOfPkce(): Promise<Readonly<Record<string, RecordedCall>>> {
  const legs = await openLegs();
  const gale = await openLegs('Gale Feed');
  const suspended = answerOf(await gale.as.anonymous.get(gale.authorizeQuery()));
  const page = await legs.consent();
  const exchanged = await legs.redeem(page.parameter('code') ?? '');
  const revoked = await legs.revoke(exchanged.json.access_token);
  const visit = { query: queryOf(legs.authorizeQuery()), answer: suspended };
  return {
    authorizePkce: visit,
    decidePkce: visit,
    exchangeCode: { body: formOf(exchanged), answer: answerOf(exchanged) },
    revokeToken: { body: formOf(revoked), answer: answerOf(revoked) },
  };
}

/** What the stream sends after a post that a rule matches. */
async function aLineOfTheStream(): Promise<Readonly<Record<string, RecordedCall>>> {
  const { as } = await start();
  await addRules(as.bearer(), 'loaf');
  const listener = await Listener.to(as.bearer());
  await as.user().post('/2/posts', { text: 'A warm loaf' });
  const [line] = listener.lines;
  listener.leave();
  if (!line) throw new Error('The stream sent nothing');
  return { streamPosts: { answer: { status: 200, body: line } } };
}

function answerOf(answer: Answer): { readonly status: number; readonly body: unknown } {
  const type = answer.header('content-type') ?? '';
  const { status } = answer;
  if (type.startsWith('application/json')) return { status, body: answer.json };
  return { status, body: type.includes('form') ? fieldsOf(answer) : answer.text };
}

const queryOf = (path: string): Record<string, string> =>
  Object.fromEntries(decodeForm(path.includes('?') ? path.slice(path.indexOf('?') + 1) : ''));

const formOf = ({ request }: Answer): Record<string, string> =>
  Object.fromEntries(decodeForm(text(request.body ?? new Uint8Array())));
