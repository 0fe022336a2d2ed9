import { expect, test } from 'vitest';
import { keysOf } from '../checked/is.ts';
import { createTestPlatform } from '../testing.ts';
import type { TestPlatform } from '../testing.ts';
import { sections } from './declaration.ts';
import { readScenario } from './read.ts';

const written = async ({ platform }: TestPlatform) => {
  const scenario = await platform.ask('explorer.scenario');
  if (!scenario) throw new Error('The world is too large');
  return scenario;
};

const again = async (world: TestPlatform) =>
  createTestPlatform({ scenario: await readScenario((await written(world)).text, 'world.json') });

const rowsOf = ({ platform }: TestPlatform) => {
  const { tables } = platform.snapshot();
  return Object.fromEntries(
    keysOf(sections).map((name) => [
      name,
      tables[sections[name].table]?.map((row) => JSON.stringify(row, sortedKeys)),
    ]),
  );
};

/** Compares rows regardless of the order of their fields. */
const sortedKeys = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

test('a world written as a file and read back answers the same calls with the same keys', async () => {
  const first = await createTestPlatform();
  await first.platform.seedPopulation();
  const second = await again(first);
  expect(second.keysOf()).toEqual(first.keysOf());
  expect(second.platform.clock.now()).toBe(first.platform.clock.now());
  expect(rowsOf(second)).toEqual(rowsOf(first));
  const headers = { authorization: `Bearer ${first.keysOf().bearer_token}` };
  for (const path of [
    '/2/users/by/username/mira_holm?user.fields=public_metrics&expansions=pinned_post_id',
    '/2/users/2244994945/posts',
    '/2/posts/search/recent?query=bread&expansions=author_id&post.fields=entities,public_metrics,source',
    '/2/posts/search/stream/rules',
  ]) {
    const look = async ({ fetch }: TestPlatform) => {
      const answer = await fetch(path, { headers });
      return { path, status: answer.status, body: await answer.text() };
    };
    const before = await look(first);
    expect(before.status, path).toBe(200);
    expect(await look(second)).toEqual(before);
  }
  // Users that were not seeded yet are added by the same first call.
  expect(second.platform.snapshot().tables['platform']).toMatchObject([{ populations_due: ['ads'] }]);
  expect((await written(first)).left).toEqual(['4 calls in the log', '1 e-mail']);
});

const business = `scenario: 1
clock: { at: 2026-05-01T00:00:00Z, frozen: true }
abuse_enabled: false
users: [{ username: mira }, { username: jonas }]
apps:
  - { name: Desk, owner: mira, bearer_token: null }
  - { id: "7", name: Desk, owner: jonas, project: Harbour, client_secret: secret }
projects: [{ name: Harbour, owner: mira }]
access_tokens: [{ app: "7", user: mira }, { app: "7", user: mira }]
oauth2_tokens: [{ app: "7", user: jonas, scopes: [post.read] }]
refresh_tokens: [{ app: "7", user: jonas, scopes: [post.read] }]
approvals: [{ app: "7", user: jonas, flow: oauth2 }]
dm_conversations: [{ id: chat, participants: [mira, jonas] }]
dm_events: [{ dm_conversation: chat, sender: mira, text: a, holders: [mira] }]
webhooks: [{ id: hook, app: "7", url: "https://a.example/b" }]
subscriptions: [{ webhook: hook, user: mira }]
posts: [{ id: tea, author: mira, text: Tea?, poll: { options: [a, b], duration_minutes: 60 } }]
bookmark_folders: [{ id: tides, owner: mira, name: Tides }]
filed_bookmarks: [{ folder: tides, post: tea }]
spaces:
  - { id: 1DXxyRYNejbKM, creator: mira, title: Live }
  - { creator: mira, hosts: [jonas], speakers: [mira], title: Later, scheduled_start: 2026-05-02T00:00:00Z }
space_buyers: [{ space: 1DXxyRYNejbKM, user: jonas }]
space_posts: [{ space: 1DXxyRYNejbKM, post: tea }]
compliance_jobs:
  - { app: "7", type: users, name: Who left }
  - { app: "7", type: posts, status: in_progress, uploaded: "1\\n2" }
receivers: [{ host: a.example, code: "export default () => new Response()" }]
receiver_items: [{ host: a.example, key: seen, value: "3" }]
ad_accounts: [{ id: a, owner: mira, name: A }]
ad_accesses: [{ account: a, user: jonas }]
funding_instruments: [{ id: f, account: a }]
campaigns: [{ id: c, account: a, funding_instrument: f, name: C }]
line_items: [{ id: l, account: a, campaign: c, name: L, end_time: 2027-01-01T00:00:00Z }]
merchants: [{ user: mira }]
catalogs: [{ id: shop, owner: mira, name: Shop }]
products:
  - { catalog: shop, id: tea, title: Tea, description: Tea, availability: in stock, condition: new, price: 4.00 EUR,
      link: https://a.example/a, image_link: https://a.example/b, brand: A, inventory: 3 }
product_sets: [{ catalog: shop, name: Cheap, type: MANUAL, product_ids: [tea] }]
product_feeds: [{ catalog: shop, feed_url: https://a.example/p.csv, feed_format: CSV, frequency: DAILY }]
`;

test('Issue 20: Apps with the same name, tokens, Spaces, folders, compliance jobs, receivers, ads and catalogs survive a file unchanged', async () => {
  const first = await createTestPlatform({ scenario: await readScenario(business) });
  const second = await again(first);
  expect(rowsOf(second)).toEqual(rowsOf(first));
  expect(second.platform.initialCredentials).toEqual(first.platform.initialCredentials);
  expect((await written(second)).text).toBe((await written(first)).text);
});
