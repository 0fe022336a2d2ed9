import { describe, expect, test } from 'vitest';
import { kinds } from '../../../engine/ads/kinds.ts';
import type { KindName } from '../../../engine/ads/kinds.ts';
import { sortAttributes } from '../../../engine/state/tables/ads.ts';
import { ads, campaign, numbered, pagesOf, startAdvertiser } from '../../support/advertiser.ts';
import { proves } from '../../support/clause.ts';
import { adsHost, start } from '../../../testing/platform.ts';

const campaigns = (count: number) => Array.from({ length: count }, (_, at) => campaign(at));
const path = '/accounts/harbour1/campaigns';
const idsOf = ({ json }: { readonly json: { readonly data: readonly { readonly id: string }[] } }) =>
  json.data.map(({ id }) => id);
const numberedFrom = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => numbered(from + at));

describe('a paged list', () => {
  test(
    proves(
      ['4.5-campaigns-get', '4.5-paged-list-response', '2.7-data', '2.7-request-echo', '2.7-next-cursor'],
      'has data, next_cursor and the echo of the call',
    ),
    async () => {
      const { as } = await startAdvertiser(campaigns(3));
      const answer = await ads(as.user(), `${path}?count=2&sort_by=name-desc&with_deleted=true`);
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.json)).toEqual(['request', 'data', 'next_cursor']);
      expect(answer.json['request']).toEqual({
        params: { account_id: 'harbour1', count: 2, sort_by: 'name-desc', with_deleted: true },
      });
      expect(idsOf(answer)).toEqual([numbered(2), numbered(1)]);
      expect(answer.json['next_cursor']).toEqual(expect.any(String));
      const none = await ads(as.user('jonas_berg'), '/accounts/bakery01/campaigns');
      expect(none.json).toEqual({
        request: { params: { account_id: 'bakery01' } },
        data: [],
        next_cursor: null,
      });
    },
  );

  test(
    proves(
      ['4.5-first-count-with-cursor', '4.5-cursor', '1-ads-cursor-paging'],
      'goes on behind the page before',
    ),
    async () => {
      const { as } = await startAdvertiser(campaigns(5));
      const pages = await pagesOf(as.user(), `${path}?count=2`);
      expect(pages).toEqual([numberedFrom(0, 2), numberedFrom(2, 4), numberedFrom(4, 5)]);
    },
  );

  test(
    proves('2.7-next-cursor-null', 'ends where nothing remains, and at once when all are on a page'),
    async () => {
      const { as } = await startAdvertiser(campaigns(4));
      for (const count of [4, 5]) {
        const { json } = await ads(as.user(), `${path}?count=${count}`);
        expect(json.data).toHaveLength(4);
        expect(json['next_cursor']).toBeNull();
      }
    },
  );

  test(
    proves(
      ['4.5-count-default', '4.5-count-max', '4.5-count-min', '8.1-paging-count'],
      'has 200 entities, or as many as are asked for, from 1 to 1,000',
    ),
    async () => {
      const { as } = await startAdvertiser(campaigns(1001));
      const lengths = { '': 200, '&count=1': 1, '&count=201': 201, '&count=1000': 1000 };
      for (const [query, length] of Object.entries(lengths)) {
        const { json } = await ads(as.user(), `${path}?sort_by=id-asc${query}`);
        expect(json.data).toHaveLength(length);
        expect(json['next_cursor']).toEqual(expect.any(String));
      }
      for (const count of ['0', '1001', '-1']) {
        const refused = await ads(as.user(), `${path}?count=${count}`);
        expect([refused.status, refused.code]).toEqual([400, 214]);
      }
    },
  );

  test(proves('4.5-count-optional-integer', 'takes a whole number as its count'), async () => {
    const { as } = await startAdvertiser(campaigns(2));
    for (const count of ['abc', '1.5', '']) {
      const refused = await ads(as.user(), `${path}?count=${count}`);
      expect(refused.status).toBe(400);
      expect(refused.json).toEqual({
        errors: [
          {
            code: 214,
            type: 'INVALID_PARAMETER',
            message: expect.stringContaining('count') as string,
            parameter: 'count',
            value: count,
          },
        ],
        request: { params: { account_id: 'harbour1', count } },
      });
    }
    expect((await ads(as.user(), path)).status).toBe(200);
  });

  test('gives the total only with the first page', async () => {
    const { as } = await startAdvertiser([...campaigns(5), campaign(5, { deleted: true })]);
    const first = await ads(as.user(), `${path}?count=2&with_total_count=true`);
    expect(first.json['total_count']).toBe(5);
    const all = await ads(as.user(), `${path}?count=2&with_total_count=true&with_deleted=true`);
    expect(all.json['total_count']).toBe(6);
    const cursor = String(first.json['next_cursor']);
    const second = await ads(as.user(), `${path}?count=2&with_total_count=true&cursor=${cursor}`);
    expect(second.status).toBe(400);
    expect(second.json.errors).toMatchObject([{ parameter: 'with_total_count', value: 'true' }]);
  });

  test('is sorted by each attribute, either way, and by id among equals', async () => {
    const { as } = await startAdvertiser([
      campaign(0, { name: 'beta', updated_at: 3_000_000_000_000 }),
      campaign(1, { name: 'Alpha' }),
      campaign(2, { name: 'alphabet', created_at: 1_000_000_000_000 }),
      campaign(3, { name: 'alpha' }),
    ]);
    const orders = {
      id: [0, 1, 2, 3],
      name: [1, 3, 2, 0],
      created_at: [2, 0, 1, 3],
      updated_at: [1, 2, 3, 0],
    };
    for (const [attribute, order] of Object.entries(orders)) {
      const ascending = order.map(numbered);
      for (const count of [1, 3, 4]) {
        const query = (way: string) => `${path}?count=${count}&sort_by=${attribute}-${way}`;
        expect((await pagesOf(as.user(), query('asc'))).flat(), attribute).toEqual(ascending);
        expect((await pagesOf(as.user(), query('desc'))).flat(), attribute).toEqual(ascending.toReversed());
      }
    }
    const unknown = await ads(as.user(), `${path}?sort_by=budget-asc`);
    expect([unknown.status, unknown.code]).toEqual([400, 214]);
  });

  test('is never short before its end, no matter how many deleted entities are between', async () => {
    const hidden = Array.from({ length: 50_000 }, (_, at) => campaign(at + 1, { deleted: true }));
    const { as } = await startAdvertiser([campaign(0), ...hidden, campaign(50_001)]);
    for (const sort of ['id-asc', 'name-desc', 'created_at-asc', 'updated_at-desc']) {
      const pages = await pagesOf(as.user(), `${path}?count=1&sort_by=${sort}`);
      expect(pages.map((page) => page.length)).toEqual([1, 1]);
      expect(pages.flat().sort()).toEqual([numbered(0), numbered(50_001)]);
      const funded = `${path}?count=1&funding_instrument_ids=funding1,funding2&sort_by=${sort}`;
      expect((await pagesOf(as.user(), funded)).map((page) => page.length)).toEqual([1, 1]);
    }
    const both = await ads(as.user(), `${path}?count=1000&with_deleted=true&with_total_count=true`);
    expect(both.json.data).toHaveLength(1000);
    expect(both.json['total_count']).toBe(50_002);
    // Only the shown rows are read, and one more to know whether others follow: a campaign and its funding for each.
    const { exchange } = await ads(as.user(), `${path}?count=1`);
    const handled = exchange.trace.find(({ verb }) => verb === 'Handled')?.text ?? '';
    expect(Number(/with (\d+) rows/.exec(handled)?.[1])).toBeLessThan(10);
  });

  test('is filtered by ids', async () => {
    const { as } = await startAdvertiser([
      campaign(0),
      campaign(1, { funding_instrument_id: 'funding2' }),
      campaign(2, { deleted: true }),
      campaign(3, { account_id: 'bakery01', funding_instrument_id: 'funding9' }),
    ]);
    const found = async (query: string) => idsOf(await ads(as.user(), `${path}?${query}`));
    const all = [0, 1, 2, 3].map(numbered).join();
    expect(await found(`campaign_ids=${all}`)).toEqual([numbered(0), numbered(1)]);
    expect(await found(`campaign_ids=${all}&with_deleted=true`)).toEqual([0, 1, 2].map(numbered));
    expect(await found('funding_instrument_ids=funding2')).toEqual([numbered(1)]);
    expect(await found('funding_instrument_ids=funding2,funding2,funding9,nothing')).toEqual([numbered(1)]);
    expect(await found(`campaign_ids=${all}&funding_instrument_ids=funding2`)).toEqual([numbered(1)]);
    const many = Array.from({ length: 201 }, (_, at) => numbered(at)).join();
    expect((await ads(as.user(), `${path}?campaign_ids=${many}`)).status).toBe(400);
    // A list has only the filters of its kind.
    expect((await ads(as.user(), `${path}?line_item_ids=a`)).status).toBe(400);
  });
});

