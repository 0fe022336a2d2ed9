import { describe, expect, test } from 'vitest';
import { createPlatform } from '../create.ts';
import { createTestPlatform } from '../testing.ts';
import { readScenario } from './read.ts';

const head = 'scenario: 1\n';
const mira = `${head}users:\n  - { username: mira }\n`;
const withApp = `${mira}projects:
  - { name: Harbour, owner: mira, plan: free }
apps:
  - { name: Desk, owner: mira, project: Harbour, bearer_token: harbour-bearer }
access_tokens:
  - { app: Desk, user: mira, oauth_token: mira-token, oauth_token_secret: mira-secret }
`;

const refusalOf = (text: string): Promise<string> =>
  readScenario(text, 'team.yaml').then(
    () => 'taken',
    (error: unknown) => (error as Error).message,
  );

describe('a scenario file', () => {
  test('makes a world with the keys that it gives, and those of its seed for the rest', async () => {
    const scenario = await readScenario(withApp);
    const { fetch, keysOf, platform } = await createTestPlatform({ scenario });
    const keys = keysOf('Desk', 'mira');
    expect(keys).toMatchObject({ bearer_token: 'harbour-bearer', oauth_token: 'mira-token' });
    expect(keys.consumer_key).toMatch(/^\w{25}$/);
    expect((await createTestPlatform({ scenario })).keysOf('Desk').consumer_key).toBe(keys.consumer_key);
    const other = await readScenario(`${withApp}seed: another\n`);
    expect((await createTestPlatform({ scenario: other })).keysOf('Desk').consumer_key).not.toBe(
      keys.consumer_key,
    );
    const answer = await fetch('/2/users/by/username/mira', {
      headers: { authorization: 'Bearer harbour-bearer' },
    });
    expect(await answer.json()).toEqual({
      data: { id: keys.user_id, name: 'mira', username: 'mira' },
    });
    expect(platform.portal.projects()).toMatchObject([{ name: 'Harbour', plan: 'free' }]);
  });

  test('words can be used as ids, in any order, and replies and mentions follow from the texts', async () => {
    const scenario = await readScenario(`${withApp}posts:
  - { author: mira, in_reply_to_post: hello, text: "Me too, @mira", created_at: 2026-03-01T09:00:00Z }
  - { id: hello, author: mira, text: "Hello #harbour", created_at: 2026-03-01T08:00:00Z }
likes:
  - { user: mira, post: hello }
`);
    const { fetch } = await createTestPlatform({ scenario });
    const answer = await fetch(
      '/2/posts/search/recent?query=from:mira&post.fields=conversation_id,entities,public_metrics',
      { headers: { authorization: 'Bearer harbour-bearer' } },
    );
    const { data } = (await answer.json()) as { data: Record<string, unknown>[] };
    const [reply, hello] = data;
    expect(reply).toMatchObject({
      conversation_id: hello!['id'],
      entities: { mentions: [{ username: 'mira' }] },
    });
    expect(hello).toMatchObject({ public_metrics: { like_count: 1, reply_count: 1 } });
    expect(BigInt(String(reply!['id']))).toBeGreaterThan(BigInt(String(hello!['id'])));
  });

  test('sets the world’s clock: frozen, or running from there', async () => {
    const at = Date.UTC(2030, 4, 1, 12);
    const clock = (more: string) => `${head}clock: { at: 2030-05-01T12:00:00Z${more} }\n`;
    let real = 1000;
    const options = { now: () => real };
    const running = createPlatform({ ...options, scenario: await readScenario(clock('')) });
    const frozen = createPlatform({ ...options, scenario: await readScenario(clock(', frozen: true')) });
    expect([running.clock.now(), frozen.clock.now()]).toEqual([at, at]);
    real = 4000;
    expect([running.clock.now(), frozen.clock.now()]).toEqual([at + 3000, at]);
  });

  test('JSON is read as well, with an id too long for a number', async () => {
    const id = '1999999999999999999';
    const scenario = await readScenario(
      JSON.stringify({
        scenario: 1,
        users: [{ id, username: 'mira' }],
        posts: [{ author: 'mira', text: 'a' }],
      }),
    );
    const { tables } = scenario.begin(0).snapshot;
    expect(tables['users']).toMatchObject([{ id }]);
    const yaml = await readScenario(`${head}users:\n  - { id: "${id}", username: mira }\n`);
    expect(yaml.begin(0).snapshot.tables['users']).toMatchObject([{ id }]);
  });

  test('Issue 20: Spaces, folders of bookmarks, compliance jobs and receivers work as if calls had made them', async () => {
    const scenario = await readScenario(`${withApp}posts: [{ id: hello, author: mira, text: Hello }]
bookmarks: [{ user: mira, post: hello }]
bookmark_folders: [{ id: "70", owner: mira, name: Harbour }]
filed_bookmarks: [{ folder: "70", post: hello }]
spaces: [{ id: Quay, creator: mira, title: On the quay }]
space_posts: [{ space: Quay, post: hello }]
oauth2_tokens: [{ app: Desk, user: mira, access_token: mira-2, scopes: [bookmark.read, post.read, users.read] }]
compliance_jobs: [{ id: "71", app: Desk, type: users, status: in_progress, uploaded: "404" }]
receivers: [{ host: hooks.harbour.example, code: export default () => new Response() }]
`);
    const { fetch, platform, setPlan } = await createTestPlatform({ scenario });
    await setPlan('pro');
    const look = async (path: string, token = 'harbour-bearer') => {
      const answer = await fetch(path, { headers: { authorization: `Bearer ${token}` } });
      return (await answer.json()) as unknown;
    };
    expect(await look('/2/spaces/Quay/posts')).toMatchObject({ data: [{ text: 'Hello' }] });
    expect(await look('/2/spaces/Quay')).toMatchObject({ data: { state: 'live' } });
    await platform.clock.advance(3_600_000);
    expect(await look('/2/spaces/Quay')).toMatchObject({ data: { state: 'ended' } });
    const { user_id: mira } = (await createTestPlatform({ scenario })).keysOf('Desk');
    expect(await look(`/2/users/${mira}/bookmarks/folders/70`, 'mira-2')).toMatchObject({ data: [{}] });
    expect(await look('/2/compliance/jobs/71')).toMatchObject({ data: { status: 'complete' } });
    expect(platform.snapshot().tables['compliance_jobs']).toMatchObject([
      { result: '{"id":"404","action":"delete","reason":"deleted"}\n' },
    ]);
    expect(await platform.ask('receivers.list')).toMatchObject([{ host: 'hooks.harbour.example' }]);
  });

  test('anchors repeat values from above', async () => {
    const scenario = await readScenario(`${head}users:
  - &one { username: mira, location: &where Bergen }
  - { username: jonas, location: *where }
`);
    expect(scenario.begin(0).snapshot.tables['users']).toMatchObject([
      { location: 'Bergen' },
      { location: 'Bergen' },
    ]);
  });
});

