/** How the platform really answers calls that it refuses: the examples of errors in the OpenAPI document. */
import { header, known } from '../engine/inside.ts';
import type { Endpoint } from '../engine/declaration/endpoint.ts';
import { familyOf } from '../engine/declaration/family.ts';
import type { Family } from '../engine/declaration/family.ts';
import { createPlatform } from '../engine/index.ts';
import { refusalKey } from '../engine/reference/examples.ts';
import { unlisted } from '../engine/spec/limits.ts';
import type { ProblemName } from '../engine/spec/problems.ts';
import { attempts, callers } from '../tests/support/attempts.ts';
import { declarations, endpoints, loadedFamilies } from '../testing/endpoints.ts';
import { endpointOf, example } from '../testing/examples.ts';
import { openLegs } from '../testing/legs.ts';
import { catalogs, createCatalog } from '../testing/merchant.ts';
import { must } from '../testing/portal.ts';
import { mira } from '../testing/worlds.ts';
import { caller, start } from '../testing/platform.ts';
import type { Answer, Client, Message } from '../testing/platform.ts';

/** Bodies by `refusalKey`: parsed JSON, or a page as text. If there are several, the first counts. */
export async function recordedRefusals(): Promise<ReadonlyMap<string, unknown>> {
  const bodies = new Map<string, unknown>();
  const record = (id: string, answer: Answer) => {
    const { api } = known(
      declarations.find((each) => each.id === id),
      id,
    );
    const problem = answer.exchange.trace.find((line) => line.problem !== undefined)?.problem;
    const key = problem && refusalKey(api, problem as ProblemName);
    if (key && !bodies.has(key)) bodies.set(key, api.errorBody === 'page' ? answer.text : answer.json);
  };
  await recordTelling(record);
  await recordMerchants(record);
  await recordFlows(record);
  await recordSpent(record);
  await recordExhausted(record);
  await recordFaults(record);
  await recordSpoiled(record);
  return bodies;
}

type Record = (id: string, answer: Answer) => void;

const user = '/2/users/2244994945';

/** Refusals that teach a reader more than those of randomly broken calls. */
async function recordTelling(record: Record): Promise<void> {
  const { platform, as } = await start();
  const text = 'Said twice';
  const post = (client: Client, json: unknown) => client.post('/2/posts', json);
  const withType = (type: string): Message => ({
    ...{ method: 'POST', path: '/2/posts' },
    headers: [['content-type', type]],
    body: new TextEncoder().encode('{"text":"Hello"}'),
  });
  record('getPostsOfUser', await as.bearer().get(`${user}/posts?max_results=4`));
  record('getUser', await as.bearer().get('/2/users/1'));
  record('createPost', await as.user().send(withType('text/plain')));
  await post(as.user(), { text });
  record('createPost', await post(as.user(), { text }));
  record('createPost', await post(as.user('mira_holm', 'Northwind Viewer'), { text: 'Hello' }));
  record('getMe', await as.bearer().get('/2/users/me'));
  const wrong = as.signing({ ...as.credential('oauth1', 'Northwind Reader'), consumer_secret: 'wrong' });
  record('getMe', await wrong.get('/2/users/me'));
  record('requestToken', await wrong.post('/oauth/request_token'));
  record('requestToken', await as.consumer().post('/oauth/request_token'));
  for (const [id, path] of [
    ['getMe', '/2/users/me'],
    ['requestToken', '/oauth/request_token'],
  ] as const) {
    const early = as.user().prepare({ method: id === 'getMe' ? 'GET' : 'POST', path });
    await platform.clock.advance(3_600_000);
    const authorization = known(header(early.headers, 'authorization'), 'Authorization header');
    record(id, await as.raw(authorization).send({ method: early.method, path }));
  }
}

/** The refusals on the way to a catalog, and with one. */
async function recordMerchants(record: Record): Promise<void> {
  const { platform, as } = await start();
  const user = as.user();
  const getCatalogs = async () => record('getCatalogs', await user.get(catalogs));
  await getCatalogs();
  must(await platform.do('catalog.setEarlyAccess', mira, true));
  await getCatalogs();
  must(await platform.do('catalog.setTermsAccepted', mira, true));
  await createCatalog(user);
  record('createCatalog', await user.post(catalogs, { name: 'Second' }));
}