describe('a cursor', () => {
  test(
    proves('4.5-cursor-opaque', 'serves the list, the filters and the order that gave it, alone'),
    async () => {
      const { as } = await startAdvertiser(campaigns(9));
      const page = async (query: string, account = 'harbour1', kind = 'campaigns') =>
        ads(as.user(), `/accounts/${account}/${kind}?${query}`);
      const cursor = String((await page('count=2')).json['next_cursor']);
      expect(idsOf(await page(`count=3&cursor=${cursor}`))).toEqual(numberedFrom(2, 5));
      const first = cursor.startsWith('A') ? 'B' : 'A';
      const broken: readonly Parameters<typeof page>[] = [
        [`cursor=${first}${cursor.slice(1)}`],
        [`cursor=${cursor.slice(0, -1)}`],
        ['cursor=nonsense'],
        ['cursor='],
        [`cursor=${cursor}&with_deleted=true`],
        [`cursor=${cursor}&sort_by=id-desc`],
        [`cursor=${cursor}&sort_by=name-asc`],
        [`cursor=${cursor}&funding_instrument_ids=funding1`],
        [`cursor=${cursor}`, 'harbour1', 'line_items'],
      ];
      for (const args of broken) {
        const refused = await page(...args);
        expect([refused.status, refused.code], args.join(' ')).toEqual([400, 214]);
        expect(refused.json.errors).toMatchObject([{ type: 'INVALID_PARAMETER', parameter: 'cursor' }]);
      }
      // Ids are a set: the cursor does not depend on their order.
      const set = async (ids: string, more = '') =>
        page(`campaign_ids=${ids}&count=1${more}`).then(({ json }) => json['next_cursor']);
      const ofSet = String(await set([0, 1, 2].map(numbered).join()));
      expect(await set([2, 1, 0].map(numbered).join(), `&cursor=${ofSet}`)).toEqual(expect.any(String));
    },
  );

  test('of one account does not work for another', async () => {
    const { as, platform } = await startAdvertiser([
      ...campaigns(3),
      ...[5, 6].map((at) => campaign(at, { account_id: 'bakery01', funding_instrument_id: 'funding9' })),
    ]);
    await platform.do('ads.setAccess', 'bakery01', '2244994945', true);
    const { json } = await ads(as.user(), `${path}?count=1`);
    const foreign = await ads(
      as.user(),
      `/accounts/bakery01/campaigns?cursor=${String(json['next_cursor'])}`,
    );
    expect(foreign.status).toBe(400);
  });
});

