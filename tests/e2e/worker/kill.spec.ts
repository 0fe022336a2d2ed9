import { appendFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Random } from '../../../engine/state/random.ts';
import { dice } from '../../support/dice.ts';
import { expect, open, postMany, postsOf, test } from '../../support/harness/fixtures.ts';
import type { Profile } from '../../support/harness/fixtures.ts';
import { proved, times } from '../../support/prove.ts';

/** So many kills a profile: what a profile holds, each start reads. */
const killsEach = 50;

/** A kill comes after fewer acknowledged posts of its life than this, while others are under way. */
const mostPosts = 200;

test('a killed browser: every acknowledged post and change of an App is there, none is half there, the page starts', async ({
  harnessSite,
  newProfile,
}) => {
  const kills = times(1, 500);
  const random = dice('kills of the browser');
  let done = 0;
  let posts = 0;
  let changes = 0;
  let extra = 0;
  while (done < kills) {
    const rounds = Math.min(killsEach, kills - done);
    const kept = await killOften(await newProfile(), harnessSite.url, rounds, random);
    posts += kept.posts;
    changes += kept.changes;
    extra += kept.extra;
    done += rounds;
  }
  proved(
    `browser killed ${done} times: ${posts} acknowledged posts and ${changes} of an App's settings, none lost; ${extra} posts kept beyond those`,
  );
});

async function killOften(profile: Profile, url: string, rounds: number, random: Random) {
  const acknowledged = new Set<string>();
  let changes = 0;
  let extra = 0;
  for (let round = 0; round <= rounds; round++) {
    const { page, kill } = await profile.start();
    await page.exposeFunction('acknowledge', (words: string) => void acknowledged.add(words));
    await page.exposeFunction('acknowledgeChange', (number: number) => void (changes = number));
    await open(page, url);
    // A browser that could not open its storage goes on in memory and says so: that is a failure of its own.
    expect(await storageOf(page), `storage after kill ${round}`).toEqual({ kind: 'saved', reason: null });
    extra = check(await postsOf(page), acknowledged, round);
    const found = await changesOf(page);
    expect(found, `a change of an App was lost by kill ${round}`).toBeGreaterThanOrEqual(changes);
    if (round < rounds) {
      const before = acknowledged.size + random.below(mostPosts);
      startStream(page, round);
      startChanges(page, found);
      await expect.poll(() => acknowledged.size, { intervals: [10] }).toBeGreaterThan(before);
    }
    await kill();
  }
  await profile.remove();
  return { posts: acknowledged.size, changes, extra };
}

test('half a record in the log of the browser’s storage, as a kill may leave it: all is there at the second start after', async ({
  harnessSite,
  newProfile,
}) => {
  const profile = await newProfile();
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

/** The number of the last change of an App's description that was kept. */
const changesOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { world } = await (await harness).playground.greet();
    return Number(/^change (\d+)$/.exec(world.apps[0]!.settings.description)?.[1] ?? 0);
  });

/** Changes the description of an App without end, one at a time; each answer is told at once. */
function startChanges(page: Page, from: number): void {
  const changing = page.evaluate(async (from) => {
    const { playground } = await harness;
    const { acknowledgeChange } = globalThis as unknown as {
      acknowledgeChange: (number: number) => Promise<void>;
    };
    const { world } = await playground.greet();
    for (let number = from + 1; ; number++) {
      await playground.do('portal.updateApp', world.apps[0]!.id, { description: `change ${number}` });
      void acknowledgeChange(number);
    }
  }, from);
  changing.catch(() => {}); // the browser is gone: that is the test
}
