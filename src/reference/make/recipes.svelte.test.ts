/** Lift 11: every recipe is tried on calls that list its refusal, and the platform answers with that refusal. */
import { manuals } from '#manual';
import { beforeAll, expect, test } from 'vitest';
import { openSession } from '../../../tests/support/session.ts';
import { keysOf } from '../../../worker/api.ts';
import type { ProblemName } from '../../../worker/api.ts';
import type { PageSession } from '../../state/session.svelte.ts';
import { MakeRefusal } from './making.svelte.ts';
import { recipes } from './recipes.ts';

/** The maximum number of calls, of different families, that each is tried on. */
const most = 4;
/** Ten thousand calls in a window are covered by the limiter's tests: one is enough here. */
const long: ReadonlySet<ProblemName> = new Set(['rateLimitExceeded', 'usageCapExceeded']);

const names = keysOf(recipes);
const offered = names.filter((name) => 'steps' in recipes[name]);
/** The ids of the calls that list a refusal, the first of each family. */
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

/** Requests of Apps. The platform itself fetches a feed that falls due meanwhile. */
const incoming = async () =>
  (await session.playground.exchanges()).filter(({ direction }) => direction === 'in');

const makingsOf = (name: ProblemName): MakeRefusal[] =>
  (calls.get(name) ?? []).flatMap((id) => {
    const endpoint = session.reference.endpoint(id);
    const making = endpoint && new MakeRefusal(session, endpoint, name);
    return making?.recipe ? making : [];
  });

test.each(offered)('%s occurs on a copy of the world', async (name) => {
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

test('each refusal that is not offered has a reason, and at least 47 are offered', () => {
  for (const name of names) {
    const recipe = recipes[name];
    if ('notYet' in recipe) expect(recipe.notYet).toMatch(/^[A-Z].*\.$/);
  }
  expect(offered.length).toBeGreaterThanOrEqual(47);
});
