import { describe, expect, test } from 'vitest';
import type { Exchange, Platform, Snapshot } from '../../engine/index.ts';
import type { WindowRow } from '../../engine/limits/windows.ts';
import { rows } from '../support/cells.ts';
import type { CellValue, Row } from '../support/cells.ts';
import { proves } from '../support/clause.ts';
import type { StateView, Write } from '../../engine/state/state.ts';
import { crowd } from '../support/crowd.ts';
import { start } from '../../testing/platform.ts';
import { proving } from '../support/prove.ts';
import type { Answer, Client } from '../../testing/platform.ts';
import { endpoints } from '../../testing/endpoints.ts';

/**
 * Rows of 8.3 whose endpoint exists. A call over each number is made on a platform whose windows stand one call before it;
 * for a cell of each kind, and for all in the full proof, by making that many calls. `self` is the caller's id.
 */
type Call = (client: Client, turn: number, self: string) => Promise<Answer>;

const someUser = '2244994945';
const somePost = '2020777185899446272';
/** A reply to one of the user's posts. */
const someReply = '2020792285393846272';
const other = '2244994946';
/** A group of all users, in which every event belongs to everybody: events 1 to 4002 are for deletion, 4003 stays. */
const group = '900';
const deletable = 4002;
const keptEvent = 4003;
/** Lists 1 to 303 are for deletion; of the two below, the first stays and the second belongs to another user. */
const [ownList, otherList] = ['400', '401'] as const;
const deletableLists = 303;

const someSpace = '1mYGaBwzRkLen';
const someCommunity = '2021000000000000101';

