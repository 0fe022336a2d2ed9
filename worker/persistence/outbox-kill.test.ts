import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { schemaVersion, tables } from '../../engine/inside.ts';
import { callsAgain, checkLives } from '../../tests/support/outbox-check.ts';
import { beginning, live, Mortality, never } from '../../tests/support/outbox-life.ts';
import type { Plan, Received } from '../../tests/support/outbox-life.ts';
import { lastPlan, plans } from '../../tests/support/outbox-plans.ts';
import { proved, times } from '../../tests/support/prove.ts';
import { reachDatabaseWhile } from '../../tests/support/silence.ts';
import { inBlocks, whole } from '../../tests/support/snapshot-blocks.ts';
import { Storage } from './storage.ts';

/**
 * The outbox with the storage of the page. The process dies between any two steps: a transaction of IndexedDB, its
 * acknowledgement, a call to the outside, and its answer.
 */

const kills = times(10, 200);

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

test(`after ${kills} kills between due, send and settle every effect went out and was settled once, in the order of its key`, async () => {
  const { snapshot, bearer } = await beginning();
  const first = await open();
  await first.replace({ snapshot: inBlocks(snapshot), vault: [] });
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
      if (!mortality.step()) await never();
    };
    const started = whole(storage.take()!.snapshot);
    const wasCutShort = await live({
      snapshot: started,
      bearer,
      mortality,
      commit,
      received,
      acknowledged,
      number,
      plan,
    });
    vi.restoreAllMocks();
    return wasCutShort;
  };
  // A life that reached its end was not killed between two steps, and does not count.
  for (const [number, plan] of fc.sample(plans, { numRuns: 3 * kills, seed: 1764 }).entries())
    if (killed < kills && (await run(plan, number))) killed++;
  await run(lastPlan, Infinity);
  const last = await open();
  checkLives(whole(last.take()!.snapshot), received, acknowledged);
  expect(killed).toBe(kills);
  // The test is not empty: calls were repeated because their settlement was not kept, and many did not need to be.
  const again = callsAgain(received);
  expect(again).toBeGreaterThan(kills / 10);
  proved(
    `outbox over the page's storage: ${killed} kills, ${received.length} calls, ${again} of them again after a kill`,
  );
});
