import { keptFeedFiles, takeFeedFile } from '../../support/harness/feed-file.ts';
import type { TakenFile } from '../../support/harness/feed-file.ts';
import { cannotDeny } from './check.ts';
import type { Group } from './check.ts';
import { expectThat, openHarness, started } from './in-harness.ts';
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
  ],
};

function expectTaken(taken: TakenFile, kind: string): void {
  const isTaken = taken.status === 'SUCCEEDED' && taken.products === rows;
  expectThat(isTaken && taken.kind === kind && areWhole(taken), say(taken));
}

const areWhole = ({ names, head }: Pick<TakenFile, 'names' | 'head'>): boolean =>
  names.join() === 'dropped.csv.gz,shop.csv' && head.join() === '31,139,8,0';
