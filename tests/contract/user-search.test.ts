import { describe, expect, test } from 'vitest';
import { idsOf } from '../support/pages.ts';
import { start } from '../../testing/platform.ts';
import { crowd } from '../support/crowd.ts';
import { aiko, jonas, mira, sam } from '../../testing/worlds.ts';

const search = '/2/users/search?query=';

describe('search for users (8.3; choice: user-search)', () => {
  test.each([
    ['mira', [mira]],
    ['MIRA HOLM', [mira]],
    ['@mira_holm', [mira]],
    ['holm reader', [mira]],
    ['ode', [sam]],
    ['Ọdẹ', [sam]],
    ['bicycle', [jonas]],
    ['b', [jonas, sam, mira]], // bread, breaks, Builds
    ['地図', [aiko]],
    ['olm', []],
    ['mira bread', []],
  ])('%s', async (query, expected) => {
    const { as } = await start();
    const answer = await as.bearer().get(search + encodeURIComponent(query));
    expect(answer.status).toBe(200);
    expect(idsOf(answer.json.data).sort()).toEqual([...expected].sort());
    expect(answer.json.meta.result_count).toBe(expected.length);
  });

  test('is paged by next_token, the newest account first', async () => {
    const { as } = await start({ scenario: crowd(5) });
    const all = [mira, '5000005', '5000004', '5000003', '5000002', '5000001'];
    const page = async (query: string, token?: string) => {
      const given = token === undefined ? '' : `&next_token=${token}`;
      const { data, meta } = (await as.bearer().get(`${search}${query}&max_results=4${given}`)).json;
      return { ids: idsOf(data), next: meta['next_token'], previous: meta['previous_token'] };
    };
    const first = await page('mira');
    const second = await page('MIRA', first.next);
    expect([...first.ids, ...second.ids]).toEqual(all);
    expect([first.previous, second.next]).toEqual([undefined, undefined]);
    expect(await page('mira', second.previous)).toEqual(first);
    expect((await page('crowd')).ids).toEqual(all.slice(1, 5));
    const next = first.next!;
    const foreign = await as.bearer().get(`${search}holm&next_token=${next}`);
    expect([foreign.status, foreign.json.errors[0]!['parameters']]).toEqual([400, { next_token: [next] }]);
  });

  test.each(['', ' ', '...', 'a'.repeat(51)])('%j is refused', async (query) => {
    const { as } = await start();
    const answer = await as.bearer().get(search + encodeURIComponent(query));
    expect([answer.status, answer.code]).toEqual([400, 214]);
  });
});