const calls: Readonly<Record<string, Call>> = {
  'DELETE /2/posts/:id': (client, turn) => client.delete(`/2/posts/${turn + 1}`),
  'GET /2/posts': (client) => client.get(`/2/posts?ids=${somePost}`),
  'GET /2/posts/:id': (client) => client.get(`/2/posts/${somePost}`),
  'GET /2/users/:id/posts': (client) => client.get(`/2/users/${someUser}/posts?max_results=5`),
  'POST /2/posts': (client, turn) => client.post('/2/posts', { text: `Turn ${turn}` }),
  'GET /2/posts/search/recent': (client) => client.get('/2/posts/search/recent?query=unheard'),
  'GET /2/posts/search/all': (client) => client.get('/2/posts/search/all?query=unheard'),
  'GET /2/posts/counts/recent': (client) => client.get('/2/posts/counts/recent?query=unheard'),
  'GET /2/posts/counts/all': (client) => client.get('/2/posts/counts/all?query=unheard'),
  'GET /2/posts/search/stream': (client) => client.get('/2/posts/search/stream'),
  'GET /2/posts/search/stream/rules': (client) => client.get('/2/posts/search/stream/rules'),
  'POST /2/posts/search/stream/rules': (client, turn) =>
    client.post('/2/posts/search/stream/rules', { add: [{ value: `turn ${turn}` }] }),
  'GET /2/users': (client) => client.get(`/2/users?ids=${someUser}`),
  'GET /2/users/:id': (client) => client.get(`/2/users/${someUser}`),
  'GET /2/users/by': (client) => client.get('/2/users/by?usernames=mira_holm'),
  'GET /2/users/by/username/:username': (client) => client.get('/2/users/by/username/mira_holm'),
  'GET /2/users/me': (client) => client.get('/2/users/me'),
  'PUT /2/posts/:post_id/hidden': (client, turn) =>
    client.send({ method: 'PUT', path: `/2/posts/${someReply}/hidden`, json: { hidden: turn % 2 === 0 } }),
  'POST /2/users/:id/following': (client) =>
    client.post(`/2/users/${someUser}/following`, { target_user_id: other }),
  'DELETE /2/users/:source_user_id/following/:target_user_id': (client) =>
    client.delete(`/2/users/${someUser}/following/${other}`),
  'GET /2/users/search': (client) => client.get('/2/users/search?query=mira&max_results=5'),
  'GET /2/users/:id/timelines/reverse_chronological': (client) =>
    client.get(`/2/users/${someUser}/timelines/reverse_chronological?max_results=5`),
  'GET /2/users/:id/mentions': (client) => client.get(`/2/users/${someUser}/mentions?max_results=5`),
  'GET /2/users/:id/liked_posts': (client) => client.get(`/2/users/${someUser}/liked_posts?max_results=5`),
  'GET /2/users/reposts_of_me': (client) => client.get('/2/users/reposts_of_me?max_results=5'),
  'GET /2/posts/:id/liking_users': (client) => client.get(`/2/posts/${somePost}/liking_users`),
  'GET /2/posts/:id/reposted_by': (client) => client.get(`/2/posts/${somePost}/reposted_by`),
  'GET /2/posts/:id/quote_posts': (client) => client.get(`/2/posts/${somePost}/quote_posts`),
  'POST /2/users/:id/likes': (client) => client.post(`/2/users/${someUser}/likes`, { post_id: somePost }),
  'DELETE /2/users/:id/likes/:post_id': (client) => client.delete(`/2/users/${someUser}/likes/${somePost}`),
  'POST /2/users/:id/reposts': (client) => client.post(`/2/users/${someUser}/reposts`, { post_id: somePost }),
  'DELETE /2/users/:id/reposts/:post_id': (client) =>
    client.delete(`/2/users/${someUser}/reposts/${somePost}`),
  'POST /2/users/:id/muting': (client) =>
    client.post(`/2/users/${someUser}/muting`, { target_user_id: other }),
  'DELETE /2/users/:source_user_id/muting/:target_user_id': (client) =>
    client.delete(`/2/users/${someUser}/muting/${other}`),
  'GET /2/users/:id/muting': (client) => client.get(`/2/users/${someUser}/muting`),
  'GET /2/users/:id/blocking': (client) => client.get(`/2/users/${someUser}/blocking`),
  'GET /2/dm_events': (client) => client.get('/2/dm_events?max_results=5'),
  'GET /2/dm_events/:id': (client) => client.get(`/2/dm_events/${keptEvent}`),
  'DELETE /2/dm_events/:id': (client, turn) => client.delete(`/2/dm_events/${turn + 1}`),
  'GET /2/dm_conversations/with/:participant_id/dm_events': (client) =>
    client.get(`/2/dm_conversations/with/${other}/dm_events`),
  'GET /2/dm_conversations/:dm_conversation_id/dm_events': (client) =>
    client.get(`/2/dm_conversations/${group}/dm_events?max_results=5`),
  'POST /2/dm_conversations/with/:participant_id/messages': (client, turn) =>
    client.post(`/2/dm_conversations/with/${other}/messages`, { text: `Turn ${turn}` }),
  'POST /2/dm_conversations/:dm_conversation_id/messages': (client, turn) =>
    client.post(`/2/dm_conversations/${group}/messages`, { text: `Turn ${turn}` }),
  'POST /2/dm_conversations': (client, turn) =>
    client.post('/2/dm_conversations', {
      conversation_type: 'Group',
      participant_ids: [other, '2244994948'],
      message: { text: `Turn ${turn}` },
    }),
  'GET /2/lists/:id': (client) => client.get(`/2/lists/${ownList}`),
  'POST /2/lists': (client, turn) => client.post('/2/lists', { name: `Turn ${turn}` }),
  'PUT /2/lists/:id': (client, turn) =>
    client.send({ method: 'PUT', path: `/2/lists/${ownList}`, json: { name: `Turn ${turn}` } }),
  'DELETE /2/lists/:id': (client, turn) => client.delete(`/2/lists/${turn + 1}`),
  'GET /2/lists/:id/members': (client) => client.get(`/2/lists/${ownList}/members`),
  'POST /2/lists/:id/members': (client) => client.post(`/2/lists/${ownList}/members`, { user_id: other }),
  'DELETE /2/lists/:id/members/:user_id': (client) => client.delete(`/2/lists/${ownList}/members/${other}`),
  'GET /2/lists/:id/posts': (client) => client.get(`/2/lists/${ownList}/posts?max_results=5`),
  'GET /2/users/:id/owned_lists': (client) => client.get(`/2/users/${someUser}/owned_lists?max_results=5`),
  'GET /2/users/:id/list_memberships': (client) => client.get(`/2/users/${someUser}/list_memberships`),
  'POST /2/users/:id/followed_lists': (client) =>
    client.post(`/2/users/${someUser}/followed_lists`, { list_id: otherList }),
  'DELETE /2/users/:id/followed_lists/:list_id': (client) =>
    client.delete(`/2/users/${someUser}/followed_lists/${otherList}`),
  'GET /2/users/:id/pinned_lists': (client) => client.get(`/2/users/${someUser}/pinned_lists`),
  'POST /2/users/:id/pinned_lists': (client) =>
    client.post(`/2/users/${someUser}/pinned_lists`, { list_id: ownList }),
  'DELETE /2/users/:id/pinned_lists/:list_id': (client) =>
    client.delete(`/2/users/${someUser}/pinned_lists/${ownList}`),
  'GET /2/users/:id/bookmarks': (client) => client.get(`/2/users/${someUser}/bookmarks`),
  'POST /2/users/:id/bookmarks': (client) =>
    client.post(`/2/users/${someUser}/bookmarks`, { post_id: somePost }),
  'DELETE /2/users/:id/bookmarks/:post_id': (client) =>
    client.delete(`/2/users/${someUser}/bookmarks/${somePost}`),
  'GET /2/users/:id/bookmarks/folders': (client, _, self) => client.get(`/2/users/${self}/bookmarks/folders`),
  // Every user has a folder with the user's own id.
  'GET /2/users/:id/bookmarks/folders/:folder_id': (client, _, self) =>
    client.get(`/2/users/${self}/bookmarks/folders/${self}`),
  'GET /2/spaces': (client) => client.get(`/2/spaces?ids=${someSpace}`),
  'GET /2/spaces/:id': (client) => client.get(`/2/spaces/${someSpace}`),
  'GET /2/spaces/:id/buyers': (client) => client.get(`/2/spaces/${someSpace}/buyers`),
  'GET /2/spaces/:id/posts': (client) => client.get(`/2/spaces/${someSpace}/posts`),
  'GET /2/spaces/search': (client) => client.get('/2/spaces/search?query=reading'),
  'GET /2/spaces/by/creator_ids': (client) => client.get(`/2/spaces/by/creator_ids?user_ids=${someUser}`),
  'GET /2/communities/:id': (client) => client.get(`/2/communities/${someCommunity}`),
  'GET /2/communities/search': (client) => client.get('/2/communities/search?query=harbour'),
  'GET /2/trends/by/woeid/:id': (client) => client.get('/2/trends/by/woeid/1'),
  'GET /2/users/personalized_trends': (client) => client.get('/2/users/personalized_trends'),
  'GET /2/compliance/jobs': (client) => client.get('/2/compliance/jobs?type=posts'),
  'GET /2/compliance/jobs/:job_id': (client) => client.get('/2/compliance/jobs/901'),
  'POST /2/compliance/jobs': (client) => client.post('/2/compliance/jobs', { type: 'posts' }),
  'GET /2/usage/posts': (client) => client.get('/2/usage/posts'),
};

