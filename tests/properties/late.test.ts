import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Platform } from '../../engine/index.ts';
import { createPlatform } from '../../engine/index.ts';
import { continueLate, isOver, shop } from '../support/late.ts';
import { product } from '../../testing/merchant.ts';
import { caller, durable } from '../../testing/platform.ts';
import { rounds } from '../support/rounds.ts';
import type { Client } from '../../testing/platform.ts';

/** A platform whose products load late answers with the same bytes as one that has them from the start. */

type Remedy =
  | { readonly kind: 'list' | 'sets' | 'feeds' | 'me' | 'hour' | 'run' | 'merchants' | 'found' | 'rename' }
  | { readonly kind: 'put' | 'remove' | 'manual'; readonly ids: readonly string[] };

const ids = fc.uniqueArray(
  fc.nat(14).map((at) => `p${at}`),
  { minLength: 1, maxLength: 4 },
);
const remedy: fc.Arbitrary<Remedy> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('list', 'sets', 'feeds', 'me', 'hour', 'run', 'merchants', 'found', 'rename'),
  }),
  fc.record({ kind: fc.constantFrom('put', 'remove', 'manual'), ids }),
);
const step = fc.record({ remedy, pieces: fc.nat(2) });

async function perform(
  remedy: Remedy,
  platform: Platform,
  user: Client,
  { catalog, feed, found }: Readonly<Record<'catalog' | 'feed' | 'found', string>>,
): Promise<unknown> {
  const id = catalog.slice(catalog.lastIndexOf('/') + 1);
  const sets = `${catalog}/product_sets`;
  const keys = 'ids' in remedy ? remedy.ids.map((each) => `${id}:${each}`) : [];
  switch (remedy.kind) {
    case 'hour':
      return platform.clock.advance(3_600_000);
    case 'merchants':
      return platform.ask('merchants.all');
    case 'run': {
      const done = await platform.do('feeds.run', feed);
      await platform.clock.advance(1);
      return done;
    }
    case 'list':
      return read(user.get(`${catalog}/products?count=5`));
    case 'feeds':
      return read(user.get(`${catalog}/product_feeds`));
    case 'me':
      return read(user.get('/2/users/me'));
    case 'sets':
      return read(user.get(sets));
    case 'rename': {
      const name = { name: `Renamed ${platform.exchanges.list().length}` };
      return read(user.send({ method: 'PUT', path: `${sets}/${found}`, json: name }));
    }
    case 'found': {
      const filters = [{ attribute: 'price', operator: 'GREATER_THAN', value: '3.00 USD' }];
      return read(user.post(sets, { name: 'More', type: 'FILTERED', filters }));
    }
    case 'manual':
      return read(user.post(sets, { name: 'More', type: 'MANUAL', product_ids: remedy.ids }));
    case 'put': {
      const products = remedy.ids.map((each) => product(each, { title: `Changed ${remedy.ids.length}` }));
      return read(user.send({ method: 'PUT', path: `${catalog}/products`, json: { products } }));
    }
    case 'remove':
      return read(user.send({ method: 'DELETE', path: `${catalog}/products`, json: { product_keys: keys } }));
  }
}

const read = async (answer: ReturnType<Client['get']>): Promise<unknown> => {
  const { status, text } = await answer;
  return { status, text };
};

test('whatever is asked while the products come, the answers and the state are those of a whole platform', async () => {
  const { host, catalog, snapshot, credentials } = await shop();
  const first = (table: string, at = 0) => snapshot.tables[table]!.at(at)!['id'] as string;
  const at = { catalog, feed: first('product_feeds'), found: first('product_sets', -1) };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const whole = createPlatform({ snapshot, open: host.open });
      const { platform, rows, as } = continueLate(snapshot, credentials, { open: host.open });
      const user = caller(whole, credentials).user();
      for (const { remedy, pieces } of steps) {
        const expected = await perform(remedy, whole, user, at);
        rows.give(pieces);
        const answer = perform(remedy, platform, as.user(), at);
        while (!(await isOver(answer))) rows.give(1);
        expect(await answer).toEqual(expected);
      }
      rows.give();
      await platform.whole();
      expect(durable(platform)).toBe(durable(whole));
    }),
    rounds(10, 2000),
  );
});
