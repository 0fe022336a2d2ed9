import { manuals, refusals } from '#manual';
import type { Manual } from '#manual';
import { expect, test } from 'vitest';
import { endpointOf, example } from '../../../testing/examples.ts';
import { start } from '../../../testing/platform.ts';
import { attempts, callers } from '../../../tests/support/attempts.ts';
import { isOneOf } from '../../checked/is.ts';
import { steps } from './steps.ts';

const all = (await Promise.all(Object.values(manuals).map((load) => load()))).flat();
const manualOf = (id: string): Manual => all.find((each) => each.id === id)!;

test.each([
  'createPost',
  'getDmEvents',
  'getCatalogs',
  'requestBearerToken',
  'exchangeCode',
  'invalidateUserToken',
])('each refusal of %s is listed, after the steps that such a call passes', async (id) => {
  const endpoint = endpointOf(id);
  const { platform, as } = await start();
  const appNames = new Set(platform.initialCredentials.map(({ appName }) => appName));
  let met = 0;
  for (const client of callers(as, appNames))
    for (const message of attempts(endpoint, example(endpoint, as))) {
      const { trace } = (await client.send(message)).exchange;
      const name = trace.find(({ problem }) => problem !== undefined)?.problem;
      if (name === undefined || trace.every(({ verb }) => verb !== 'Matched' && verb !== 'Refused')) continue;
      const listed = manualOf(id).refusals.find((each) => each.name === name);
      expect(listed, `${name} of ${id}`).toBeDefined();
      const passed = trace.flatMap(({ verb, outcome }) =>
        isOneOf(steps, verb) && outcome !== 'refused' && verb !== 'Handled' ? [steps.indexOf(verb)] : [],
      );
      // A proof can be correct and still be refused: the App is suspended, or the kind is not accepted.
      const most = steps.indexOf(listed!.step) - (listed!.step === 'Authenticated' ? 0 : 1);
      expect(Math.max(-1, ...passed), `${name} of ${id}`).toBeLessThanOrEqual(most);
      met += 1;
    }
  expect(met).toBeGreaterThan(3);
});

test('every refusal of every call has a text', async () => {
  const known = await refusals();
  for (const { refusals: own } of all)
    for (const { name } of own) {
      const { what, cause, remedy } = known[name]!;
      for (const words of [cause, remedy]) expect(words).toMatch(/^\S.*\.$/);
      expect(what).toMatch(/^[A-Z].*[^.]$/);
      expect(what, 'a name of the code').not.toBe(name);
    }
});

test('a field of an answer says what includes it', () => {
  const { fields } = manualOf('searchRecentPosts').answers[0]!;
  const at = (...way: readonly string[]) => {
    let found = fields;
    for (const name of way.slice(0, -1)) found = found.find((each) => each.name === name)!.fields!;
    return found.find(({ name }) => name === way.at(-1))!;
  };
  expect(at('data', 'id').takes).toBeUndefined();
  expect(at('data', 'author_id').takes).toEqual(['post.fields=author_id']);
  expect(at('data').takes).toEqual([]);
  expect(at('includes').takes).toEqual(['expansions']);
  expect(at('includes', 'users').takes).toContain('expansions=author_id');
  expect(at('includes', 'posts').takes).toEqual(['expansions=referenced_posts.id']);
  expect(at('includes', 'users', 'public_metrics').takes).toEqual(['user.fields=public_metrics']);
  expect(at('includes', 'users', 'public_metrics', 'followers_count').takes).toBeUndefined();
});

test('types and bounds are given in words', () => {
  const { fields = [], oneOf } = manualOf('createPost').body ?? {};
  const poll = fields.find(({ name }) => name === 'poll')!.fields!;
  expect(fields.find(({ name }) => name === 'text')!.type).toBe('string, 1 to 280 characters');
  expect(poll.map(({ type }) => type)).toEqual([
    'list of 2 to 4 strings, each 1 to 25 characters',
    'integer, 5 to 10,080',
  ]);
  expect(oneOf).toEqual(['text', 'poll', 'quote_post_id']);
});

test('nearly every call shows a recorded answer of the platform', () => {
  const without = all.filter(({ answered }) => answered === null).map(({ id }) => id);
  // Pages answer with a redirect, or with HTML that differs from call to call.
  expect(without.every((id) => /^(authori[sz]e|authenticate|decide|showConnectedApps)/.test(id))).toBe(true);
});