/** Endpoints that only act for a user: their A value covers all users (choice: app-cell-on-user-endpoint). */
const isForUsersAlone = (endpoint: string): boolean =>
  isForMessages(endpoint) ||
  endpoint.includes('/bookmarks') ||
  endpoint === 'DELETE /2/posts/:id' ||
  endpoint === 'POST /2/posts' ||
  endpoint === 'GET /2/users/personalized_trends';
const isForMessages = (endpoint: string): boolean => endpoint.includes('/dm_');

const minute = 60_000;

/** A platform with 20 users of an App, whose Project is on `plan`; posts 1 to 60 are for deletion. */
async function onPlan(plan: keyof Row['cells'], appName: string, events = deletable) {
  const { platform, as } = await start({
    scenario: {
      name: 'rows',
      build(write, state) {
        const initialCredentials = crowd(20, appName).build(write, state);
        const one = state.tables.posts.get(somePost)!;
        for (let turn = 1; turn <= 120; turn++)
          write.posts.insert({ ...one, id: String(turn), author_id: turn <= 60 ? someUser : '5000001' });
        insertGroups(write, state);
        const everybody = Array.from(state.tables.users.values(), ({ id }) => id);
        for (const id of everybody) write.bookmark_folders.insert({ id, owner_id: id, name: 'To read' });
        const list = { name: 'A list', description: '', private: false, created_at: 0 };
        for (let turn = 1; turn <= deletableLists; turn++)
          write.lists.insert({ ...list, id: String(turn), owner_id: someUser });
        write.lists.insert({ ...list, id: ownList, owner_id: someUser });
        write.lists.insert({ ...list, id: otherList, owner_id: other });
        if (appName !== 'Northwind Courier') return initialCredentials;
        write.dm_conversations.insert({ id: group, participant_ids: everybody });
        const event = [...state.tables.dm_events.values()][0]!;
        for (const turn of [...Array.from({ length: events }, (_, at) => at + 1), keptEvent])
          write.dm_events.insert({
            ...event,
            id: String(turn),
            dm_conversation_id: group,
            holder_ids: everybody,
          });
        return initialCredentials;
      },
    },
  });
  await platform.do('portal.setPlan', '1700', plan);
  const users = ['mira_holm', ...Array.from({ length: 20 }, (_, each) => `crowd_${each + 1}`)];
  return { platform, as, users: users.map((username) => as.user(username, appName)) };
}

