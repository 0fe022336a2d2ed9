/** Engine.md R2 and R10: what was tampered with is refused at the door, in words that lead there. */
import { describe, expect, test } from 'vitest';
import { base64, createPlatform, SnapshotInvalid } from '../../engine/inside.ts';
import type { Row, Snapshot } from '../../engine/inside.ts';
import {
  exchangeFields,
  nonceFields,
  windowFields,
  abuseFields,
} from '../../engine/state/tables/deferred.ts';
import type { AbuseRow } from '../../engine/limits/abuse.ts';
import type { WindowRow } from '../../engine/limits/windows.ts';
import type { NonceRow } from '../../engine/auth/nonces.ts';
import type { ExchangeRow } from '../../engine/exchanges/log.ts';
import type { Fields } from '../../engine/state/store/kinds.ts';
import { caller, start } from '../../testing/platform.ts';
import { wholeSnapshot } from '../support/whole-snapshot.ts';

const { snapshot: whole, credentials } = await wholeSnapshot();

type Tables = Record<string, Row[]>;

const changed = (change: (tables: Tables) => unknown): Snapshot => {
  const { tables, ...head } = structuredClone(whole);
  change(tables as Tables);
  return { ...head, tables };
};

/** A table with one changed row. */
const patched = (table: string, patch: Row, at = 0) =>
  changed((tables) => (tables[table]![at] = { ...tables[table]![at], ...patch }));

function refusal(snapshot: unknown): readonly [string | null, string | null, string | null, string] {
  try {
    createPlatform({ snapshot: snapshot as Snapshot });
  } catch (error) {
    if (!(error instanceof SnapshotInvalid)) throw error;
    return [error.table, error.key, error.field, error.reason];
  }
  throw new Error('It was accepted');
}

const post = whole.tables['posts']![0]!['id'] as string;
const clock = (row: object) => patched('platform', { clock: row });

describe('R2: what was tampered with is refused with table, key, field and reason', () => {
  test.each<[what: string, snapshot: unknown, ...refusal: (string | null)[]]>([
    ['a missing table', changed((tables) => delete tables['polls']), 'polls', null, null, 'is missing'],
    [
      'a table named __proto__',
      {
        ...whole,
        tables: JSON.parse(JSON.stringify(whole.tables).replace('{', '{"__proto__":[],')) as Tables,
      },
      '__proto__',
      null,
      null,
      'is not a table of this schema',
    ],
    [
      'a reference that dangles',
      patched('posts', { author_id: '7' }),
      'posts',
      post,
      'author_id',
      'names no row of users: 7',
    ],
    [
      'a participant who is nobody',
      patched('dm_events', { holder_ids: ['2244994945', '8'] }),
      'dm_events',
      whole.tables['dm_events']![0]!['id'] as string,
      'holder_ids',
      'names no row of users: 8',
    ],
    [
      'a verifier that nobody was given',
      patched('request_tokens', { user_id: null, oauth_verifier: 'x'.repeat(32) }),
      'request_tokens',
      whole.tables['request_tokens']![0]!['oauth_token'] as string,
      'oauth_verifier',
      'is there, but nobody approved',
    ],
    [
      'ids of a compliance job that are none',
      patched('compliance_jobs', { uploaded: '5\n__proto__' }),
      'compliance_jobs',
      whole.tables['compliance_jobs']![0]!['id'] as string,
      'uploaded',
      'is not ids of 1 to 19 digits, one per line',
    ],
    [
      'an offset in text',
      clock({ mode: 'running', offset: '5' }),
      'platform',
      'platform',
      'clock.offset',
      expect.stringContaining('is not a whole number') as never,
    ],
    [
      'an offset that is no number',
      clock({ mode: 'running', offset: Number.NaN }),
      'platform',
      'platform',
      'clock.offset',
      expect.stringContaining('is not a whole number') as never,
    ],
    [
      'a clock beyond its range (R10)',
      clock({ mode: 'frozen', at: Date.UTC(2080, 0) }),
      'platform',
      'platform',
      'clock',
      'shows a moment after 2079, where time ends',
    ],
    [
      'an id of 20 digits (R10)',
      patched('platform', { last_id: '10000000000000000000' }),
      'platform',
      'platform',
      'last_id',
      'is not an id of 1 to 19 digits',
    ],
    [
      'a last id after which there is none',
      patched('platform', { last_id: '9'.repeat(19) }),
      'platform',
      'platform',
      'last_id',
      expect.stringContaining('is beyond') as never,
    ],
    [
      'a last id that is given already',
      patched('platform', { last_id: '5' }),
      'outbox',
      expect.any(String) as never,
      'id',
      'is higher than any that was given',
    ],
    [
      'a field too many',
      patched('users', { admin: true }),
      'users',
      '2244994945',
      'admin',
      'is not a field of it',
    ],
    [
      'a field too few',
      changed((tables) => delete (tables['users']![0] as Record<string, unknown>)['url']),
      'users',
      '2244994945',
      'url',
      'is missing',
    ],
    [
      'a field below a field',
      patched('posts', { source: { name: 'x', url: null } }),
      'posts',
      post,
      'source.url',
      'is not a text',
    ],
    [
      'a key twice',
      changed((tables) => tables['users']!.push(tables['users']![0]!)),
      'users',
      '2244994945',
      'id',
      'is the key of two rows',
    ],
    [
      'two users of one name',
      patched('users', { username: String(whole.tables['users']![1]!['username']).toUpperCase() }),
      'users',
      expect.any(String) as never,
      'username',
      'is that of another row too',
    ],
    [
      'a row of another key than its own',
      patched('follows', { id: '1:2' }),
      'follows',
      '1:2',
      'id',
      expect.stringContaining('is not ') as never,
    ],
    [
      'a body that is no bytes',
      patched('exchanges', { outcome: { kind: 'response', status: 200, headers: [], body: { 0: 256 } } }),
      'exchanges',
      '1',
      'outcome.body',
      'is not a Uint8Array',
    ],
    [
      'a row that is null',
      changed((tables) => tables['jobs']!.push(null as never)),
      'jobs',
      null,
      null,
      'has a row that is not an object',
    ],
  ])('%s', (_, snapshot, ...expected) => {
    expect(refusal(snapshot)).toEqual(expected);
  });
});

