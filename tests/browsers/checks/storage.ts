import { people } from '../../support/activity.ts';
import { countingReceiver, fillWhileDelivering } from '../../support/sandbox/full-delivery.ts';
import { receiverHost, webhookFile } from '../../support/webhook-file.ts';
import { dice } from '../../support/dice.ts';
import { databaseName } from '../../support/harness/in-page.ts';
import { times } from '../../support/prove.ts';
import type { Evaluates } from '../drivers/driver.ts';
import { cannotDeny } from './check.ts';
import type { Bench, Group } from './check.ts';
import { expectOnce, expectThat, openHarness, post, posted, started, storage } from './in-harness.ts';
import { click, say, see, until } from './seeing.ts';

export const stored: Group = {
  title: 'storage',
  leftOut: [
    { what: 'kill.spec.ts: half a record in the log', why: 'the log is that of Chromium’s LevelDB' },
    { what: 'reload.spec.ts: 100,000 posts within 1.5 s', why: 'a figure is of one engine: Chromium’s' },
    {
      what: 'storage.spec.ts: a worker that cannot be loaded',
      why: 'the drivers do not hold back a file; the message is the same code',
    },
    {
      what: 'WebKit after a kill is driven from within, by scripts of the page’s own origin',
      why: 'its driver gives it a profile in memory alone',
    },
  ],
  checks: [
    {
      name: 'the database holds the base path, and a reload finds what was there',
      async run(bench) {
        const tab = await openHarness(bench);
        await post(tab, 'kept', 5);
        const { names, expected } = await tab.evaluate(async () => ({
          names: (await indexedDB.databases()).map(({ name }) => name),
          expected: `svc-playground:${location.pathname}`,
        }));
        expectThat(say(names) === say([expected]), `The databases are ${say(names)}`);
        await tab.goto(bench.harness);
        await started(tab);
        expectThat((await storage(tab)).kind === 'saved', 'Nothing is saved');
        await expectOnce(tab, 'kept', 5);
      },
    },
    {
      name: 'a killed browser, started again, has every acknowledged post once',
      run: killOften,
    },
    {
      name: 'storage that is denied: one tab works in memory and says so, a second too, or says why it does not',
      profile: { isDenied: true },
      leftOut: { webkit: cannotDeny },
      expects: /storage|IndexedDB|SecurityError|insecure|one tab|OneTabOnly|locks/i,
      run: denied,
    },
    {
      name: 'storage deleted during a session: the session continues in memory, says so and loses nothing',
      async run(bench) {
        const tab = await openHarness(bench);
        await post(tab, 'before', 3);
        const name = await tab.evaluate(databaseName);
        await tab.evaluate((name) => void indexedDB.deleteDatabase(name), name);
        await post(tab, 'after', 3);
        await expectMemory(tab, 'removed');
        await expectOnce(tab, 'before', 3);
        await expectOnce(tab, 'after', 3);
      },
    },
    {
      name: 'storage that fills up: the session goes on in memory, says so and loses nothing',
      profile: { roomKiB: 2_500 },
      leftOut: {
        chromium: 'tests/e2e/worker/storage.spec.ts does it',
        webkit: 'WebKitGTK’s browser has no setting for how much there is',
      },
      async run(bench) {
        const tab = await openHarness(bench);
        let rounds = 0;
        while ((await storage(tab)).kind === 'saved' && rounds < 60) await post(tab, `fill ${rounds++}`, 20);
        await expectMemory(tab, 'no room');
        await post(tab, 'at last', 5);
        await expectOnce(tab, 'fill', 20 * rounds);
        await expectOnce(tab, 'at last', 5);
        return `full after ${rounds * 20} posts`;
      },
    },
    {
      name: 'storage that fills up while events are delivered: each reaches its receiver once, in order',
      profile: { roomKiB: 2_500 },
      leftOut: {
        chromium: 'tests/e2e/worker/storage.spec.ts does it',
        webkit: 'WebKitGTK’s browser has no setting for how much there is',
      },
      expects: /Content-Security-Policy/, // what the sandbox tries before it runs a receiver
      async run(bench) {
        const { file } = await webhookFile(countingReceiver);
        const tab = await openHarness(bench);
        const {
          events,
          storage: state,
          kinds,
        } = await tab.evaluate(fillWhileDelivering, {
          ...{ file: file.toString(), host: receiverHost, users: people, characters: 60_000 },
        });
        expectThat(state.kind === 'memory', say(state));
        const isWhole = kinds.every((kind, at) => kind === (at % 2 === 0 ? 'block' : 'unblock'));
        expectThat(
          isWhole && kinds.length === events,
          `${events} events, and the receiver saw ${say(kinds)}`,
        );
        return `full after ${events - 5} events`;
      },
    },
    {
      name: 'a database of a later release is left untouched',
      run: laterRelease,
      expects: /404/, // the page of the same origin that is none
    },
  ],
};