/** A Space, a community and a compliance job for reads. */
function insertGroups(write: Write, state: StateView): void {
  const at = state.now();
  write.spaces.insert({
    ...{ id: someSpace, creator_id: someUser, host_ids: [someUser], speaker_ids: [], title: 'Reading aloud' },
    ...{ created_at: at, scheduled_start: null, starts_at: at, ends_at: at + 48 * 60 * minute },
  });
  write.communities.insert({
    ...{ id: someCommunity, name: 'Harbour', description: '', join_policy: 'Open', created_at: at },
  });
  write.compliance_jobs.insert({
    ...{ id: '901', app_id: '26001', type: 'posts', name: null, resumable: false, status: 'created' },
    ...{ created_at: at, upload_expires_at: at, download_expires_at: at + 48 * 60 * minute },
    ...{ secret: 'x', uploaded: null, result: null },
  });
}

function expectRefused(answer: Answer): void {
  expect(answer.status).toBe(429);
  expect(answer.json.errors[0]).toEqual({ code: 88, message: 'Rate limit exceeded' });
  expect(answer.number('svc-rate-limit-remaining')).toBe(0);
}

const passes = (answer: Answer, what: string): void => {
  if (answer.status >= 300) expect.fail(`${what}: ${answer.status} ${answer.text}`);
};

/**
 * One caller makes every call of the window and is refused the next; when the window has passed it is served, unless the
 * App's `ceiling` over all users is reached with it, and lasts longer.
 */
async function exhaust(
  client: Client,
  call: Call,
  value: CellValue,
  platform: Platform,
  ceiling?: CellValue,
): Promise<void> {
  for (let turn = 0; turn < value.calls; turn++)
    passes(await call(client, turn, someUser), `call ${turn + 1}`);
  const refused = await call(client, value.calls, someUser);
  expectRefused(refused);
  const spent = refused.exchange.windows.find(({ scope }) => scope === value.scope)!;
  expect(spent).toMatchObject({
    remaining: 0,
    limit: value.calls,
    windowSeconds: value.minutes * 60,
  });
  await platform.clock.advance(value.minutes * minute - 1);
  expectRefused(await call(client, value.calls + 1, someUser));
  await platform.clock.advance(1);
  const after = await call(client, value.calls + 2, someUser);
  if (!ceiling || ceiling.calls > value.calls || ceiling.minutes <= value.minutes)
    return passes(after, 'after the window');
  expectRefused(after);
  expect(after.exchange.windows.find(({ scope }) => scope === 'user')).toMatchObject({
    remaining: value.calls,
  });
}

/** The id of the user at this index in `onPlan`. */
const idAt = (at: number): string => (at === 0 ? someUser : String(5_000_000 + at));

