import { describe, expect, test } from 'vitest';
import { createPlatform, SnapshotTooNew } from '../../engine/index.ts';
import type { Snapshot, SnapshotBlocks } from '../../engine/inside.ts';
import { migrate, migrations } from '../../engine/state/migrations/migrate.ts';
import { schemaVersion } from '../../engine/state/migrations/version.ts';
import type { Migration } from '../../engine/state/migrations/migrate.ts';
import { caller, start } from '../../testing/platform.ts';
import { withCourier } from '../support/courier-family.ts';
import { stored, storedVersions } from './stored.ts';

/** The callers when version 1 was stored: the starter's credentials follow from its seed. */
const { initialCredentials } = createPlatform({ seed: 'stored' });

/** The snapshots contain work of this family, besides the platform's own. */
const opened = (version: number, snapshot = stored(version)) =>
  createPlatform({ snapshot, families: withCourier });

test('every version up to the current one has its stored snapshot', () => {
  expect(storedVersions()).toEqual(Array.from({ length: schemaVersion }, (_, index) => index + 1));
});

describe.each(storedVersions())('the stored snapshot of version %i', (version) => {
  const open = () => opened(version);

  test('has rows in every table that its release could fill', () => {
    const { tables } = stored(version);
    const since2 = version > 1 ? ['dm_conversations', 'dm_events'] : [];
    const since3 = version > 2 ? ['portal_answers'] : [];
    for (const name of [
      ...['users', 'apps', 'user_tokens', 'posts', 'polls', 'windows', 'nonces', 'exchanges'],
      ...since2,
      ...since3,
      ...(version > 3 ? ['jobs', 'outbox'] : []),
      ...(version > 6
        ? ['webhooks', 'webhook_checks', 'subscriptions', 'activity_events', 'receivers', 'receiver_items']
        : []),
    ])
      expect(tables[name]?.length, name).toBeGreaterThan(0);
  });

  test('becomes a snapshot of the current version and is not changed itself', () => {
    const snapshot = stored(version);
    expect(opened(version, snapshot).snapshot().version).toBe(schemaVersion);
    expect(snapshot).toEqual(stored(version));
  });

  test('works: posts are read and created, windows and the clock continue', async () => {
    const platform = open();
    const as = caller(platform, initialCredentials);
    expect(new Date(platform.clock.now()).toISOString()).toBe('2026-03-02T09:42:12.000Z');
    const mine = await as.user().get('/2/users/2244994945/posts?max_results=5');
    expect(mine.json.data[0]).toMatchObject({ text: 'Kept' });
    expect((await as.user().post('/2/posts', { text: 'Kept' })).code, 'said before').toBe(187);
    expect((await as.user().post('/2/posts', { text: 'New' })).status).toBe(201);
    expect((await as.bearer('Lantern Bot').get('/2/posts/1')).code, 'a window used up').toBe(88);
    expect((await as.user('jonas_berg').get('/2/users/me')).number('svc-rate-limit-remaining')).toBe(73);
  });

  test('replies can be hidden, and messages sent, read and deleted', async () => {
    const platform = open();
    const as = caller(platform, initialCredentials);
    const post = '/2/posts/2020777185899446272';
    const replies = async () => {
      const answer = await as.bearer().get(`${post}?post.fields=public_metrics`);
      return (answer.json.data['public_metrics'] as { reply_count: number }).reply_count;
    };
    const hide = (hidden: boolean) =>
      as.user().send({ method: 'PUT', path: '/2/posts/2020792285393846272/hidden', json: { hidden } });
    expect(await replies()).toBe(version === 1 ? 1 : 0);
    for (const hidden of [false, true]) {
      expect((await hide(hidden)).json.data).toEqual({ hidden });
      expect(await replies()).toBe(hidden ? 0 : 1);
    }
    const mira = as.user('mira_holm', 'Northwind Courier');
    const before = (await mira.get('/2/dm_events')).json.meta.result_count;
    const held = (stored(version).tables['dm_events'] ?? []).filter(({ holder_ids }) =>
      (holder_ids as readonly string[]).includes('2244994945'),
    );
    expect(before).toBeGreaterThanOrEqual(held.length);
    const withAiko = '/2/dm_conversations/with/2244994947';
    const { dm_event_id } = (await mira.post(`${withAiko}/messages`, { text: 'Kept' })).json.data;
    expect((await mira.get(`${withAiko}/dm_events`)).json.data[0]).toMatchObject({ text: 'Kept' });
    expect((await mira.delete(`/2/dm_events/${String(dm_event_id)}`)).status).toBe(200);
    expect((await mira.get('/2/dm_events')).json.meta.result_count).toBe(before);
  });

  test('a portal call that was answered before the data was stored is not repeated', async () => {
    const platform = open();
    const { portal } = platform;
    const before = portal.projects().length;
    expect(await platform.doOnce('kept', 'portal.createProject', 'Kept', 'free')).toMatchObject({ ok: true });
    expect(portal.projects()).toHaveLength(version < 3 ? before + 1 : before);
  });

  test('its log continues after the last sequence', async () => {
    const platform = open();
    const before = platform.exchanges.list();
    expect(before.length).toBeGreaterThan(0);
    await caller(platform, initialCredentials).anonymous.get('/2/users/me');
    expect(platform.exchanges.list().at(-1)?.sequence).toBe(before.at(-1)!.sequence + 1);
  });
});