async function expectMemory(tab: Evaluates, reason: string): Promise<void> {
  const state = await storage(tab);
  expectThat(state.kind === 'memory' && (state.reason?.includes(reason) ?? false), say(state));
}

async function denied(bench: Bench): Promise<string> {
  const tab = await openHarness(bench);
  await post(tab, 'in memory', 3);
  const state = await storage(tab);
  expectThat(state.kind === 'memory' && state.engine === 'this tab', say(state));
  await expectOnce(tab, 'in memory', 3);
  const second = await bench.browser.newTab();
  await second.goto(bench.harness);
  const name = await second.evaluate(() =>
    harness.then(
      () => 'works',
      (error: unknown) => (error as Error).name,
    ),
  );
  // If channels are denied too, tabs do not communicate: each has its own memory.
  if (name === 'works') await expectOnce(second, 'in memory', 0);
  expectThat(['OneTabOnly', 'works'].includes(name), `The second tab: ${name}`);
  await second.close();
  await tab.close();
  const page = await bench.browser.newTab();
  await page.goto(bench.site);
  await see(page, { role: { css: 'body' } }, 'This tab only');
  await click(page, { role: 'button', name: 'Send' });
  await see(page, { role: 'region', name: 'Response' }, '200 OK');
  return name === 'works' ? 'the second works in a memory of its own' : 'the second says OneTabOnly';
}

async function killOften({ startOnDisk }: Bench): Promise<string> {
  const rounds = times(3, 30);
  const random = dice('kills of another browser');
  const acknowledged = new Set<string>();
  let extra = 0;
  for (let round = 0; round <= rounds; round++) {
    const { page, kill } = await startOnDisk();
    await started(page);
    const { kind, reason } = await storage(page);
    expectThat(kind === 'saved', `storage after kill ${round}: ${kind}, ${reason}`);
    const found = await posted(page, 'kill ');
    const lost = [...acknowledged].filter((words) => !found.has(words));
    expectThat(lost.length === 0, `lost by kill ${round}: ${lost.join(', ')}`);
    const doubled = [...found].filter(([, times]) => times > 1);
    expectThat(doubled.length === 0, `doubled by kill ${round}: ${say(doubled)}`);
    extra = found.size - acknowledged.size;
    if (round < rounds) await streamUntilKilled(page, round, acknowledged, random.below(1000), kill);
    else await kill();
  }
  return `${rounds} kills, ${acknowledged.size} acknowledged posts there, ${extra} beyond those`;
}

/** Creates posts endlessly, and kills the browser at a random moment. */
async function streamUntilKilled(
  page: Evaluates,
  round: number,
  acknowledged: Set<string>,
  forMs: number,
  kill: () => Promise<void>,
): Promise<void> {
  await page.evaluate((round) => {
    const told: string[] = [];
    Object.assign(globalThis, { told });
    let next = 0;
    const one = async () => {
      const { post } = await harness;
      for (;;) {
        const words = `kill ${round} ${next++}`;
        await post(words);
        told.push(words);
      }
    };
    for (let stream = 0; stream < 8; stream++) void one();
  }, round);
  const more = async () => {
    const told = await page.evaluate(() => (globalThis as unknown as { told: string[] }).told);
    for (const words of told) acknowledged.add(words);
    return told.length;
  };
  await until(more, (count) => count > 0, 'a first post');
  const end = Date.now() + forMs;
  while (Date.now() < end) await more();
  await kill();
}

async function laterRelease({ browser, harness: url }: Bench): Promise<void> {
  const tab = await browser.newTab();
  // Same origin, without an engine.
  await tab.goto(new URL('/nothing', url).href);
  const name = `svc-playground:${new URL(url).pathname}`;
  await tab.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(name, 90);
        request.onupgradeneeded = () => request.result.createObjectStore('of-the-future').put('kept', 'key');
        request.onsuccess = () => {
          request.result.close();
          resolve();
        };
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
      }),
    name,
  );
  await tab.goto(url);
  await started(tab);
  const state = await storage(tab);
  expectThat(state.kind === 'newer', say(state));
  await post(tab, 'in memory', 3);
  await tab.evaluate(async () => {
    await (await harness).playground.reset('starter');
  });
  const found = await tab.evaluate(
    (name) =>
      new Promise<string>((resolve) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => {
          const { version, objectStoreNames } = request.result;
          resolve(`${version} ${[...objectStoreNames].join()}`);
        };
      }),
    name,
  );
  expectThat(found === '90 of-the-future', `The database of a later release is now: ${found}`);
}
