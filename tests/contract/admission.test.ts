/**
 * What a snapshot from outside may contain: in each field what its endpoint accepts, in each row what the platform can
 * create.
 */
import { describe, expect, test } from 'vitest';
import { composePlatform, createPlatform, loadOpening, SnapshotInvalid } from '../../engine/inside.ts';
import type { Row, Snapshot } from '../../engine/inside.ts';
import type { Door } from '../../engine/admission/door.ts';
import { admissions } from '../../engine/admission/index.ts';
import { commands } from '../../engine/commands.ts';
import { families } from '../../engine/endpoints/index.ts';
import { endpoints } from '../../testing/endpoints.ts';
import { wholeSnapshot } from '../support/whole-snapshot.ts';

const { snapshot: whole, underWay } = await wholeSnapshot();
const { webhookId } = underWay;

type Tables = Readonly<Record<string, readonly Row[]>>;

const changed = (change: (tables: Tables) => Tables): Snapshot => ({
  ...whole,
  tables: { ...whole.tables, ...change(whole.tables) },
});

/** With a patch in the matching rows. */
const patched = (table: string, patch: Row, fits: (row: Row) => boolean = () => true): Snapshot => {
  const rows = whole.tables[table]!;
  const place = rows.findIndex((row) => fits(row));
  return changed(() => ({ [table]: rows.map((row, at) => (at === place ? { ...row, ...patch } : row)) }));
};

/** With copies of the first row, each changed. */
const multiplied = (table: string, count: number, change: (at: number) => Row): Snapshot =>
  changed((tables) => {
    const [first] = tables[table]!;
    const copies = Array.from({ length: count }, (_, at) => ({ ...first, ...change(at) }));
    return { [table]: [...tables[table]!, ...copies] };
  });

function refusal(snapshot: Snapshot): string {
  try {
    createPlatform({ snapshot });
  } catch (error) {
    if (!(error instanceof SnapshotInvalid)) throw error;
    const { table, key, field, reason } = error;
    expect(key).not.toBeNull();
    return `${table} ${field} ${reason}`;
  }
  return 'accepted';
}

const bitmap = `data:image/png;base64,${'A'.repeat(40)}`;