describe('invalid content is refused with its line and column', () => {
  test.each([
    ['no YAML', `${head}users:\n  - { username: mira\n`, /^team\.yaml:4:1: /],
    ['an empty file', '', /^team\.yaml:1:1: the file is empty$/],
    ['a text', 'hello', /^team\.yaml:1:1: the file is not a group of names with values$/],
    ['no release of the form', 'users: []\n', /^team\.yaml:1:1: scenario is missing$/],
    [
      'an unknown list',
      `${head}people: []\n`,
      /^team\.yaml:2:1: people is not known here: there are \$schema, scenario, base, seed,/,
    ],
    [
      'an unknown member',
      `${head}users:\n  - username: mira\n    nickname: Mi\n`,
      /^team\.yaml:4:15: users\[0\]\.nickname is not known here: there are id, username,/,
    ],
    ['a missing one', `${head}users:\n  - name: Mira\n`, /^team\.yaml:3:5: users\[0\]\.username is missing$/],
    [
      'a number where a text is expected',
      `${head}users:\n  - { id: 17, username: mira }\n`,
      /^team\.yaml:3:11: users\[0\]\.id is not a text: put it in quotes/,
    ],
    ['a list twice', `${mira}users: []\n`, /^team\.yaml:4:1: users appears here twice$/],
    ['a tag', `${head}seed: !!js/function "1"\n`, /^team\.yaml:2:7: a tag has no meaning here$/],
    ['an unknown anchor', `${head}seed: *nobody\n`, /^team\.yaml:2:\d: .*nobody/],
    [
      'lists within lists',
      `${head}users: ${'['.repeat(60)}${']'.repeat(60)}\n`,
      /^team\.yaml:2:57: this is nested too deeply$/,
    ],
    [
      'aliases of aliases',
      `${head}users:\n${['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
        .map(
          (name, at, all) =>
            `  - &${name} [${Array(10)
              .fill(at === 0 ? '1' : `*${all[at - 1]!}`)
              .join(',')}]\n`,
        )
        .join('')}`,
      /^team\.yaml:\d+:\d+: aliases repeat more than a scenario can hold$/,
    ],
    ['a second document', `${head}---\nscenario: 1\n`, /^team\.yaml:\d:\d: a second document begins here$/],
    [
      'an unknown user',
      `${mira}projects:\n  - { name: Harbour, owner: jonas }\n`,
      /^team\.yaml:5:29: projects\[0\]\.owner .*jonas/,
    ],
    [
      'a name used twice',
      `${mira}  - { username: Mira }\n`,
      /^team\.yaml:4:5: users\[1\] is called mira, as one before it is$/,
    ],
    [
      'what an endpoint would refuse',
      `${mira}lists:\n  - owner: mira\n    name: ${'a'.repeat(26)}\n`,
      /^team\.yaml:6:11: lists\[0\]\.name would be refused by createList/,
    ],
    [
      'more than a plan allows',
      `${withApp}webhooks:\n  - { app: Desk, url: "https://a.example/b" }\n  - { app: Desk, url: "https://a.example/c" }\n`,
      /^team\.yaml:11:5: webhooks\[0\]\.valid is true beyond what the plan of the App allows$/,
    ],
    [
      'a Space that ends before it starts',
      `${mira}spaces:\n  - creator: mira\n    title: Tides\n    starts_at: 2026-05-01T00:00:00Z\n    ends_at: 2026-04-01T00:00:00Z\n`,
      /^team\.yaml:8:14: spaces\[0\]\.ends_at is before starts_at$/,
    ],
    [
      'a folder of nobody',
      `${mira}bookmark_folders: [{ owner: jonas, name: Tides }]\n`,
      /^team\.yaml:4:29: bookmark_folders\[0\]\.owner .*jonas/,
    ],
    [
      'a complete compliance job without its result',
      `${withApp}compliance_jobs:\n  - { app: Desk, type: users, status: complete }\n`,
      /^team\.yaml:11:5: compliance_jobs\[0\]\.result does not fit a job that is complete$/,
    ],
    [
      'a receiver at a host that is not public',
      `${mira}receivers: [{ host: localhost, code: "" }]\n`,
      /^team\.yaml:4:21: receivers\[0\]\.host /,
    ],
    [
      'what no receiver keeps',
      `${mira}receiver_items: [{ host: a.example, key: a, value: b }]\n`,
      /^team\.yaml:4:26: receiver_items\[0\]\.host .*a\.example/,
    ],
    [
      'JSON with a mistake',
      '{\n  "scenario": 1,\n  "users": [{ "username": "much too long a name" }]\n}',
      /^team\.yaml:3:27: users\[0\]\.username is not 1 to 15 letters/,
    ],
  ])('%s', async (_, text, refusal) => {
    expect(await refusalOf(text)).toMatch(refusal);
  });
});