test('a snapshot of the current version gives the same platform again', async () => {
  const { platform, as } = await start();
  await as.user().post('/2/posts', { text: 'One' });
  const snapshot = platform.snapshot();
  expect(createPlatform({ snapshot: structuredClone(snapshot) }).snapshot()).toEqual(snapshot);
});

test('reposts of before version 11 mention nobody', async () => {
  const as = caller(opened(10), initialCredentials);
  const search = async (query: string) =>
    (await as.bearer().get(`/2/posts/search/recent?query=${query}&post.fields=entities`)).json;
  const { data } = await search('is:repost%20from:sam_ode');
  expect(data.map(({ entities }) => Object.keys(entities as object))).toEqual([['urls']]);
  expect((await search('from:sam_ode%20is:repost%20has:mentions')).meta.result_count).toBe(0);
});

test('the data of a later release is refused by name and left untouched', () => {
  const newer: Snapshot = { ...stored(1), version: schemaVersion + 3 };
  const before = structuredClone(newer);
  expect(() => createPlatform({ snapshot: newer })).toThrow(SnapshotTooNew);
  expect(() => createPlatform({ snapshot: newer })).toThrow(
    expect.objectContaining({ name: 'SnapshotTooNew', found: schemaVersion + 3, supported: schemaVersion }),
  );
  expect(newer).toEqual(before);
});