test('the error is a sentence, and the snapshot is not changed', () => {
  const snapshot = patched('posts', { source: null });
  const before = structuredClone(snapshot);
  expect(() => createPlatform({ snapshot })).toThrow(`snapshot: posts / ${post} / source is not an object`);
  expect(snapshot).toEqual(before);
});

test.each<[how: string, replacer: (key: string, value: unknown) => unknown]>([
  ['as an export has it', (_, value) => (value instanceof Uint8Array ? { $bytes: base64(value) } : value)],
  ['as JSON has bytes by itself', (_, value) => value],
])('after JSON, %s, it is the same platform, with its answers to request ids', async (_, replacer) => {
  const { platform, as } = await start();
  const request = {
    ...as.user().prepare({ method: 'POST', path: '/2/posts', json: { text: 'Once' } }),
    id: 'r',
  };
  const outcome = await platform.handle(request);
  const snapshot = JSON.parse(JSON.stringify(platform.snapshot(), replacer)) as Snapshot;
  const next = createPlatform({ snapshot });
  expect(next.snapshot()).toEqual(platform.snapshot());
  expect(await next.handle(request)).toEqual(outcome);
});

test('the platform’s own snapshots open again: the App of a refusal is deleted, a request has an extra member', async () => {
  const { platform, as } = await start({ seed: 'own', abuse: true });
  for (let call = 0; call < 3; call++) await as.bearer('Lantern Bot').get('/2/posts/2020777185899446272');
  expect(platform.snapshot().tables['abuse']).toHaveLength(1);
  const { appId } = as.credential('app', 'Lantern Bot');
  expect(await platform.do('portal.deleteApp', appId)).toEqual({ ok: true });
  const request = { ...as.user().prepare({ path: '/2/users/me' }), note: 'mine' };
  await platform.handle(request);
  const snapshot = platform.snapshot();
  expect(createPlatform({ snapshot }).snapshot()).toEqual(snapshot);
});

test('in blocks it is the same platform', async () => {
  const platform = createPlatform({ snapshot: structuredClone(whole) });
  const { blocks, ...head } = platform.blocks();
  const next = createPlatform({ snapshot: { ...head, blocks: [...blocks].toReversed() } });
  expect(next.snapshot()).toEqual(platform.snapshot());
  const answer = await caller(next, credentials).user().get('/2/users/me');
  expect(answer.status).toBe(200);
});

/** Only types: other people's tables have the fields of the rows that they contain. */
export const deferred: [Fields<WindowRow>, Fields<NonceRow>, Fields<AbuseRow>, Partial<Fields<ExchangeRow>>] =
  [windowFields, nonceFields, abuseFields, exchangeFields as Partial<Fields<ExchangeRow>>];