/** Users alternate, each within their own limit, until the App's ceiling refuses one who had calls left. */
async function exhaustTogether(
  users: readonly Client[],
  call: Call,
  [own, ceiling]: readonly [CellValue, CellValue],
  platform: Platform,
): Promise<void> {
  let made = 0;
  while (made < ceiling.calls) {
    for (const [at, user] of users.entries())
      for (let turn = 0; turn < own.calls && made < ceiling.calls - 1; turn++, made++)
        passes(await call(user, made, idAt(at)), `call ${made + 1}`);
    if (made >= ceiling.calls - 1) break;
    await platform.clock.advance(own.minutes * minute);
  }
  const [second, fresh] = [users.at(-2)!, users.at(-1)!];
  if (own.minutes < ceiling.minutes) await platform.clock.advance(own.minutes * minute);
  passes(await call(fresh, made++, idAt(users.length - 1)), 'the last one');
  const refused = await call(second, made, idAt(users.length - 2));
  expectRefused(refused);
  const left = refused.exchange.windows.find(({ scope }) => scope === 'user');
  expect(left?.remaining, 'calls of its own left').toBeGreaterThan(0);
  expect(refused.exchange.windows.find(({ scope }) => scope === 'app')).toMatchObject({
    remaining: 0,
    limit: ceiling.calls,
    windowSeconds: ceiling.minutes * 60,
  });
}

type PlanName = keyof Row['cells'];
const planNames = ['pro', 'basic', 'free'] as const;

const appOf = ({ endpoint }: Row): string =>
  isForMessages(endpoint) ? 'Northwind Courier' : 'Northwind Reader';

/** The results of two calls around a limit, and of two around its reset. */
interface Edge {
  readonly last: Answer;
  readonly over: Answer;
  readonly windows: Exchange['windows'];
  readonly before: Answer;
  readonly after: Answer;
}

/** The calls of all rows of an App on a plan, whose windows of this scope all stand one call before their limits. */
async function edgesOf(
  plan: PlanName,
  scope: CellValue['scope'],
  appName: string,
): Promise<ReadonlyMap<string, Edge>> {
  const { snapshot, credentials, principals } = await onPlanAsData(plan, appName);
  const cells = rows
    .filter((row) => row.endpoint in calls && appOf(row) === appName)
    .flatMap((row) =>
      row.cells[plan].filter((value) => value.scope === scope).map((value) => ({ ...value, row })),
    );
  const windows = cells.map(({ row: { endpoint }, calls: most, minutes }): WindowRow => {
    const { id } = endpoints.find(({ method, path }) => `${method} ${path}` === endpoint)!;
    return {
      id: `${id} ${scope} ${principals[scope]}`,
      ...{ endpoint_id: id, scope, principal: principals[scope], started_at: startedAt(snapshot) },
      ...{ window_seconds: minutes * 60, count: most - 1 },
    };
  });
  const begun = windows.filter(({ count }) => count > 0).map((row) => ({ ...row }));
  const tables = { ...snapshot.tables, windows: begun };
  const { platform, as } = await start({ snapshot: { ...snapshot, tables }, credentials });
  const [first, second] = [as.user('mira_holm', appName), as.user('crowd_1', appName)];
  const made = new Map<string, { -readonly [K in keyof Edge]?: Edge[K] }>();
  const make = ({ endpoint }: Row, turn: number, isOther = false) => {
    const isApp = scope === 'app' && !isForUsersAlone(endpoint);
    const self = isOther && scope === 'app' ? 1 : 0;
    return calls[endpoint]!(isApp ? as.bearer(appName) : self ? second : first, turn, idAt(self));
  };
  for (const { row } of cells) {
    const last = await make(row, 0);
    const over = await make(row, 1, true);
    made.set(row.endpoint, { last, over, windows: over.exchange.windows });
  }
  let passed = 0;
  for (const minutes of [...new Set(cells.map((cell) => cell.minutes))].sort((a, b) => a - b)) {
    await platform.clock.advance(minutes * minute - 1 - passed);
    const ofLength = cells.filter((cell) => cell.minutes === minutes);
    for (const { row } of ofLength) made.get(row.endpoint)!.before = await make(row, 2);
    await platform.clock.advance(1);
    for (const { row } of ofLength) made.get(row.endpoint)!.after = await make(row, 3);
    passed = minutes * minute;
  }
  return made as ReadonlyMap<string, Edge>;
}

const startedAt = ({ tables }: Snapshot): number =>
  Math.max(...(tables['windows'] as readonly { started_at: number }[]).map((row) => row.started_at));

/** As data, with for whom a user's calls and the App's count. */
async function onPlanAsData(plan: PlanName, appName: string) {
  const { platform, as, users } = await onPlan(plan, appName, 4);
  await users[0]!.get('/2/users/me');
  await as.bearer(appName).get(`/2/users/${someUser}`);
  const snapshot = platform.snapshot();
  const principalOf = (scope: CellValue['scope']) =>
    (snapshot.tables['windows'] as unknown as readonly WindowRow[]).find((row) => row.scope === scope)!
      .principal;
  const principals = { user: principalOf('user'), app: principalOf('app') };
  return { snapshot, credentials: platform.initialCredentials, principals };
}