test(proves('4.5-designated-endpoints', 'every paged list pages as that of campaigns does'), async () => {
  const { as, platform } = await start();
  const names = Object.keys(kinds) as KindName[];
  for (const name of [...names.map((each) => `/accounts/harbour1/${each}`), '/accounts']) {
    const all = await ads(as.user(), `${name}?with_deleted=true&count=1000`);
    const whole = idsOf(all);
    expect(whole.length, name).toBeGreaterThan(2);
    const count = Math.ceil(whole.length / 3);
    const pages = await pagesOf(as.user(), `${name}?with_deleted=true&count=${count}`);
    if (whole.length < 1000) expect(pages.flat(), name).toEqual(whole);
    expect(new Set(pages.flat()).size).toBe(pages.flat().length);
    for (const count of ['0', '1001'])
      expect((await ads(as.user(), `${name}?count=${count}`)).status).toBe(400);
    expect((await ads(as.user(), `${name}?cursor=no`)).status).toBe(400);
    const kind = names.find((each) => name.endsWith(`/${each}`));
    for (const attribute of kind ? kinds[kind].sortedBy : sortAttributes)
      for (const way of ['asc', 'desc']) {
        const sorted = await pagesOf(
          as.user(),
          `${name}?with_deleted=true&count=1000&sort_by=${attribute}-${way}`,
        );
        expect(sorted.flat().toSorted(), `${name} ${attribute}`).toEqual(pages.flat().toSorted());
      }
  }
  expect(platform.snapshot().tables['campaigns']).toHaveLength(5077);
});

