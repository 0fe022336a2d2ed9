import { keptFeedFiles, takeFeedFile } from '../../support/harness/feed-file.ts';
import type { TakenFile } from '../../support/harness/feed-file.ts';
import { takeAllRoom } from '../../support/harness/in-page.ts';
import { cannotDeny } from './check.ts';
import type { Bench, Group } from './check.ts';
import { expectOnce, expectThat, openHarness, post, started, storage } from './in-harness.ts';
import { say } from './seeing.ts';

/** A file of about 1.5 MB: two chunks. */
const rows = 4000;

export const files: Group = {
  title: 'files of feeds',
  leftOut: [
    {
      what: 'feeds-kill.spec.ts: kills during a run',
      why: 'what a kill leaves is the subject of “storage”',
    },
  ],
  checks: [
    {
      name: 'a dropped and a generated file are kept, a feed takes one in, and a reload finds all of it',
      async run(bench) {
        const tab = await openHarness(bench);
        expectTaken(await tab.evaluate(takeFeedFile, rows), 'saved');
        await tab.goto(bench.harness);
        await started(tab);
        const kept = await tab.evaluate(keptFeedFiles);
        expectThat(kept.kind === 'saved' && kept.products === rows && areWhole(kept), say(kept));
      },
    },
    {
      name: 'storage that is denied: files are held in memory, and a feed takes one in',
      profile: { isDenied: true },
      leftOut: { webkit: cannotDeny },
      expects: /storage|IndexedDB|SecurityError|insecure|locks/i,
      async run(bench) {
        const tab = await openHarness(bench);
        expectTaken(await tab.evaluate(takeFeedFile, rows), 'memory');
      },
    },
    {
      name: 'on a full disk a file can be deleted, and everything is saved again',
      profile: { roomKiB: 300_000 },
      leftOut: {
        chromium: 'tests/e2e/worker/not-saved.spec.ts does it',
        webkit: 'WebKitGTK’s browser has no setting for how much there is',
      },
      run: makeRoom,
    },
  ],
};

async function makeRoom(bench: Bench): Promise<void> {
  const tab = await openHarness(bench);
  await tab.evaluate(async () => {
    const { playground } = await harness;
    await playground.generateFile('shop.csv', {
      ...{ seed: '7', rows: 24_000, format: 'CSV', encoding: 'UTF-8', gzip: false },
      ...{ faultyPercent: 0, faults: [], isCutOff: false },
    });
  });
  await tab.evaluate(takeAllRoom);
  let rounds = 0;
  while ((await storage(tab)).kind === 'saved' && rounds < 60) await post(tab, `fill ${rounds++}`, 20);
  expectThat((await storage(tab)).kind === 'memory', 'The disk did not fill up');
  await post(tab, 'in memory', 20);
  await tab.evaluate(async () => (await harness).playground.removeFile('shop.csv'));
  const state = await storage(tab);
  expectThat(state.kind === 'saved', say(state));
  await tab.goto(bench.harness);
  await started(tab);
  await expectOnce(tab, 'fill', 20 * rounds);
  await expectOnce(tab, 'in memory', 20);
}

function expectTaken(taken: TakenFile, kind: string): void {
  const isTaken = taken.status === 'SUCCEEDED' && taken.products === rows;
  expectThat(isTaken && taken.kind === kind && areWhole(taken), say(taken));
}

const areWhole = ({ names, head }: Pick<TakenFile, 'names' | 'head'>): boolean =>
  names.join() === 'dropped.csv.gz,shop.csv' && head.join() === '31,139,8,0';
