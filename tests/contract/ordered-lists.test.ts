import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endpoint, json } from '../../engine/declaration/endpoint.ts';
import { familyOf } from '../../engine/declaration/family.ts';
import { between, bounds, spanOf } from '../../engine/endpoints/v2/timelines/bounds.ts';
import { Timeline } from '../../engine/endpoints/v2/timelines/timeline.ts';
import { families } from '../../engine/inside.ts';
import { Merged } from '../../engine/paging/merged.ts';
import { pageMeta, paginate, pagination } from '../../engine/paging/v2.ts';
import { v2 } from '../../engine/spec/apis.ts';
import { integer, listOf, object, oneOf, optional, string, withDefault } from '../../engine/spec/fields.ts';
import { unlisted } from '../../engine/spec/limits.ts';
import { isRefusal } from '../../engine/spec/problems.ts';
import { before, behind } from '../../engine/state/store/entries.ts';
import { compareKeys } from '../../engine/state/store/order.ts';
import { pairId } from '../../engine/state/tables/pairs.ts';
import { idsOf, walk } from '../support/pages.ts';
import { start as startWith } from '../../testing/platform.ts';
import type { Client } from '../../testing/platform.ts';
import { rounds } from '../support/rounds.ts';
import { mira } from '../../testing/worlds.ts';

const common = {
  api: v2,
  section: '2.3',
  summary: '',
  auth: ['app'],
  limits: unlisted('100000 A'),
  choices: ['envelope'],
  refuses: ['parameterInvalid'],
  example: {},
} as const;
const orders = ['ascending', 'descending'] as const;
type Order = (typeof orders)[number];
const order = oneOf(orders);
const max_results = withDefault(integer(1, 100), 100);
const itemOf = (id: string) => id.slice(id.indexOf(':') + 1);

/** Things at positions on shelves, in the table of list members. */
const shelves = familyOf('shelves', 'Shelves', [
  endpoint({
    ...common,
    id: 'listShelves',
    method: 'GET',
    path: '/2/test/shelves/:shelves/:order',
    params: { shelves: string(), order },
    query: {
      max_results,
      ...pagination,
      from: optional(integer(0, 99)),
      until: optional(integer(0, 99)),
      every: withDefault(integer(1, 9), 1),
    },
    answers: { 200: json(object({ data: listOf(object({ id: string() })), meta: object(pageMeta) })) },
    handle({ path, query }, { tables: { list_members }, paging }) {
      const ranges = path.shelves.split('-').map((shelf) => {
        let range = list_members.range('list_id', shelf);
        if (query.from !== undefined) range = range.from(before(query.from));
        if (query.until !== undefined) range = range.to(behind(query.until));
        return range;
      });
      const page = paginate(
        ranges.length === 1 ? ranges[0]! : new Merged(ranges),
        query,
        `listShelves ${path.shelves} ${query.from} ${query.until} ${query.every}`,
        paging,
        (id) => Number(itemOf(id)) % query.every === 0,
        path.order,
      );
      if (isRefusal(page)) return page;
      const data = page.keys.map((id) => ({ id }));
      return { status: 200, body: { data, meta: { result_count: data.length, ...page.tokens } } };
    },
  }),
  endpoint({
    ...common,
    id: 'changeShelf',
    method: 'POST',
    path: '/2/test/shelves',
    body: object({ shelf: string(), item: string(), position: optional(integer(0, 99)) }),
    answers: { 200: json(object({})) },
    handle({ body: { shelf, item, position }, transact }) {
      const id = pairId(shelf, item);
      transact((write) => {
        if (position === undefined) write.list_members.remove(id);
        else write.list_members.insert({ id, list_id: shelf, user_id: item, at: position });
      });
      return { status: 200, body: {} };
    },
  }),
  endpoint({
    ...common,
    id: 'oldestPosts',
    method: 'GET',
    path: '/2/test/posts/:id',
    params: { id: string() },
    query: { max_results, ...pagination, ...bounds },
    answers: Timeline,
    handle(call, platform) {
      const span = spanOf(call.query);
      if (isRefusal(span)) return span;
      const { posts } = platform.tables;
      const stretch = between(posts.range('author', call.path.id), span, () => true);
      const page = paginate(stretch, call.query, 'oldestPosts', platform.paging, () => true, 'ascending');
      if (isRefusal(page)) return page;
      const data = page.keys.map((id) => ({ id, text: posts.get(id)!.text }));
      return { status: 200, body: { data, meta: { result_count: data.length, ...page.tokens } } };
    },
  }),
]);

async function start() {
  const { as } = await startWith({ families: [...families, shelves] });
  const client = as.bearer();
  const change = async (shelf: string, item: number, position?: number) => {
    const { status, text } = await client.post('/2/test/shelves', { shelf, item: String(item), position });
    expect(status, text).toBe(200);
  };
  return { client, change };
}

async function page(client: Client, path: string, token?: string) {
  const answer = await client.get(token === undefined ? path : `${path}&pagination_token=${token}`);
  expect(answer.status, answer.text).toBe(200);
  const { data, meta } = answer.json;
  return { ids: idsOf(data), next: meta['next_token'], previous: meta['previous_token'] };
}

/** The position of a thing, then its id. */
interface Standing {
  readonly id: string;
  readonly position: number;
}
const compare = (one: Standing, other: Standing) =>
  one.position - other.position || compareKeys(one.id, other.id);