test(proves('9-path-v5', 'the Advertiser API is under /5/ of its own base, and nowhere else'), async () => {
  const { as, platform } = await startAdvertiser([campaign(0)]);
  expect((await as.user().get(`${platform.baseUrl}/5${path}`)).status).toBe(404);
  expect((await ads(as.user(), path)).status).toBe(200);
  for (const version of ['/2', '/6', ''])
    expect((await as.user().get(`${adsHost}${version}${path}`)).status).toBe(404);
});

describe('who may call', () => {
  test('the owner and the users given access; others are refused with the reason', async () => {
    const { as, platform } = await startAdvertiser([campaign(0)]);
    const jonas = '2244994946';
    const call = () => ads(as.user('jonas_berg'), path);
    const accounts = async () => idsOf(await ads(as.user('jonas_berg'), '/accounts'));
    const refused = await call();
    expect(refused.status).toBe(403);
    expect(refused.json.errors).toMatchObject([
      { code: 220, type: 'UNAUTHORIZED_ACCESS', parameter: 'account_id', value: 'harbour1' },
    ]);
    expect(await accounts()).toEqual(['bakery01']);
    await platform.do('ads.setAccess', 'harbour1', jonas, true);
    expect((await call()).status).toBe(200);
    expect(await accounts()).toEqual(['bakery01', 'harbour1']);
    await platform.do('ads.setAccess', 'harbour1', jonas, false);
    expect((await call()).status).toBe(403);
  });

  test('nothing is shown of an unknown account', async () => {
    const { as, platform } = await startAdvertiser([campaign(0)]);
    const missing = await ads(as.user(), '/accounts/nobody/campaigns');
    expect([missing.status, missing.json.errors[0]?.['type']]).toEqual([404, 'NOT_FOUND']);
    await platform.do('ads.setAccountDeleted', 'harbour1', true);
    expect((await ads(as.user(), path)).status).toBe(404);
    expect(idsOf(await ads(as.user(), '/accounts'))).toEqual([]);
    expect(idsOf(await ads(as.user(), '/accounts?with_deleted=true'))).toEqual(['harbour1']);
  });

  test('only with OAuth 1.0a, from Apps without a Project too', async () => {
    const { as, platform } = await startAdvertiser([campaign(0)]);
    for (const by of [as.bearer(), as.consumer(), as.anonymous])
      expect((await ads(by, path)).status).toBeGreaterThanOrEqual(400);
    const app = platform.portal.apps().find(({ name }) => name === 'Northwind Reader')!;
    await platform.do('portal.detachApp', app.id);
    expect((await ads(as.user(), path)).status).toBe(200);
    expect((await as.user().get('/2/users/me')).status).toBe(403);
  });
});