describe('addresses and texts follow the rules of their endpoints', () => {
  test.each<[what: string, snapshot: Snapshot, refusal: string]>([
    [
      'an icon that is an address of the page',
      patched('apps', { icon: '/admin/delete?x=1' }),
      'apps icon would be refused by portal.updateApp: A PNG, JPEG, GIF or WebP picture',
    ],
    [
      'an icon elsewhere',
      patched('apps', { icon: 'https://a.example/i.png' }),
      'apps icon would be refused by portal.updateApp: A PNG, JPEG, GIF or WebP picture',
    ],
    [
      'an icon that can run',
      patched('apps', { icon: 'data:image/svg+xml,<svg onload="x()"/>' }),
      'apps icon would be refused by portal.updateApp: A PNG, JPEG, GIF or WebP picture',
    ],
    [
      'an icon that is too large',
      patched('apps', { icon: `data:image/png;base64,${'A'.repeat(200_000)}` }),
      'apps icon would be refused by portal.updateApp: At most 75 KB',
    ],
    [
      'a website that runs',
      patched('apps', { website_url: 'javascript:alert(1)' }),
      'apps website_url would be refused by portal.updateApp: An http or https address in ASCII: https://host/path',
    ],
    [
      'terms that are no address',
      patched('apps', { terms_url: 'data:text/html,x' }),
      'apps terms_url would be refused by portal.updateApp: An http or https address in ASCII: https://host/path',
    ],
    [
      'an App name of 81 characters',
      patched('apps', { name: 'x'.repeat(81) }),
      'apps name would be refused by portal.updateApp: At most 64 characters',
    ],
    [
      'a callback that runs',
      patched('apps', { callback_urls: ['javascript://x/y'] }),
      'apps callback_urls.0 would be refused by portal.updateApp: The protocol javascript is not allowed for callbacks (2.8).',
    ],
    [
      'a source of posts that runs',
      patched('posts', { source: { name: 'x', url: 'javascript:alert(1)' } }),
      'posts source would be refused by portal.updateApp: is not an App: the name or the website is not an http or https address',
    ],
    [
      'an address of a user that runs',
      patched('users', { url: 'javascript:alert(1)' }),
      'users url is not an http or https address',
    ],
    [
      'a Project without a name',
      patched('projects', { name: ' ' }),
      'projects name would be refused by portal.createProject: A Project has a name of 1 to 64 characters on one line, without characters that change the text direction',
    ],
    [
      'a webhook without an address',
      patched('webhooks', { url: '' }),
      'webhooks url would be refused by registerWebhook: `url` has 0 characters; 1 to 200 are allowed',
    ],
    [
      'a webhook that runs',
      patched('webhooks', { url: 'javascript:alert(1)' }),
      'webhooks url would be refused by registerWebhook: `url` is not a complete address: https://host/path is expected',
    ],
    [
      'a webhook on this machine',
      patched('webhooks', { url: 'https://127.0.0.1/' }),
      'webhooks url would be refused by registerWebhook: 127.0.0.1 is a loopback address, which is not publicly reachable',
    ],
    [
      'a webhook of 100,000 characters',
      patched('webhooks', { url: `https://a.example/${'x'.repeat(100_000)}` }),
      'webhooks url would be refused by registerWebhook: `url` has 100018 characters; 1 to 200 are allowed',
    ],
    [
      'a feed on this machine',
      patched('product_feeds', { feed_url: 'https://[::1]/f.csv' }),
      'product_feeds feed_url would be refused by createProductFeed: [::1] is a loopback address, which is not publicly reachable',
    ],
    [
      'a feed of no time zone',
      patched('product_feeds', { time_zone: 'Mars/Olympus' }),
      'product_feeds time_zone would be refused by createProductFeed: is not a zone of the time zone database, such as Europe/Berlin',
    ],
    [
      'a list with a blank name',
      patched('lists', { name: ' ' }),
      'lists name would be refused by createList: is not a name: it is blank',
    ],
    [
      'a post of 281 characters',
      patched('posts', { text: 'x'.repeat(281), entities: null }),
      'posts text is not 1 to 280 characters',
    ],
    [
      'a rule that cannot be read',
      patched('stream_rules', { value: '(' }),
      expect.stringMatching(/^stream_rules value would be refused by changeStreamRules: /) as never,
    ],
    [
      'a product whose link runs',
      patched('products', { link: 'javascript:alert(1)' }),
      'products link would be refused by putProducts: is not an https address of at most 2000 characters',
    ],
    [
      'a landing page that runs',
      patched('media_creatives', { landing_url: 'javascript:alert(1)' }),
      'media_creatives landing_url would be refused by ads.create: is not an http or https address',
    ],
    [
      'code of a receiver of 1 MB',
      patched('receivers', { code: 'x'.repeat(1_000_000) }),
      'receivers code would be refused by receivers.save: The code of a receiver has at most 64 KiB',
    ],
    [
      'a request token that leads elsewhere',
      patched('request_tokens', { oauth_callback: 'javascript://x/y' }),
      'request_tokens oauth_callback would be refused by requestToken: The protocol javascript is not allowed for callbacks (2.8)',
    ],
  ])('%s', (_, snapshot, expected) => {
    expect(refusal(snapshot)).toEqual(expected);
  });

  test('a lone surrogate is replaced, as the endpoints do', () => {
    const { tables } = createPlatform({ snapshot: patched('lists', { name: 'a\ud800' }) }).snapshot();
    expect(tables['lists']![0]).toMatchObject({ name: 'a\ufffd' });
  });

  test('what the endpoints accept is accepted', () => {
    expect(refusal(patched('apps', { icon: bitmap, callback_urls: ['myapp://host/path'] }))).toBe('accepted');
    expect(refusal(patched('webhooks', { url: 'https://other.example/events' }))).toBe('accepted');
  });
});

describe('the number of rows is limited as an endpoint limits it', () => {
  const host = (at: number) => ({ host: `r${at}.example` });
  test.each<[what: string, snapshot: Snapshot, refusal: string]>([
    ['26 receivers', multiplied('receivers', 25, host), 'receivers host is one of more than 20 receivers'],
    ['6 webhooks of an App', webhooks(5), 'webhooks app_id has more than 5 webhooks'],
    [
      '1,001 items of a receiver',
      multiplied('receiver_items', 1001, (at) => ({ id: `echo.example:${at}`, key: String(at) })),
      'receivers host stores too much: Storage holds at most 1000 items',
    ],
    ['6 pinned lists of a user', pinned(6), 'pinned_lists user_id pins more than 5 lists'],
    [
      '11 callbacks',
      patched('apps', { callback_urls: Array.from({ length: 11 }, (_, at) => `https://a.example/${at}`) }),
      'apps callback_urls would be refused by portal.updateApp: At most 10 callback URLs',
    ],
  ])('%s', (_, snapshot, expected) => {
    expect(refusal(snapshot)).toBe(expected);
  });

  function webhooks(more: number): Snapshot {
    const id = (at: number) => String(BigInt(webhookId) - BigInt(at + 1));
    const { tables, ...rest } = multiplied('webhooks', more, (at) => ({
      id: id(at),
      url: `https://a.example/${at}`,
    }));
    return { ...rest, tables };
  }

  function pinned(count: number): Snapshot {
    const list = whole.tables['lists']![0]!;
    const user = String(list['owner_id']);
    const ids = Array.from({ length: count }, (_, at) =>
      String(BigInt(String(list['id'])) + BigInt(at + 1000)),
    );
    return changed((tables) => ({
      lists: [...tables['lists']!, ...ids.map((id) => ({ ...list, id }))],
      pinned_lists: ids.map((id) => ({ id: `${user}:${id}`, user_id: user, list_id: id, at: 0 })),
    }));
  }
});