describe.each(orders)('a list by position and then id that is %s', (way: Order) => {
  const arranged = (all: readonly Standing[]) => {
    const sorted = all.toSorted(compare);
    return (way === 'ascending' ? sorted : sorted.reverse()).map(({ id }) => id);
  };
  const listed = (of: string, rest: string) => `/2/test/shelves/${of}/${way}?${rest}`;

  test('entries that stay appear once forwards and once backwards, no matter what is added or removed', async () => {
    const thing = fc.record({
      shelf: fc.constantFrom('1', '2', '3'),
      item: fc.nat(40),
      // Many at one position: the id breaks ties.
      position: fc.nat(5),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(thing, { minLength: 5, maxLength: 30, size: 'max' }),
        fc.array(thing, { maxLength: 40, size: 'max' }),
        fc.constantFrom('1', '1-2', '1-2-3'),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 2 }),
        fc.boolean(),
        async (begun, changes, of, size, every, isBound) => {
          const { client, change } = await start();
          const there = new Map<string, Standing>();
          const toggle = async ({ shelf, item, position }: (typeof begun)[number]) => {
            const id = pairId(shelf, String(item));
            // Removed things do not come back: one at a different place would be a new thing.
            if (gone.has(id)) return;
            const isThere = there.delete(id);
            await change(shelf, item, isThere ? undefined : position);
            if (!isThere) there.set(id, { id, position });
            else {
              stayed.delete(id);
              gone.add(id);
            }
          };
          const gone = new Set<string>();
          const stayed = new Set<string>();
          for (const each of begun) await toggle(each);
          const isListed = ({ id, position }: Standing) =>
            of.split('-').includes(id.slice(0, 1)) &&
            Number(itemOf(id)) % every === 0 &&
            (!isBound || (position >= 1 && position <= 3));
          const asked = `max_results=${size}&every=${every}${isBound ? '&from=1&until=3' : ''}`;
          const path = listed(of, asked);
          const whole = await page(client, listed(of, asked.replace(/\d+/, '100')));
          expect(whole.ids).toEqual(arranged([...there.values()].filter(isListed)));
          for (const id of whole.ids) stayed.add(id);
          const coming = [...changes];
          const turn = async (token?: string) => {
            const turned = await page(client, path, token);
            for (const each of coming.splice(0, 2)) await toggle(each);
            return turned;
          };
          const onward: string[] = [];
          let last = await turn();
          for (onward.push(...last.ids); last.next !== undefined; onward.push(...last.ids))
            last = await turn(last.next);
          for (const id of stayed) expect(onward.filter((each) => each === id)).toEqual([id]);
          const back = [...last.ids];
          for (let at = last; at.previous !== undefined;) {
            at = await turn(at.previous);
            back.unshift(...at.ids);
          }
          for (const id of stayed) expect(back.filter((each) => each === id)).toEqual([id]);
          const inOrder = [...stayed].map((id) => there.get(id)!);
          expect(onward.filter((id) => stayed.has(id))).toEqual(arranged(inOrder));
          expect(back.filter((id) => stayed.has(id))).toEqual(arranged(inOrder));
        },
      ),
      rounds(15, 400),
    );
  });

  test('a page that became empty still leads on, forwards and back', async () => {
    const { client, change } = await start();
    const put = (items: readonly number[], isThere: boolean) =>
      Promise.all(items.map((item) => change('1', item, isThere ? 7 : undefined)));
    await put([1, 2, 3, 4], true);
    const all = [1, 2, 3, 4].map((item) => ({ id: `1:${item}`, position: 7 }));
    const [first, second] = [arranged(all).slice(0, 2), arranged(all).slice(2)];
    const path = listed('1', 'max_results=2');
    const items = (ids: readonly string[]) => ids.map((id) => Number(itemOf(id)));
    const begun = await page(client, path);
    expect([begun.ids, begun.previous]).toEqual([first, undefined]);
    await put(items(second), false);
    const farther = await page(client, path, begun.next);
    expect([farther.ids, farther.next]).toEqual([[], undefined]);
    expect((await page(client, path, farther.previous)).ids).toEqual(first);
    await put(items(second), true);
    const behindIt = await page(client, path, begun.next);
    expect(behindIt.ids).toEqual(second);
    await put(items(first), false);
    const nearer = await page(client, path, behindIt.previous);
    expect([nearer.ids, nearer.previous]).toEqual([[], undefined]);
    expect((await page(client, path, nearer.next)).ids).toEqual(second);
  });

  test('its tokens are refused by the same list in the other order, and by another list', async () => {
    const { client, change } = await start();
    for (const item of [1, 2, 3]) await change('1', item, item);
    const { next } = await page(client, listed('1', 'max_results=1'));
    const { next: farther, previous } = await page(client, listed('1', 'max_results=1'), next);
    const other = way === 'ascending' ? 'descending' : 'ascending';
    for (const token of [next, farther, previous])
      for (const path of [`1/${other}`, `2/${way}`]) {
        // Also while the list of the token is cached, and right after.
        await page(client, listed('1', 'max_results=1'), token);
        const refused = await client.get(`/2/test/shelves/${path}?max_results=1&pagination_token=${token}`);
        expect(refused.status, path).toBe(400);
        expect(refused.because).toContain('was not issued by this list with these filters');
      }
  });
});

test('posts listed from the oldest stay within their bounds, page by page and back', async () => {
  const { client } = await start();
  const newest = idsOf((await client.get(`/2/users/${mira}/posts?max_results=100`)).json.data);
  const all = newest.toReversed();
  expect(all.length).toBeGreaterThanOrEqual(8);
  const path = `/2/test/posts/${mira}?max_results=2&since_id=${all[0]}&until_id=${all[6]}`;
  const onward = await walk(client, path, 'next_token');
  expect(onward).toEqual([all.slice(1, 3), all.slice(3, 5), [all[5]]]);
  let last = await page(client, path);
  while (last.next !== undefined) last = await page(client, path, last.next);
  expect(await walk(client, path, 'previous_token', last.previous)).toEqual(onward.slice(0, -1).toReversed());
});
