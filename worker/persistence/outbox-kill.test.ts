import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { schemaVersion, tables } from '../../engine/index.ts';
import type { Snapshot } from '../../engine/index.ts';
import { beginning, checkLives, live, Mortality, never } from '../../tests/support/outbox-life.ts';
import type { Act, Plan, Received } from '../../tests/support/outbox-life.ts';
import { times } from '../../tests/support/prove.ts';
import { reachDatabaseWhile } from '../../tests/support/silence.ts';
import { Storage } from './storage.ts';

/**
 * The outbox over the storage of the page: the process dies between any two steps, which are a transaction of IndexedDB,
 * its acknowledgement, a call that goes out, and its answer.
 */

const kills = times(40, 200);

afterEach(() => void vi.restoreAllMocks());

const open = async (): Promise<Storage> => {
  const storage = await Storage.open({
    name: 'outbox',
    shape: tables,
    schemaVersion,
    changed: () => {},
    fenced: () => {},
  });
  expect(storage.kept.kind).toBe('saved');
  return storage;
};

const receiver = fc.constantFrom('a', 'b', 'c');
const count = fc.integer({ min: 1, max: 5 });
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('events' as const), receiver, count, waits: fc.boolean() }),
  fc.record({ kind: fc.constant('plan' as const), receiver, count, inMs: fc.nat(20_000) }),
  fc.record({ kind: fc.constant('advance' as const), ms: fc.nat(60_000) }),
);
const plans: fc.Arbitrary<Plan> = fc.record({
  acts: fc.array(act, { minLength: 1, maxLength: 8 }),
  steps: fc.nat(50),
  answers: fc.array(fc.record({ turns: fc.nat(3), fails: fc.boolean() }), { minLength: 1, maxLength: 8 }),
});
const lastPlan: Plan = { acts: [], steps: Infinity, answers: [{ turns: 0, fails: false }] };

test(`after ${kills} kills between due, send and settle every effect went out and was settled once, in the order of its key`, async () => {
  const { snapshot, bearer } = await beginning();
  const first = await open();
  await first.replace({ snapshot, vault: [] });
  await first.close();
  const received: Received[] = [];
  const acknowledged: string[] = [];
  let killed = 0;
  const run = async (plan: Plan, number: number): Promise<boolean> => {
    const storage = await open();
    const mortality = new Mortality(plan.steps);
    reachDatabaseWhile(() => mortality.step());
    const commit: typeof storage.commit = async (changes) => {
      await storage.commit(changes);
      if (!mortality.step()) await never;
    };
    const started = complete(storage.take()!.snapshot);
    const lived = await live({ snapshot: started, bearer, mortality, commit, received, number, plan });
    acknowledged.push(...lived.acknowledged);
    vi.restoreAllMocks();
    return lived.wasCutShort;
  };
  // A life that came to its end was not killed between two steps, and does not count.
  for (const [number, plan] of fc.sample(plans, { numRuns: 3 * kills, seed: 1764 }).entries())
    if (killed < kills && (await run(plan, number))) killed++;
  await run(lastPlan, Infinity);
  const last = await open();
  checkLives(complete(last.take()!.snapshot), received, acknowledged);
  expect(killed).toBe(kills);
  // It was tried: calls went out again because their settlement was not kept, and many did not need to.
  const lives = new Map<string, number>();
  for (const { id } of received) lives.set(id, (lives.get(id) ?? 0) + 1);
  const again = received.filter(({ id, life }, at) =>
    received.slice(0, at).some((each) => each.id === id && each.life < life),
  );
  expect(again.length).toBeGreaterThan(kills / 10);
  console.log(
    `${killed} kills, ${acknowledged.length} effects acknowledged, ${lives.size} went out, ${received.length} calls, ${again.length} of them again after a kill`,
  );
}, 600_000);

/** What is stored has no word of tables without rows; a snapshot has. */
const complete = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  tables: { ...Object.fromEntries(Object.keys(tables).map((name) => [name, []])), ...snapshot.tables },
});
