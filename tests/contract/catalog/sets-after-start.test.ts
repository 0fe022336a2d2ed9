import { expect, test } from 'vitest';
import { createPlatform } from '../../../engine/index.ts';
import { shop } from '../../support/late.ts';
import { caller, start } from '../../../testing/platform.ts';
import type { Client } from '../../../testing/platform.ts';

const filters = Array.from({ length: 30 }, (_, at) => ({
  ...{ attribute: 'price', operator: 'GREATER_THAN', value: `${at * 100}.50 USD` },
}));

const setsIn = async (by: Client, catalog: string) =>
  (await by.get(`${catalog}/product_sets`)).json.data.map(({ id, product_count }) => [id, product_count]);

/** A catalog of 3,000 products with four sets of 30 filters, loaded from storage. */
async function afterStart() {
  const { snapshot, credentials, catalog } = await shop(3000);
  const before = await start({ snapshot, credentials });
  for (let at = 0; at < 4; at++)
    await before.as.user().post(`${catalog}/product_sets`, { name: `Set ${at}`, type: 'FILTERED', filters });
  await before.platform.clock.advance(1);
  const counts = await setsIn(before.as.user(), catalog);
  let turns = 0;
  const turn = () => Promise.resolve(void turns++);
  const platform = createPlatform({ snapshot: before.platform.snapshot(), turn });
  return { platform, user: caller(platform, credentials).user(), catalog, counts, turns: () => turns };
}

test('after a start, the products of sets are looked for in pieces, for all sets together', async () => {
  const { user, catalog, counts, turns } = await afterStart();
  const lists = await Promise.all([setsIn(user, catalog), setsIn(user, catalog)]);
  expect(lists).toEqual([counts, counts]);
  expect(counts.map(([, count]) => count)).toEqual([2, 4, 100, 100, 100, 100]);
  // 121 filters evaluate 3,000 products.
  expect(turns()).toBe(1);
  await setsIn(user, catalog);
  expect(turns()).toBe(1);
});

test('a call that changes a set has one effect, though it waits for the products of the set', async () => {
  const { platform, user, catalog, counts } = await afterStart();
  const [id] = counts.at(-1)!;
  const path = `${catalog}/product_sets/${String(id)}`;
  const answer = await user.send({ method: 'PUT', path, json: { name: 'Renamed' } });
  expect(answer.json.data).toMatchObject({ name: 'Renamed', product_count: 100 });
  const changes = answer.exchange.trace.filter(({ verb }) => verb === 'Changed');
  expect(changes.map(({ text }) => text)).toEqual(['updated 1 row of `product_sets`']);
  const deleted = await user.send({ method: 'DELETE', path });
  expect(deleted.status).toBe(200);
  expect(platform.snapshot().tables['product_sets']).toHaveLength(5);
});
