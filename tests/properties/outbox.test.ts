import fc from 'fast-check';
import { test } from 'vitest';
import type { ChangeSet, Row, Snapshot } from '../../engine/index.ts';
import { tables as specs } from '../../engine/index.ts';
import { beginning, checkLives, live, Mortality, never } from '../support/outbox-life.ts';
import type { Act, Plan, Received } from '../support/outbox-life.ts';
import { rounds } from '../support/rounds.ts';

/** Rows in memory: a commit is there or it is not, and its maker may die before it hears of it. */
class Disk {
  readonly #tables: Map<string, Map<string, Row>>;

  constructor(private readonly first: Snapshot) {
    this.#tables = new Map(
      Object.entries(first.tables).map(([name, rows]) => [
        name,
        new Map(rows.map((row) => [row[keyOf(name)] as string, row])),
      ]),
    );
  }

  write(changes: ChangeSet): void {
    for (const [name, { added, updated, removed }] of Object.entries(changes)) {
      const table = this.#tables.get(name)!;
      for (const row of [...added, ...updated]) table.set(row[keyOf(name)] as string, row);
      for (const key of removed) table.delete(key);
    }
  }

  firstOf = (receiver: string): string | undefined =>
    [...this.#tables.get('outbox')!.values()]
      .filter(({ key }) => key === receiver)
      .map(({ id }) => String(id))
      .sort()[0];

  read(): Snapshot {
    const tables = [...this.#tables].map(([name, rows]) => [name, [...rows.values()]]);
    return { ...this.first, tables: Object.fromEntries(tables) as Snapshot['tables'] };
  }
}

const keyOf = (table: string) => specs[table as keyof typeof specs].key;

const receiver = fc.constantFrom('a', 'b', 'c');
const count = fc.integer({ min: 1, max: 4 });
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('events' as const), receiver, count, waits: fc.boolean() }),
  fc.record({ kind: fc.constant('plan' as const), receiver, count, inMs: fc.nat(20_000) }),
  fc.record({ kind: fc.constant('advance' as const), ms: fc.nat(400_000) }),
);
const life: fc.Arbitrary<Plan> = fc.record({
  acts: fc.array(act, { maxLength: 6 }),
  steps: fc.nat(60),
  answers: fc.array(fc.record({ turns: fc.nat(4), fails: fc.boolean() }), { minLength: 1, maxLength: 8 }),
});

const { snapshot, bearer } = await beginning();

test('whenever the process dies between due, send and settle: each effect goes out, is settled once, in the order of its key', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(life, { minLength: 1, maxLength: 4 }),
      fc.infiniteStream(fc.nat(3)),
      async (lives, turns) => {
        const disk = new Disk(snapshot);
        const received: Received[] = [];
        const acknowledged: string[] = [];
        for (const [number, plan] of [
          ...lives,
          { acts: [], steps: Infinity, answers: [{ turns: 0, fails: false }] },
        ].entries()) {
          const mortality = new Mortality(plan.steps);
          const wait = async () => {
            for (let left = turns.next().value as number; left > 0; left--)
              await new Promise<void>((resolve) => setImmediate(resolve));
          };
          // As the storage does: in order, each whole.
          let last = Promise.resolve();
          const commit = (changes: ChangeSet) =>
            (last = last.then(async () => {
              await wait();
              if (!mortality.step()) return never;
              disk.write(changes);
              await wait();
              if (!mortality.step()) return never;
            }));
          const lived = await live({
            snapshot: disk.read(),
            bearer,
            mortality,
            commit,
            received,
            number,
            plan,
            firstKept: disk.firstOf,
          });
          acknowledged.push(...lived.acknowledged);
        }
        checkLives(disk.read(), received, acknowledged);
      },
    ),
    rounds(60, 2000),
  );
}, 3_600_000);
