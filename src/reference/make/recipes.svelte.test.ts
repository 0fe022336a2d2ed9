/** Lift 11: every recipe is tried on calls that list its refusal, and the platform answers with that refusal. */
import { manuals } from '#manual';
import { beforeAll, expect, test } from 'vitest';
import { openSession } from '../../../tests/support/session.ts';
import { keysOf } from '../../../worker/api.ts';
import type { ProblemName, RehearsedStep } from '../../../worker/api.ts';
import type { PageSession } from '../../state/session.svelte.ts';
import { MakeRefusal } from './making.svelte.ts';
import { recipes } from './recipes.ts';

/** The maximum number of calls, of different families, that each is tried on. */
const most = 4;
/** Ten thousand calls in a window are covered by the limiter's tests: one is enough here. */
const long: ReadonlySet<ProblemName> = new Set(['rateLimitExceeded', 'usageCapExceeded']);

const names = keysOf(recipes);
const offered = names.filter((name) => !('unmet' in recipes[name]));
/** The ids of the calls that list a refusal. */
const calls = new Map<ProblemName, string[]>();
/** Those of them that are tried: the first of each family. */
const tried = new Map<ProblemName, string[]>();
/** Refusals that each call meets in its own way: all are tried. */
const ofEachCall: ReadonlySet<ProblemName> = new Set(['foreignResource', 'verifierMissing', 'notFound']);
let session: PageSession;

beforeAll(async () => {
  for (const load of Object.values(manuals)) {
    const seen = new Set<ProblemName>();
    for (const { id, refusals } of await load())
      for (const { name } of refusals) {
        calls.set(name, [...(calls.get(name) ?? []), id]);
        if (seen.has(name) && !ofEachCall.has(name)) continue;
        seen.add(name);
        tried.set(name, [...(tried.get(name) ?? []), id]);
      }
  }
});

/** Requests of Apps. The platform itself fetches a feed that falls due meanwhile. */
const incoming = async () =>
  (await session.playground.exchanges()).filter(({ direction }) => direction === 'in');

const makingsOf = (name: ProblemName): MakeRefusal[] =>
  (tried.get(name) ?? []).flatMap((id) => {
    const endpoint = session.reference.endpoint(id);
    const making = endpoint && new MakeRefusal(session, endpoint, name);
    return making && making.unmet === null ? making : [];
  });

test.each(offered)('%s occurs on a copy of the world', async (name) => {
  session = await openSession();
  const makings = makingsOf(name).slice(0, long.has(name) ? 1 : ofEachCall.has(name) ? undefined : most);
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

test('every refusal that a call lists can be met there, or one sentence says why it cannot', async () => {
  session = await openSession();
  const unmet = new Set<string>();
  for (const name of names)
    for (const id of calls.get(name) ?? []) {
      const endpoint = session.reference.endpoint(id);
      const why = endpoint ? new MakeRefusal(session, endpoint, name).unmet : null;
      if (why !== null) unmet.add(`${name} of ${id}`);
      if (why !== null) expect(why).toMatch(/^[A-Z].*\.$/);
    }
  expect([...unmet].filter((each) => !each.startsWith('internalError of '))).toEqual([
    'usageCapExceeded of streamPosts',
  ]);
  expect(names.filter((name) => 'unmet' in recipes[name])).toEqual(['urlMalformed', 'internalError']);
  expect(calls.has('urlMalformed'), 'an address that cannot be read leads to no call').toBe(false);
});

test('a call that comes first and is refused ends the rehearsal, and is named', async () => {
  const { playground, greeting } = await openSession();
  const first: RehearsedStep = {
    ...({ kind: 'send', by: { kind: 'none' }, keep: 'post' } as const),
    request: { method: 'POST', url: `${greeting.baseUrl}/2/posts`, headers: [] },
  };
  await expect(playground.rehearse([first])).rejects.toThrow(
    'POST /2/posts comes first, and the copy refused it.',
  );
});
