/** Lift 11: every recipe is tried on calls that list its refusal, and the platform answers with it. */
import { manuals } from '#manual';
import { beforeAll, expect, test } from 'vitest';
import { openSession } from '../../../tests/support/session.ts';
import { keysOf } from '../../../worker/api.ts';
import type { ProblemName } from '../../../worker/api.ts';
import type { PageSession } from '../../state/session.svelte.ts';
import { MakeRefusal } from './making.svelte.ts';
import { recipes } from './recipes.ts';

/** Calls that each is tried on, at most, of families of their own. */
const most = 4;
/** Ten thousand calls of a window are the limiter's business: one is enough here. */
const long: ReadonlySet<ProblemName> = new Set(['rateLimitExceeded', 'usageCapExceeded']);

const names = keysOf(recipes);
const offered = names.filter((name) => 'steps' in recipes[name]);
/** Ids of the calls that list a refusal, the first of each family. */
const calls = new Map<ProblemName, string[]>();
let session: PageSession;

beforeAll(async () => {
  for (const load of Object.values(manuals)) {
    const seen = new Set<ProblemName>();
    for (const { id, refusals } of await load())
      for (const { name } of refusals) {
        if (seen.has(name)) continue;
        seen.add(name);
        calls.set(name, [...(calls.get(name) ?? []), id]);
      }
  }
});

/** What Apps asked for. A feed that falls due meanwhile is fetched by the platform itself. */
const incoming = async () =>
  (await session.playground.exchanges()).filter(({ direction }) => direction === 'in');

const makingsOf = (name: ProblemName): MakeRefusal[] =>
  (calls.get(name) ?? []).flatMap((id) => {
    const endpoint = session.reference.endpoint(id);
    const making = endpoint && new MakeRefusal(session, endpoint, name);
    return making?.recipe ? making : [];
  });

test.each(offered)('%s is met on a copy of the world', async (name) => {
  session = await openSession();
  const makings = makingsOf(name).slice(0, long.has(name) ? 1 : most);
  expect(makings.length).toBeGreaterThan(0);
  const log = await incoming();
  for (const making of makings) {
    await making.make();
    const { exchange } = making.met ?? {};
    const problem = exchange?.trace.find((line) => line.problem !== undefined)?.problem;
    expect([making.failed, exchange?.request.url.slice(0, 120), problem]).toEqual([
      null,
      expect.anything(),
      name,
    ]);
  }
  expect(await incoming(), 'the world itself stays as it is').toEqual(log);
});

test('what is not offered has its reason, and at least 47 are', () => {
  for (const name of names) {
    const recipe = recipes[name];
    if ('notYet' in recipe) expect(recipe.notYet).toMatch(/^[A-Z].*\.$/);
  }
  expect(offered.length).toBeGreaterThanOrEqual(47);
});
