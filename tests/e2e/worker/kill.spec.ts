import { appendFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, open, postMany, postsOf, test } from '../../support/harness/fixtures.ts';
import { times } from '../../support/prove.ts';

test('a killed browser: every acknowledged post is there, none is half there, the page starts', async ({
  harnessSite,
  profile,
}) => {
  const acknowledged = new Set<string>();
  const rounds = times(2, 50);
  let extra = 0;
  for (let round = 0; round <= rounds; round++) {
    const { page, kill } = await profile.start();
    const acknowledge = (words: string) => void acknowledged.add(words);
    await page.exposeFunction('acknowledge', acknowledge);
    await open(page, harnessSite.url);
    // A browser that could not open its storage goes on in memory and says so: that is a failure of its own.
    expect(await storageOf(page), `storage after kill ${round}`).toEqual({ kind: 'saved', reason: null });
    extra = check(await postsOf(page), acknowledged, round);
    if (round < rounds) {
      const before = acknowledged.size;
      startStream(page, round);
      await expect.poll(() => acknowledged.size, { intervals: [10] }).toBeGreaterThan(before);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 600));
    }
    await kill();
  }
  console.log(
    `kill test: ${rounds} kills, ${acknowledged.size} acknowledged posts, none lost, ${extra} more kept`,
  );
});

test('half a record in the log of the browser’s storage, as a kill may leave it: all is there at the second start after', async ({
  harnessSite,
  profile,
}) => {
  const written: string[] = [];
  for (const round of ['first', 'second', 'third']) {
    const { page, kill } = await profile.start();
    await open(page, harnessSite.url);
    expect(Object.keys(await postsOf(page)), `at the ${round} start`).toEqual(
      expect.arrayContaining(written),
    );
    written.push(...Object.keys(await postMany(page, round, 20)));
    await kill();
    if (round === 'first') await tear(profile.folder);
  }
});

/** What decisions/torn-log.md is about: the header of a record of 67 bytes, and nothing behind it. */
async function tear(profile: string): Promise<void> {
  const header = Buffer.from([0x5e, 0xed, 0xba, 0xd1, 67, 0, 1]);
  const folder = path.join(profile, 'Default', 'IndexedDB');
  const files = await readdir(folder, { recursive: true });
  const logs = files.filter((file) => /\.leveldb.\d+\.log$/.test(file));
  test.skip(logs.length === 0, 'this browser keeps IndexedDB in another form');
  for (const log of logs) await appendFile(path.join(folder, log), header);
}

const storageOf = (page: Page) =>
  page.evaluate(async () => {
    const { kind, reason } = (await (await harness).playground.greet()).storage;
    return { kind, reason };
  });

/** Every acknowledged text once, no text twice. Gives the number of posts that were kept without an answer. */
function check(found: Record<string, number>, acknowledged: ReadonlySet<string>, round: number): number {
  const lost = [...acknowledged].filter((words) => found[words] === undefined);
  expect(lost, `lost by kill ${round}`).toEqual([]);
  const ours = Object.entries(found).filter(([words]) => words.startsWith('kill '));
  expect(
    ours.filter(([, count]) => count > 1),
    `doubled by kill ${round}`,
  ).toEqual([]);
  return ours.length - acknowledged.size;
}

/** Posts without end, eight at a time; each answer is told at once. Dies with the browser. */
function startStream(page: Page, round: number): void {
  const stream = page.evaluate(async (round) => {
    const { post } = await harness;
    const { acknowledge } = globalThis as unknown as { acknowledge: (words: string) => Promise<void> };
    let next = 0;
    const one = async () => {
      for (;;) {
        const words = `kill ${round} ${next++}`;
        await post(words);
        void acknowledge(words);
      }
    };
    await Promise.all(Array.from({ length: 8 }, one));
  }, round);
  stream.catch(() => {}); // the browser is gone: that is the test
}
