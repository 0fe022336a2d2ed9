import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Campaign } from '../../engine/state/tables/ads.ts';
import { ads, campaign, numbered, startAdvertiser } from '../support/advertiser.ts';
import { rounds } from '../support/rounds.ts';

const attributes = ['id', 'name', 'created_at', 'updated_at'] as const;

/** Few names and times, so that many are equal. */
const given = fc.record({
  name: fc.constantFrom('a', 'A', 'ab', 'b', 'ba', 'Zz'),
  at: fc.integer({ min: 0, max: 5 }),
  deleted: fc.boolean(),
  funding: fc.constantFrom('funding1', 'funding2'),
});

const turn = fc.oneof(
  fc.record({ do: fc.constant('add' as const), name: fc.constantFrom('a', 'aa', 'b', 'zzz') }),
  fc.record({ do: fc.constant('rename' as const), which: fc.nat(), name: fc.constantFrom('a', 'bb', 'zzz') }),
  fc.record({ do: fc.constant('pause' as const), which: fc.nat() }),
  fc.record({ do: fc.constant('delete' as const), which: fc.nat() }),
  fc.record({ do: fc.constant('restore' as const), which: fc.nat() }),
);

/** Every second one of the first: whether they exist. */
const named = Array.from({ length: 12 }, (_, at) => numbered(at * 2));

const plan = fc.record({
  campaigns: fc.array(given, { minLength: 3, maxLength: 30 }),
  attribute: fc.constantFrom(...attributes),
  way: fc.constantFrom('asc', 'desc'),
  count: fc.integer({ min: 1, max: 6 }),
  filter: fc.constantFrom(
    '',
    '&with_deleted=true',
    '&funding_instrument_ids=funding1',
    '&funding_instrument_ids=funding1,funding2&with_deleted=true',
    `&campaign_ids=${named.join()}`,
    `&campaign_ids=${named.join()}&with_deleted=true`,
  ),
  turns: fc.array(fc.array(turn, { maxLength: 3 }), { maxLength: 12 }),
});

test('whatever comes, goes and changes between pages, what was there throughout comes exactly once, in order', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ campaigns, attribute, way, count, filter, turns }) => {
      const { platform, as } = await startAdvertiser(
        campaigns.map(({ name, at, deleted, funding }, place) =>
          campaign(place, {
            ...{
              name,
              deleted,
              created_at: at * 1000,
              updated_at: at * 1000,
              funding_instrument_id: funding,
            },
          }),
        ),
      );
      const rows = () => platform.snapshot().tables['campaigns'] as unknown as readonly Campaign[];
      const isListed = (row: Campaign) =>
        (filter.includes('deleted') || !row.deleted) &&
        (!filter.includes('funding') ||
          filter.includes('funding2') ||
          row.funding_instrument_id === 'funding1') &&
        (!filter.includes('campaign_ids') || named.includes(row.id));
      const valueOf = (row: Campaign) => (attribute === 'name' ? row.name.toLowerCase() : row[attribute]);
      // Those that existed, with the same sorted value, throughout the walk.
      let steady = new Map(
        rows()
          .filter(isListed)
          .map((row) => [row.id, valueOf(row)]),
      );
      const keep = () => {
        const now = new Map(
          rows()
            .filter(isListed)
            .map((row) => [row.id, valueOf(row)]),
        );
        steady = new Map([...steady].filter(([id, value]) => now.get(id) === value));
      };
      const act = async (each: (typeof turns)[number][number]) => {
        if (each.do === 'add')
          return platform.do('ads.create', 'campaigns', 'harbour1', {
            ...{ name: each.name, funding_instrument_id: 'funding1' },
          });
        const all = rows();
        const { id } = all[each.which % all.length]!;
        switch (each.do) {
          case 'rename':
            return platform.do('ads.change', 'campaigns', id, { name: each.name });
          case 'pause':
            return platform.do('ads.change', 'campaigns', id, { entity_status: 'PAUSED' });
          case 'delete':
            return platform.do('ads.setDeleted', 'campaigns', id, true);
          case 'restore':
            return platform.do('ads.setDeleted', 'campaigns', id, false);
        }
      };
      const path = `/accounts/harbour1/campaigns?count=${count}&sort_by=${attribute}-${way}${filter}`;
      const found: string[] = [];
      let cursor: string | null = '';
      for (let page = 0; ; page++) {
        const { json } = await ads(as.user(), `${path}${cursor === '' ? '' : `&cursor=${cursor}`}`);
        cursor = json['next_cursor'] as string | null;
        if (cursor !== null) expect(json.data).toHaveLength(count);
        found.push(...json.data.map(({ id }) => id));
        if (cursor === null) break;
        for (const each of turns[page] ?? []) {
          expect(await act(each)).toMatchObject({ ok: true });
          keep();
        }
      }
      for (const id of steady.keys()) expect(found.filter((each) => each === id)).toEqual([id]);
      const values = found.flatMap((id) => (steady.has(id) ? [{ id, value: steady.get(id)! }] : []));
      const ordered = values.toSorted((one, other) => {
        const by = one.value < other.value ? -1 : one.value > other.value ? 1 : 0;
        const byId = one.id.length - other.id.length || (one.id < other.id ? -1 : 1);
        return (attribute === 'id' ? byId : by || byId) * (way === 'asc' ? 1 : -1);
      });
      expect(values).toEqual(ordered);
    }),
    rounds(60, 2000),
  );
});