/** The refusals of the token endpoints once the client is known. */
async function recordFlows(record: Record): Promise<void> {
  const legs = await openLegs();
  record('exchangeCode', await legs.redeem('none'));
  record('exchangeCode', await legs.byClient('/2/oauth2/token', { grant_type: 'password' }));
  record('revokeToken', await legs.revoke(''));
  const { access_token } = await legs.pkce('users.read');
  const bearer = legs.as.withBearer(access_token);
  record('createPost', await bearer.post('/2/posts', { text: 'Hello' }));
}

/** A Project that has used up the posts of its month. */
async function recordSpent(record: Record): Promise<void> {
  const { platform, as } = await start();
  const { tables, ...rest } = platform.snapshot();
  const { appId: app_id } = as.credential('app', 'Northwind Reader');
  const day = Math.floor(platform.clock.now() / 86_400_000) * 86_400_000;
  const project_id = tables['apps']?.find(({ id }) => id === app_id)?.['project_id'];
  const usage = [
    { id: `${String(project_id)}:${app_id}:${day}`, project_id, app_id, day, posts: 10_000_000 },
  ];
  const spent = createPlatform({ snapshot: { ...rest, tables: { ...tables, usage } } });
  const bearer = caller(spent, platform.initialCredentials).bearer();
  record('searchRecentPosts', await bearer.get('/2/posts/search/recent?query=bread'));
}

/** One call more than a limit allows, for each kind of body. */
async function recordExhausted(record: Record): Promise<void> {
  const { as } = await start();
  const legs = await openLegs();
  const path = legs.authorizeQuery();
  // The Advertiser API allows 2,000 calls, which would take seconds.
  const { as: once } = await start({ families: await changedFamilies({ limits: unlisted('1 U') }) });
  const calls: [string, () => Promise<Answer>][] = [
    ['createPost', () => as.user().post('/2/posts', {})],
    ['requestToken', () => as.consumer().post('/oauth/request_token')],
    ['requestBearerToken', () => as.basic().send(example(endpointOf('requestBearerToken'), as))],
    ['exchangeCode', () => legs.redeem('none')],
    ['authorizePkce', () => legs.as.anonymous.get(path)],
    ['getAdAccounts', () => once.user().send(example(endpointOf('getAdAccounts'), once))],
  ];
  for (const [id, call] of calls)
    for (let count = 0; count < 400; count++) {
      const answer = await call();
      if (answer.status !== 429) continue;
      record(id, answer);
      break;
    }
}

/** Every family, with a change to each of its endpoints. */
const changedFamilies = (change: Partial<Endpoint>): Promise<Family[]> =>
  Promise.all(
    loadedFamilies.map(async ({ id, name, load, work }) =>
      familyOf(
        id,
        name,
        (await load()).map((endpoint) => ({ ...endpoint, ...change })),
        work,
      ),
    ),
  );

/** A platform whose handlers all fail. */
async function recordFaults(record: Record): Promise<void> {
  const handle = (): never => {
    throw new Error('a handler failed');
  };
  const { as } = await start({ families: await changedFamilies({ handle }) });
  const send = (client: Client, id: string) => client.send(example(endpointOf(id), as));
  record('getUser', await send(as.bearer(), 'getUser'));
  record('requestToken', await send(as.consumer(), 'requestToken'));
  record('requestBearerToken', await send(as.basic(), 'requestBearerToken'));
  record('getAdAccounts', await send(as.user(), 'getAdAccounts'));
  record('showConnectedApps', await send(as.anonymous, 'showConnectedApps'));
}

/** Together these cover every step that can refuse a call, in each kind of body. */
const spoiled = [
  ...['createPost', 'deletePost', 'sendDmToUser', 'searchAllPosts'],
  ...['requestToken', 'invalidateUserToken', 'invalidateBearerToken', 'uploadComplianceIds'],
  ...['requestBearerToken', 'exchangeCode', 'decideOAuth1', 'getCampaigns'],
  ...['putProducts'],
];

async function recordSpoiled(record: Record): Promise<void> {
  for (const endpoint of endpoints.filter(({ id }) => spoiled.includes(id))) {
    const { platform, as } = await start();
    const appNames = new Set(platform.initialCredentials.map(({ appName }) => appName));
    for (const client of callers(as, appNames))
      for (const message of attempts(endpoint, example(endpoint, as)))
        record(endpoint.id, await client.send(message));
  }
}
