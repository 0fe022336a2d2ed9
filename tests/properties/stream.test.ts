/**
 * The filtered stream compared with the stored posts: a post is sent if and only if its commit was stored, with the
 * rules that match it.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { families } from '../../engine/inside.ts';
import { endpoint, json } from '../../engine/declaration/endpoint.ts';
import { familyOf } from '../../engine/declaration/family.ts';
import { insertPost } from '../../engine/social/posts.ts';
import { v2 } from '../../engine/spec/apis.ts';
import { object, string } from '../../engine/spec/fields.ts';
import { limits } from '../../engine/spec/limits.ts';
import type { Post } from '../../engine/state/tables/posts.ts';
import { start } from '../../testing/platform.ts';
import { rounds } from '../support/rounds.ts';
import { addRules, Listener } from '../support/stream.ts';
import { finds, query, textOf, words } from './search.world.ts';
import type { Tree } from './search.world.ts';

/** Creates a post as usual, and then fails: the transaction is rolled back. */
const undone = familyOf('here', 'Declared here', [
  endpoint({
    ...{ id: 'undone', api: v2, method: 'POST', path: '/2/test/undone', section: '8.3', summary: '' },
    ...{ auth: ['oauth1'], limits: limits('900 U'), choices: [], refuses: [], example: {} },
    body: object({ text: string() }),
    answers: { 200: json(object({})) },
    handle({ principal: { user, app }, body, transact }, { state }) {
      transact((write) => {
        insertPost(body, user, app, state, write);
        throw new Error('Undone');
      });
      return { status: 200, body: {} };
    },
  }),
]);

const fates = ['kept', 'kept', 'kept', 'lost', 'undone'] as const;

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ say: words, fate: fc.constantFrom(...fates) }) },
  { weight: 2, arbitrary: query.map((add) => ({ add })) },
  { weight: 1, arbitrary: fc.nat().map((drop) => ({ drop })) },
  { weight: 1, arbitrary: fc.nat().map((remove) => ({ remove })) },
  { weight: 1, arbitrary: fc.constant({ reconnect: true }) },
);

test('a post is sent if and only if its commit was kept, once, with the rules that find it then', async () => {
  await fc.assert(
    fc.asyncProperty(query, fc.array(step, { minLength: 1, maxLength: 25 }), async (first, steps) => {
      let isDiskFull = false;
      const commit = () => (isDiskFull ? Promise.reject(new Error('The disk is full')) : Promise.resolve());
      const { platform, as } = await start({ commit, families: [...families, undone] });
      const [bearer, user] = [as.bearer(), as.user()];
      const rules = new Map<string, Tree>();
      const add = async (tree: Tree) => {
        if ([...rules.values()].some((each) => textOf(each) === textOf(tree))) return;
        const [id] = await addRules(bearer, textOf(tree));
        rules.set(id!, tree);
      };
      await add(first);
      let listener = await Listener.to(bearer);
      let expected: { readonly text: string; readonly rules: readonly string[] }[] = [];
      const posted: string[] = [];
      const agree = () =>
        expect(
          listener.lines.map(({ data, matching_rules }) => ({
            text: data.text,
            rules: matching_rules.map(({ id }) => id),
          })),
        ).toEqual(expected);
      for (const [turn, each] of steps.entries()) {
        if ('say' in each) {
          const text = `${each.say} … ${turn}`;
          isDiskFull = each.fate === 'lost';
          const answer = await user.post(each.fate === 'undone' ? '/2/test/undone' : '/2/posts', { text });
          isDiskFull = false;
          expect(answer.status).toBe(each.fate === 'kept' ? 201 : 500);
          if (each.fate !== 'kept') continue;
          posted.push(answer.json.data.id);
          const row = platform.snapshot().tables['posts']!.find(({ id }) => id === posted.at(-1));
          const found = [...rules].filter(([, tree]) => finds(tree, row as object as Post)).map(([id]) => id);
          if (found.length > 0) expected.push({ text, rules: found });
        } else if ('add' in each) await add(each.add);
        else if ('drop' in each) {
          const id = [...rules.keys()][each.drop % Math.max(1, rules.size)];
          if (id === undefined) continue;
          await bearer.post('/2/posts/search/stream/rules', { delete: { ids: [id] } });
          rules.delete(id);
        } else if ('remove' in each) {
          const id = posted[each.remove % Math.max(1, posted.length)];
          if (id !== undefined) await user.delete(`/2/posts/${id}`);
        } else {
          agree();
          listener.leave();
          listener = await Listener.to(bearer);
          expected = [];
        }
      }
      agree();
      expect(listener.ended).toBeNull();
    }),
    rounds(30, 400),
  );
});
