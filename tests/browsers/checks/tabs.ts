import { dice } from '../../support/dice.ts';
import { manageApps } from '../../support/harness/in-page.ts';
import { times } from '../../support/prove.ts';
import type { Evaluates, Tab } from '../drivers/driver.ts';
import type { Bench, Group } from './check.ts';
import { expectOnce, expectThat, openHarness, post, storage } from './in-harness.ts';
import { click, see, until } from './seeing.ts';

/** Observed in WebKitGTK 2.50.6; decisions/browsers.md explains it. */
const unfinished =
  'WebKit may keep the process of a closed tab, and in it a write that nobody ends: the other tab then waits for the database until that process is gone, and says so';

/** A tab's background writes happen within a quarter of a second. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 1000));

export const tabs: Group = {
  title: 'tabs',
  leftOut: [
    {
      what: 'tabs.spec.ts: a leader that is suspended by SIGSTOP or frozen',
      why: 'which process renders which tab is not to be learned from the drivers, and neither freezes a page',
    },
    {
      what: 'tabs.spec.ts: a leader that is closed between keeping and answering',
      why: 'the drivers do not reach into the worker to hold its answer back; worker/tabs/tab.test.ts proves the protocol',
    },
    {
      what: 'streams.spec.ts',
      why: 'bytes of a stream take the same way as answers, which these checks take',
    },
  ],
  checks: [
    {
      name: 'what one tab makes the other sees, both ways',
      async run(bench) {
        const { leader, other } = await twoTabs(bench);
        for (const [name, from, to] of [
          ['by the leader', leader, other],
          ['by the other', other, leader],
        ] as const) {
          const before = await seen(to);
          await post(from, name, 20);
          await until(
            () => seen(to),
            (count) => count === before + 20,
            `20 posts ${name}, seen by the other`,
          );
        }
      },
    },
    {
      name: 'the leader closed while the other sends: nothing lost, nothing doubled, no call fails',
      leftOut: { webkit: unfinished },
      run: closeLeaders,
    },
    {
      name: 'the leader closed while it writes nothing: the other goes on with everything',
      async run(bench) {
        const { leader, other } = await twoTabs(bench);
        await post(leader, 'before', 5);
        await quiet();
        await leader.close();
        await until(
          () => storage(other),
          ({ engine }) => engine === 'this tab',
          'the engine taken over',
        );
        await post(other, 'after', 5);
        await expectOnce(other, 'before', 5);
        await expectOnce(other, 'after', 5);
      },
    },
    {
      name: 'in the page: a second tab works, and goes on when the first is closed',
      async run({ browser, site }) {
        const send = async (tab: Tab) => {
          await click(tab, { role: 'button', name: 'Send' });
          await see(tab, { role: 'region', name: 'Response' }, '200 OK');
        };
        const first = await browser.newTab();
        await first.goto(site);
        await send(first);
        const second = await browser.newTab();
        await second.goto(`${site}#/requests/getUserByUsername`);
        await send(second);
        await quiet();
        await first.close();
        await second.goto(`${site}#/requests/getMe`);
        await see(second, { role: 'heading', name: 'Show the acting user' });
        await send(second);
      },
    },
  ],
};

async function twoTabs(bench: Bench): Promise<{ leader: Tab; other: Tab }> {
  const leader = await openHarness(bench);
  const other = await openHarness(bench);
  const engines = [(await storage(leader)).engine, (await storage(other)).engine].join(', ');
  expectThat(engines === 'this tab, another tab', `The engines: ${engines}`);
  return { leader, other };
}

/** The number of received notices of successful posts. */
const seen = (page: Evaluates): Promise<number> =>
  page.evaluate(async () => {
    const { events } = await harness;
    return events.filter(
      ({ event }) => event.type === 'exchange' && event.endpointId === 'createPost' && event.status === 201,
    ).length;
  });

async function closeLeaders(bench: Bench): Promise<string> {
  const rounds = times(3, 20);
  const random = dice('tabs of another browser, the leader closed');
  const posts = 200;
  let leader = await openHarness(bench);
  let longest = 0;
  let managed = 0;
  for (let round = 0; round < rounds; round++) {
    const other = await openHarness(bench);
    const sending = post(other, `closed ${round} `, posts);
    const managing = other.evaluate(manageApps, { prefix: `closed ${round} App`, rounds: 20 });
    const both = Promise.all([sending, managing]);
    both.catch(() => {}); // it is awaited, unless the check has failed before
    await new Promise((resolve) => setTimeout(resolve, 50 + random.below(200)));
    const closed = Date.now();
    await leader.close();
    await until(
      () => storage(other),
      ({ engine }) => engine === 'this tab',
      'the engine taken over',
    );
    longest = Math.max(longest, Date.now() - closed);
    const [ids, calls] = await both;
    const answered = Object.keys(ids).length;
    expectThat(answered === posts, `${answered} of ${posts} answered`);
    managed += calls;
    await expectOnce(other, `closed ${round} `, posts);
    leader = other;
  }
  return `${rounds} closed, ${rounds * posts} posts and ${managed} portal calls once each, taken over after ${longest} ms at most`;
}
