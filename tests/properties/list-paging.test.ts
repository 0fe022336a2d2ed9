import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crowd } from '../support/crowd.ts';
import { idsOf } from '../support/pages.ts';
import { start } from '../../testing/platform.ts';
import type { Client } from '../../testing/platform.ts';
import { aiko, mira } from '../../testing/worlds.ts';
import { rounds } from '../support/rounds.ts';

const post = '2020777185899446272';
const slots = 24;

type As = Awaited<ReturnType<typeof start>>['as'];

/** A list whose items come and go: each slot has one or none, and `add` returns the id that the list shows. */
interface Kind {
  readonly path: string;
  readonly least: number;
  readonly reader: (as: As) => Client;
  readonly add: (slot: number, turn: number, as: As) => Promise<string>;
  readonly drop: (slot: number, id: string, as: As) => Promise<unknown>;
}

const crowdId = (slot: number) => String(5_000_001 + slot);
const crowdling = (slot: number, as: As) => as.user(`crowd_${slot + 1}`);

/** Posts by aiko, whom mira follows. */
const posting = (more: (turn: number) => object): Pick<Kind, 'add' | 'drop'> => ({
  add: async (_, turn, as) => (await as.user('aiko_tan').post('/2/posts', more(turn))).json.data.id,
  drop: (_, id, as) => as.user('aiko_tan').delete(`/2/posts/${id}`),
});

/** What users of the crowd do with a post. */
const doing = (path: 'likes' | 'reposts'): Pick<Kind, 'add' | 'drop'> => ({
  add: async (slot, _, as) => {
    await crowdling(slot, as).post(`/2/users/${crowdId(slot)}/${path}`, { post_id: post });
    return crowdId(slot);
  },
  drop: (slot, id, as) => crowdling(slot, as).delete(`/2/users/${id}/${path}/${post}`),
});

const bearer = (as: As) => as.bearer();
const me = (as: As) => as.user();

const kinds: Readonly<Record<string, Kind>> = {
  liking_users: { path: `/2/posts/${post}/liking_users`, least: 1, reader: bearer, ...doing('likes') },
  reposted_by: { path: `/2/posts/${post}/reposted_by`, least: 1, reader: bearer, ...doing('reposts') },
  liked_posts: {
    path: `/2/users/${mira}/liked_posts`,
    least: 5,
    reader: bearer,
    add: async (_, turn, as) => {
      const { id } = (await as.user('aiko_tan').post('/2/posts', { text: `Turn ${turn}` })).json.data;
      await as.user().post(`/2/users/${mira}/likes`, { post_id: id });
      return id;
    },
    drop: (slot, id, as) =>
      slot % 2
        ? as.user().delete(`/2/users/${mira}/likes/${id}`)
        : as.user('aiko_tan').delete(`/2/posts/${id}`),
  },
  muting: {
    path: `/2/users/${mira}/muting`,
    least: 1,
    reader: me,
    add: async (slot, _, as) => {
      await as.user().post(`/2/users/${mira}/muting`, { target_user_id: crowdId(slot) });
      return crowdId(slot);
    },
    drop: (_, id, as) => as.user().delete(`/2/users/${mira}/muting/${id}`),
  },
  quote_posts: {
    path: `/2/posts/${post}/quote_posts`,
    least: 10,
    reader: bearer,
    ...posting((turn) => ({ text: `Turn ${turn}`, quote_post_id: post })),
  },
  mentions: {
    path: `/2/users/${aiko}/mentions`,
    least: 5,
    reader: bearer,
    ...posting((turn) => ({ text: `Turn ${turn} @aiko_tan` })),
  },
  home: {
    path: `/2/users/${mira}/timelines/reverse_chronological`,
    least: 1,
    reader: me,
    ...posting((turn) => ({ text: `Turn ${turn}` })),
  },
};

const events = fc.array(fc.nat(slots - 1), { minLength: 6, maxLength: 30, size: 'max' });

describe('what stays in a list is met once on the way down and once on the way back, whatever comes and goes', () => {
  test.each(Object.entries(kinds))('%s', async (_, { path, least, reader, add, drop }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(slots - 1), { minLength: 8, maxLength: slots, size: 'max' }),
        events,
        fc.nat(2),
        async (begun, planned, more) => {
          const { platform, as } = await start({ scenario: crowd(slots) });
          await platform.do('portal.setPlan', '1700', 'enterprise');
          let turn = 0;
          const there = new Map<number, string>();
          const coming = [...planned];
          const toggle = async (slot: number) => {
            await platform.clock.advance(60_000);
            const id = there.get(slot);
            if (id === undefined) there.set(slot, await add(slot, turn++, as));
            else {
              await drop(slot, id, as);
              there.delete(slot);
              stayed.delete(id);
            }
          };
          const stayed = new Set<string>();
          for (const slot of begun) await toggle(slot);
          for (const id of there.values()) stayed.add(id);
          const query = `${path}?max_results=${least + more}`;
          const page = async (token?: string) => {
            await platform.clock.advance(61_000); // so that 15 calls in 15 minutes are never exceeded
            const answer = await reader(as).get(token ? `${query}&pagination_token=${token}` : query);
            expect(answer.status, answer.text).toBe(200);
            const { data, meta } = answer.json;
            for (const slot of coming.splice(0, 2)) await toggle(slot);
            return { ids: idsOf(data), next: meta['next_token'], previous: meta['previous_token'] };
          };
          const down: string[] = [];
          const up: string[] = [];
          let last = await page();
          for (down.push(...last.ids); last.next !== undefined; down.push(...last.ids))
            last = await page(last.next);
          for (const id of stayed) expect(down.filter((each) => each === id)).toEqual([id]);
          // From after the last item, so that its page is on the way back too.
          const before = new Set(stayed);
          up.push(...last.ids);
          for (let at = last; at.previous !== undefined; up.push(...at.ids)) at = await page(at.previous);
          for (const id of stayed) if (before.has(id)) expect(up.filter((each) => each === id)).toEqual([id]);
        },
      ),
      rounds(6, 200),
    );
  });
});