describe('migrations', () => {
  const step = (version: number, order: string[]): Migration => ({
    version,
    name: `step ${version}`,
    rows: {
      users: (row) => {
        order.push(`step ${version} of ${String(row['id'])}`);
        return { ...row, since: [...((row['since'] as number[] | undefined) ?? []), version] };
      },
    },
    added: { [`table ${version}`]: [{ id: '1' }] },
  });
  const sample = (version: number): Snapshot => ({
    format: 'svc-playground',
    version,
    tables: { users: [{ id: '1' }, { id: '2' }] },
  });
  const read = ({ blocks, ...head }: SnapshotBlocks) => ({ ...head, blocks: [...blocks] });

  test('run in order, once per row, starting from the found version, each row through all of them before the next row', () => {
    const order: string[] = [];
    const steps = [step(2, order), step(3, order), step(4, order)];
    const before = sample(2);
    expect(read(migrate(before, steps))).toEqual({
      format: 'svc-playground',
      version: 4,
      blocks: [
        {
          table: 'users',
          rows: [
            { id: '1', since: [3, 4] },
            { id: '2', since: [3, 4] },
          ],
        },
        { table: 'table 3', rows: [{ id: '1' }] },
        { table: 'table 4', rows: [{ id: '1' }] },
      ],
    });
    expect(order).toEqual(['step 3 of 1', 'step 4 of 1', 'step 3 of 2', 'step 4 of 2']);
    expect(before).toEqual(sample(2));
  });

  test('read a block only when it is requested', () => {
    const order: string[] = [];
    function* blocks() {
      for (const id of ['1', '2']) {
        order.push(`block ${id}`);
        yield { table: 'users', rows: [{ id }] };
      }
    }
    const source = { format: 'svc-playground', version: 1, blocks: blocks() } as const;
    for (const { table } of migrate(source, [step(2, order)]).blocks) order.push(`read ${table}`);
    expect(order).toEqual([
      'block 1',
      'step 2 of 1',
      'read users',
      'block 2',
      'step 2 of 2',
      'read users',
      'read table 2',
    ]);
  });

  test('later steps also process what an earlier one adds', () => {
    const first: Migration = { version: 2, name: 'one', added: { users: [{ id: '9' }] } };
    expect(read(migrate(sample(1), [first, step(3, [])])).blocks[1]).toEqual({
      table: 'users',
      rows: [{ id: '9', since: [3] }],
    });
  });

  test('do nothing to the current version', () => {
    const order: string[] = [];
    const { blocks } = read(migrate(sample(3), [step(2, order), step(3, order)]));
    expect(blocks).toEqual([{ table: 'users', rows: sample(3).tables['users'] }]);
    expect(order).toEqual([]);
  });

  test('do not run on data of a later release', () => {
    const order: string[] = [];
    expect(() => migrate(sample(4), [step(2, order), step(3, order)])).toThrow(SnapshotTooNew);
    expect(order).toEqual([]);
  });

  test('lead to versions 2, 3, 4… and have names of their own', () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 2));
    expect(new Set(migrations.map(({ name }) => name)).size).toBe(migrations.length);
  });
});

test('version 13: a refusal in the log has its cause', () => {
  const line = (problem: string, text: string) => ({
    ...{ at: 0, outcome: 'refused', verb: 'Refused', text, sections: [], choices: [] },
    problem,
  });
  const lines = [
    line('foreignResource', 'user 7 is not the acting user'),
    line('parameterInvalid', '`revoked now` is given twice'),
  ];
  const [exchange] = stored(12).tables['exchanges']!;
  const tables = { exchanges: [{ ...exchange, trace: lines }] };
  const [block] = migrate({ format: 'svc-playground', version: 12, tables }).blocks;
  const [row] = block!.rows;
  expect(row!['trace']).toEqual([{ ...lines[0], reason: 'notOneself' }, lines[1]]);
});

describe('anything but a snapshot is refused with a TypeError', () => {
  const good = stored(1);
  const { platform: row } = good.tables;
  const bad: readonly (readonly [title: string, snapshot: unknown])[] = [
    ['null', null],
    ['a text', 'snapshot'],
    ['an empty object', {}],
    ['another format', { ...good, format: 'other' }],
    ['version 0', { ...good, version: 0 }],
    ['version 1.5', { ...good, version: 1.5 }],
    ['a version in text', { ...good, version: '1' }],
    ['no tables', { format: good.format, version: 1 }],
    ['tables that are a list', { ...good, tables: [] }],
    ['no platform row', { ...good, tables: { ...good.tables, platform: [] } }],
    ['a table that the schema lacks', { ...good, tables: { ...good.tables, marks: [] } }],
    ['a table that is no list', { ...good, tables: { ...good.tables, users: {} } }],
    ['a row without its key', { ...good, tables: { ...good.tables, projects: [{ name: 'x' }] } }],
    ['a row that is null', { ...good, tables: { ...good.tables, projects: [null] } }],
    ['a key twice', { ...good, tables: { ...good.tables, platform: [...row!, ...row!] } }],
  ];

  test.each(bad)('%s', (_, snapshot) => {
    expect(() => createPlatform({ snapshot: snapshot as Snapshot })).toThrow(TypeError);
    expect(() => createPlatform({ snapshot: snapshot as Snapshot })).toThrow(/snapshot/i);
  });
});
