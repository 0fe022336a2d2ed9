import fc from 'fast-check';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createPlatform, utf8 } from '../../engine/index.ts';
import type { Open, Row, Snapshot } from '../../engine/inside.ts';
import { Disk } from '../support/disk.ts';
import { createCatalog, createFeed, openCatalogTo } from '../../testing/merchant.ts';
import { start } from '../../testing/platform.ts';
import { proved } from '../support/prove.ts';
import { rounds } from '../support/rounds.ts';
import { streamOf } from '../support/shop-host.ts';
import { mira } from '../../testing/worlds.ts';

/** With long descriptions, so that there are as many commits as for many more rows. */
const rows = 900;
const description = 'Burns in any wind. '.repeat(120);
const header = 'id,title,description,availability,condition,price,link,image_link,brand,inventory\n';
const line = (at: number) =>
  `p${at},Lantern ${at},${description},in stock,new,${at % 97 === 0 ? 'none' : '20.00 USD'},https://shop.example/${at},https://shop.example/${at}.jpg,Northwind,${at % 7}\n`;
const pieces = [
  header,
  ...Array.from({ length: rows / 50 }, (_, piece) =>
    Array.from({ length: 50 }, (__, at) => line(piece * 50 + at)).join(''),
  ),
].map(utf8);
const open: Open = () => Promise.resolve({ status: 200, headers: [], body: streamOf(pieces) });

const table = ({ tables }: Snapshot, name: string): readonly Row[] => tables[name]!;
/** Without their order, which an interrupted run may change, and without the run that wrote each. */
const productsOf = (snapshot: Snapshot) =>
  table(snapshot, 'products')
    .map(({ writer: _, ...product }) => product)
    .sort((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1));

/** A world with a feed that is due at once. */
async function begun(): Promise<Snapshot> {
  const { platform, as } = await start({ open, scenario: 'small' });
  await openCatalogTo(platform, mira);
  await createFeed(as.user(), await createCatalog(as.user()), { frequency: 'HOURLY' });
  return platform.snapshot();
}

/** Opens the stored data and advances an hour, or dies after this many commits. */
async function liveFor(disk: Disk, commits: number): Promise<void> {
  let left = commits;
  const dead = new Promise<never>(() => undefined);
  let die!: () => void;
  const died = new Promise<void>((resolve) => (die = resolve));
  const platform = createPlatform({
    snapshot: disk.read(),
    open,
    turn: () => setImmediate(),
    commit: (changes) => {
      if (left-- <= 0) {
        die();
        return dead; // the result is lost
      }
      disk.write(changes);
      return Promise.resolve();
    },
  });
  await Promise.race([died, platform.clock.advance(3_600_000)]);
}

test('a process that dies in a run leaves products whole and the run INTERRUPTED; running again gives the same catalog', async () => {
  const first = await begun();
  const undisturbed = new Disk(first);
  await liveFor(undisturbed, Infinity);
  const wanted = productsOf(undisturbed.read());
  expect(wanted).toHaveLength(rows - Math.ceil(rows / 97));
  let interrupted = 0;
  let kills = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 3, max: 11 }), { minLength: 1, maxLength: 3 }),
      async (lives) => {
        const disk = new Disk(first);
        for (const commits of lives) {
          await liveFor(disk, commits);
          kills++;
          // The stored data opens, so every row is valid.
          createPlatform({ snapshot: disk.read() });
          const whole = new Map(wanted.map((row) => [row['id'], row]));
          for (const product of productsOf(disk.read()))
            expect({ ...product, made: 0 }).toEqual({ ...whole.get(product['id'])!, made: 0 });
        }
        // The last life does not die: it ends the leftover run as interrupted, and the next run imports the file.
        await liveFor(disk, Infinity);
        await liveFor(disk, Infinity);
        const runs = table(disk.read(), 'feed_runs');
        interrupted += runs.filter(({ status }) => status === 'INTERRUPTED').length;
        expect(runs.map(({ status }) => status)).toEqual(expect.arrayContaining(['SUCCEEDED']));
        expect(
          runs.every(({ status }) => ['SUCCEEDED', 'UNCHANGED', 'INTERRUPTED'].includes(status as string)),
        ).toBe(true);
        expect(productsOf(disk.read()).map(({ made: _, ...rest }) => rest)).toEqual(
          wanted.map(({ made: _, ...rest }) => rest),
        );
      },
    ),
    rounds(8, 300),
  );
  proved(
    `feeds: ${kills} kills in runs, ${interrupted} left interrupted, the same ${wanted.length} products each time`,
  );
  expect(interrupted).toBeGreaterThan(kills / 4);
});