const edges = new Map<string, ReturnType<typeof edgesOf>>();

function edgeAt(row: Row, plan: PlanName, { scope }: CellValue): Promise<Edge> {
  const key = [plan, scope, appOf(row)].join();
  const found = edges.get(key) ?? edgesOf(plan, scope, appOf(row));
  edges.set(key, found);
  return found.then((made) => made.get(row.endpoint)!);
}

function demandEdge(
  row: Row,
  plan: PlanName,
  value: CellValue,
  { last, over, windows, before, after }: Edge,
): void {
  passes(last, 'the last one');
  expectRefused(over);
  expect(windows.find(({ scope }) => scope === value.scope)).toMatchObject({
    ...{ remaining: 0, limit: value.calls, windowSeconds: value.minutes * 60 },
  });
  if (value.scope === 'app' && isForUsersAlone(row.endpoint))
    expect(windows.find(({ scope }) => scope === 'user')?.remaining).toBeGreaterThan(0);
  expectRefused(before);
  const ceiling = isForUsersAlone(row.endpoint) ? row.cells[plan][1] : undefined;
  // The App's single call of a longer window was the last one.
  if (value.scope === 'user' && ceiling?.calls === 1 && ceiling.minutes > value.minutes) expectRefused(after);
  else passes(after, 'after the window');
}

/** By making as many calls as it has. */
async function demandByCalling(row: Row, plan: PlanName, value: CellValue): Promise<void> {
  const call = calls[row.endpoint]!;
  const [first, second] = row.cells[plan];
  const { platform, as, users } = await onPlan(plan, appOf(row));
  const ceiling = isForUsersAlone(row.endpoint) ? second : undefined;
  if (value.scope === 'user') await exhaust(users[0]!, call, value, platform, ceiling);
  else if (!isForUsersAlone(row.endpoint)) await exhaust(as.bearer(), call, value, platform);
  else if (row.endpoint === 'DELETE /2/posts/:id') await deleteTogether(users, platform, value);
  else await exhaustTogether(users, call, [first!, second!], platform);
}

/** For each kind of cell, the one with the fewest calls. */
const smallest = new Map<string, CellValue>();
for (const row of rows.filter(({ endpoint }) => endpoint in calls))
  for (const plan of planNames)
    for (const value of row.cells[plan]) {
      const kind = [plan, value.scope, value.minutes, isForUsersAlone(row.endpoint)].join();
      if (value.calls < (smallest.get(kind)?.calls ?? Infinity)) smallest.set(kind, value);
    }
const ofEachKind = new Set(smallest.values());

describe('rows of 8.3, by making the calls', () => {
  for (const row of rows.filter(({ endpoint }) => endpoint in calls))
    test(proves(row.clause, row.endpoint), async () => {
      for (const plan of planNames)
        for (const value of row.cells[plan]) {
          demandEdge(row, plan, value, await edgeAt(row, plan, value));
          if (proving || ofEachKind.has(value)) await demandByCalling(row, plan, value);
        }
    });

  test('every endpoint of 8.3 under /2/ has its row among these', async () => {
    const declared = endpoints.filter(({ path }) =>
      /^\/2\/(?!oauth2\/|webhooks|account_activity\/)/.test(path),
    );
    expect(declared.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(calls).sort());
  });
});

/** Two users, each within its own limit, share the App's. */
async function deleteTogether(
  users: readonly Client[],
  platform: Platform,
  ceiling: CellValue,
): Promise<void> {
  const [mira, second] = [users[0]!, users[1]!];
  for (let turn = 1; turn <= ceiling.calls; turn++) {
    const [client, post] = turn % 2 ? [mira, turn] : [second, turn + 60];
    passes(await client.delete(`/2/posts/${post}`), `delete ${turn}`);
  }
  expectRefused(await second.delete('/2/posts/119'));
  await platform.clock.advance(ceiling.minutes * minute);
  passes(await second.delete('/2/posts/119'), 'after the window');
}
