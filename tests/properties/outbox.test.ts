import fc from 'fast-check';
import { test } from 'vitest';
import type { ChangeSet } from '../../engine/inside.ts';
import { Disk } from '../support/disk.ts';
import { checkLives } from '../support/outbox-check.ts';
import { beginning, live, Mortality, never } from '../support/outbox-life.ts';
import type { Received } from '../support/outbox-life.ts';
import { lastPlan, plans } from '../support/outbox-plans.ts';
import { rounds } from '../support/rounds.ts';

const { snapshot, bearer } = await beginning();

test('whenever the process dies between due, send and settle: each effect goes out, is settled once, in the order of its key', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(plans, { minLength: 1, maxLength: 4 }),
      fc.infiniteStream(fc.nat(3)),
      async (lives, turns) => {
        const disk = new Disk(snapshot);
        const received: Received[] = [];
        const acknowledged: string[] = [];
        for (const [number, plan] of [...lives, lastPlan].entries()) {
          const mortality = new Mortality(plan.steps);
          const wait = async () => {
            for (let left = turns.next().value as number; left > 0; left--)
              await new Promise<void>((resolve) => setImmediate(resolve));
          };
          // Like the storage: in order, each completely.
          let last = Promise.resolve();
          const commit = (changes: ChangeSet) =>
            (last = last.then(async () => {
              await wait();
              if (!mortality.step()) return never();
              disk.write(changes);
              await wait();
              if (!mortality.step()) return never();
            }));
          await live({
            snapshot: disk.read(),
            bearer,
            mortality,
            commit,
            received,
            acknowledged,
            number,
            plan,
            firstKept: disk.firstOf,
          });
        }
        checkLives(disk.read(), received, acknowledged);
      },
    ),
    rounds(10, 2000),
  );
});
