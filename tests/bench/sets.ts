/**
 * `npm run bench -- sets`: what it costs to write a product set over a million products: 30 filters of all six types counted for
 * the first time, one of them changed, nothing changed, and a search of titles; how long the others wait for their turn
 * meanwhile; and what an upsert costs beside it. BENCH_ROWS is the number of products.
 */
import { setImmediate, setTimeout } from 'node:timers/promises';
import { createPlatform, signRequest, text, utf8 } from '../../engine/index.ts';
import type { DraftFilter, FunnelAsked, HttpRequest, Row } from '../../engine/inside.ts';
import { median, printFigures, short, sweep } from './figure.ts';
import type { Figure } from './figure.ts';

const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000);

const productAt = (at: number, catalogId: string): Row => ({
  ...{ product_key: `${catalogId}:sku-${at}`, catalog_id: catalogId, made: at, id: `sku-${at}` },
  ...{ title: `Storm lantern ${at}`, description: 'Burns for 20 hours, in any wind.' },
  ...{ availability: 'in stock', condition: 'new', price: `${(at % 500) + 1}.00 USD` },
  ...{ link: `https://shop.example/p/${at}`, image_link: `https://shop.example/i/${at}.jpg` },
  ...{ brand: 'Northwind', inventory: at % 50, product_type: `Home > Kitchen > ${at % 40}` },
  ...{ google_product_category: 'Home & Garden', custom_label_0: at % 3 === 0 ? 'winter' : 'summer' },
});

/** In processor time, which excludes other processes: ms that other tasks waited for a turn. */
const processor = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const turns = { longest: 0, count: 0, began: processor() };
const begin = (): void => void Object.assign(turns, { longest: 0, count: 0, began: processor() });
const note = (): void => void (turns.longest = Math.max(turns.longest, processor() - turns.began));
async function turn(): Promise<void> {
  note();
  turns.count++;
  await setImmediate();
  turns.began = processor();
}

async function shop() {
  const first = createPlatform({ scenario: 'small' });
  const user = first.initialCredentials.find(({ kind }) => kind === 'oauth1');
  if (user?.kind !== 'oauth1') throw new Error('Nobody has a token');
  await first.do('portal.setAbuse', false);
  await first.do('catalog.setEarlyAccess', user.userId, true);
  await first.do('catalog.setTermsAccepted', user.userId, true);
  const { tables, ...rest } = first.snapshot();
  const catalogId = 'bench';
  const catalog = { id: catalogId, owner_id: user.userId, name: 'Shop', products_made: rows };
  const products = Array.from({ length: rows }, (_, at) => productAt(at, catalogId));
  const platform = createPlatform({
    snapshot: { ...rest, tables: { ...tables, catalogs: [catalog], products } },
    turn,
  });
  let nonce = 0;
  const put = async (body: object): Promise<void> => {
    const request: HttpRequest = {
      ...{
        method: 'PUT',
        url: `${platform.adsBaseUrl}/5/product_catalogs/${catalogId}/products`,
        headers: [],
      },
      body: utf8(JSON.stringify(body)),
    };
    const timestamp = String(Math.floor(platform.clock.now() / 1000));
    const { authorization } = signRequest(request, user, { nonce: `n${nonce++}`, timestamp });
    const headers = [
      ['Authorization', authorization],
      ['Content-Type', 'application/json'],
    ] as const;
    const outcome = await platform.handle({ ...request, headers });
    if (outcome.kind !== 'response' || outcome.status !== 200)
      throw new Error(outcome.kind === 'response' ? text(outcome.body) : outcome.kind);
  };
  return { platform, catalogId, put };
}

const five = <T>(of: (at: number) => T): readonly T[] => Array.from({ length: 5 }, (_, at) => of(at));
const filter = (attribute: string, operator: string, value: string): DraftFilter => ({
  ...{ attribute, operator, value },
});
/** Of all six types, different in each round. */
const filtersOf = (round: number): readonly DraftFilter[] => [
  ...five((at) => filter('price', 'GREATER_THAN', `${at + 1}.5${round} USD`)),
  ...five((at) => filter('inventory', 'LESS_THAN', String(49 - at - 5 * round))),
  ...five((at) => filter('product_type', 'CONTAINS', `home > kitchen > ${at + 5 * round}`)),
  ...five((at) => filter('custom_label_0', 'MATCH', `winter ${at} ${round}`)),
  ...five((at) => filter('custom_label_0', 'NOT_CONTAINS', `none of ${at} ${round}`)),
  ...five((at) => filter('google_product_category', 'EQUAL_TO', `Home & ${at} ${round}`)),
];