describe('an event of a webhook is in one of its three states', () => {
  const isWaiting = ({ state }: Row) => state === 'waiting';
  const isDelivery = ({ effect }: Row) => effect === 'activityDelivery';
  const waiting = whole.tables['activity_events']!.find(isWaiting)!;
  const acknowledged = whole.tables['activity_events']!.find(({ state }) => state === 'acknowledged')!;

  test.each<[what: string, snapshot: Snapshot, refusal: string]>([
    [
      'one that waits without its delivery',
      changed((tables) => ({ outbox: tables['outbox']!.filter((row) => !isDelivery(row)) })),
      'activity_events state is waiting, and its delivery is not in the outbox',
    ],
    [
      'a delivery with nothing before it that is never due',
      patched('outbox', { due: null }, isDelivery),
      'outbox due is missing, and nothing of its key is before it',
    ],
    [
      'one that was set aside and is on its way',
      patched('activity_events', { state: 'set_aside' }, isWaiting),
      'activity_events state is set_aside, and its delivery is in the outbox',
    ],
    [
      'one that waits for a webhook that is not valid',
      patched('webhooks', { valid: false }),
      'activity_events state is waiting, and its webhook cannot receive (not_valid)',
    ],
    [
      'a delivery behind one of an unknown effect',
      changed((tables) => ({
        outbox: [
          { ...tables['outbox']!.find(isDelivery)!, id: '4', effect: 'unknown' },
          ...tables['outbox']!.map((row) => (isDelivery(row) ? { ...row, due: null } : row)),
        ],
      })),
      'outbox due is missing, and nothing of its key is before it',
    ],
    [
      'a delivery without its event',
      patched('outbox', { data: null }, isDelivery),
      'outbox data is not an event and its cause',
    ],
    [
      'a delivery on the key of nothing',
      patched('outbox', { key: 'x' }, isDelivery),
      'outbox key is not the id of a webhook',
    ],
    [
      'a delivery that was tried too often',
      patched('outbox', { attempts: 5 }, isDelivery),
      'outbox attempts are more than 4',
    ],
    [
      'a body of another event',
      patched('activity_events', { body: acknowledged['body'] }, isWaiting),
      `activity_events body is not the JSON of event ${String(waiting['id'])} with its ${String(waiting['kind'])}`,
    ],
    [
      'tries that are none',
      patched('activity_events', { tries: [{ at: 'x' }] }),
      'activity_events tries is not a list of up to 20 tries',
    ],
    [
      'a webhook that nothing checks',
      changed((tables) => ({ jobs: tables['jobs']!.filter(({ name }) => name !== 'webhookCheck') })),
      'webhooks id has no job that checks it',
    ],
    [
      'a job that runs a thousand times a second',
      patched('jobs', { every_ms: 1 }, ({ name }) => name === 'webhookCheck'),
      'jobs every_ms is not 3600000',
    ],
    [
      'a job with the data of another',
      patched('jobs', { data: [] }, ({ name }) => name === 'webhookCheck'),
      expect.stringMatching(/^jobs data is not what crc:\d+ is about$/) as never,
    ],
  ])('%s', (_, snapshot, expected) => {
    expect(refusal(snapshot)).toEqual(expected);
  });
});

test('jobs and calls that this release does not know are left out, because they would wait forever', () => {
  const stray = { id: '4', effect: 'unknown', key: 'a', due: 0, attempts: 0, data: null };
  const job = { id: 'unknown', name: 'unknown', due: 0, every_ms: 1, data: null };
  const snapshot = changed((tables) => ({
    outbox: [stray, ...tables['outbox']!],
    jobs: [job, ...tables['jobs']!],
  }));
  const { tables } = createPlatform({ snapshot }).snapshot();
  expect(tables['outbox']!.map(({ effect }) => effect)).not.toContain('unknown');
  expect(tables['jobs']!.map(({ name }) => name)).not.toContain('unknown');
});

describe('the table of doors', () => {
  test('names only existing endpoints and commands', async () => {
    const known = new Set(endpoints.map(({ id }) => id));
    for (const [group, load] of Object.entries(commands))
      for (const name of Object.keys(await load())) known.add(`${group}.${name}`);
    const named = Object.values(admissions(families)).flatMap(({ doors }) =>
      Object.values<Door<never>>(doors).flatMap(({ setBy }) => setBy),
    );
    expect(named.length).toBeGreaterThan(100);
    expect([...new Set(named)].filter((id) => !known.has(id))).toEqual([]);
  });
});

test('a stored world with an earlier host is opened; a file with one is refused', async () => {
  const snapshot = patched('receivers', { host: 'a.localhost' });
  const stored = { ...snapshot, tables: { ...snapshot.tables, receiver_items: [] } };
  const { openSnapshot } = await loadOpening();
  const platform = composePlatform({ families, snapshot: openSnapshot(stored) });
  expect(platform.snapshot().tables['receivers']).toMatchObject([{ host: 'a.localhost' }]);
  expect(refusal(stored)).toMatch(/^receivers host would be refused by receivers.save/);
});