const { platform, catalogId, put } = await shop();
const matches: FunnelAsked['shown'] = { part: { type: 'matches' }, from: 0, count: 50 };

interface Asked {
  /** In all. */
  readonly ms: number;
  readonly longest: number;
  readonly turns: number;
  readonly steps: string;
}

/** The machine is idle before it: no earlier garbage is collected meanwhile. */
async function measured(work: () => Promise<string>): Promise<Asked> {
  sweep();
  await setTimeout(300);
  begin();
  const began = processor();
  const steps = await work();
  const ms = processor() - began;
  note();
  return { ms, longest: turns.longest, turns: turns.count, steps };
}

const asked = (more: Partial<FunnelAsked>): Promise<Asked> =>
  measured(async () => {
    const answer = await platform.ask('sets.funnel', 'bench', {
      ...{ catalogId, setId: null, filters: [], shown: matches, ...more },
    });
    if ('superseded' in answer) throw new Error('It was superseded');
    return JSON.stringify(answer.filters);
  });

const wait = (what: string, rounds: readonly Asked[]): Figure => ({
  what: `${what}: the longest wait for a turn`,
  ...{ value: median(rounds.map(({ longest }) => longest)), aim: 50, clear: 100, unit: 'ms' },
  detail: `${Math.round(median(rounds.map(({ ms }) => ms)))} ms in all, ${rounds[0]!.turns} turns, ${short(rows)} products`,
});

const rounds = [0, 1, 2, 3, 4];

async function counting(): Promise<Figure[]> {
  await asked({ filters: [filter('inventory', 'EQUAL_TO', '1')] }); // loads it
  const [cold, changed, same]: [Asked[], Asked[], Asked[]] = [[], [], []];
  for (const round of rounds) {
    const filters = filtersOf(round);
    cold.push(await asked({ filters }));
    const other = filters.with(7, filter('inventory', 'GREATER_THAN', String(24 + round)));
    changed.push(await asked({ filters: other }));
    if (changed.at(-1)!.steps === cold.at(-1)!.steps)
      throw new Error('The change of a filter changed nothing');
    same.push(await asked({ filters: other, shown: { ...matches, part: { type: 'near', filter: 7 } } }));
  }
  return [
    wait('30 filters, for the first time', cold),
    wait('one filter of 30 changed', changed),
    wait('no filter changed', same),
  ];
}

async function searching(): Promise<Figure[]> {
  const found: Asked[] = [];
  for (const round of rounds)
    found.push(
      await measured(async () => {
        const words = `nothing has these letters ${round}`;
        return JSON.stringify(await platform.ask('sets.find', 'bench', catalogId, words, 20));
      }),
    );
  return [wait('a search of all titles', found)];
}

/** The median time of one product's upsert, in ms. */
async function upsert(from: number): Promise<number> {
  const times: number[] = [];
  await platform.clock.advance(900_000);
  for (let at = 0; at < 300; at++) {
    const body = { products: [{ id: `sku-${(at * 7919) % rows}`, price: `${from + at}.50 USD` }] };
    const began = performance.now();
    await put(body);
    times.push(performance.now() - began);
  }
  return median(times);
}

async function upserts(): Promise<Figure[]> {
  const beside = await upsert(1);
  // Nobody queries the sets any more and much changes, so only the upsert itself remains.
  for (let at = 0; at < 100; at++) {
    if (at % 50 === 0) await platform.clock.advance(900_000);
    const products = Array.from({ length: 1000 }, (_, each) => ({
      ...{ id: `sku-${(at * 1000 + each) % rows}`, price: `${600 + at}.25 USD` },
    }));
    await put({ products });
  }
  const alone = await upsert(700);
  return [
    {
      ...{ what: 'a product’s upsert while 30 filters are written, to none', value: beside / alone, aim: 3 },
      detail: `${beside.toFixed(3)} ms, ${alone.toFixed(3)} ms`,
    },
  ];
}

await printFigures([counting, searching, upserts]);
