import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { families } from '../engine/index.ts';
import type { SendResult } from '../engine/index.ts';
import { courierFamily, hourlyFamily, ok } from '../tests/support/courier-family.ts';
import { answers, Channel } from '../tests/support/answers-lost.ts';
import { LocksForNode } from '../tests/support/locks.ts';
import type { Method } from './contract.ts';
import type { PlaygroundEvent } from './events.ts';
import { valueOf } from './reply.ts';
import { Tab } from './tab.ts';
import type { ClockState, Greeting, Jumped, Undone } from './world.ts';

const hour = 3_600_000;
const month = 30 * 24 * hour;

/** What the receiver of the hourly calls does; they are counted. */
const receiver = { asked: 0, answer: (): Promise<SendResult> => Promise.resolve(ok()) };

vi.mock('./receivers/internet.ts', () => ({
  Internet: class {
    readonly log = { clearAll: () => {} };
    send(): Promise<SendResult> {
      receiver.asked++;
      return receiver.answer();
    }
  },
}));

let name = '';
let serial = 0;

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: new LocksForNode() });
  vi.stubGlobal('BroadcastChannel', Channel);
  name = `svc-playground:/jump-${++serial}/`;
  answers.getLost = false;
  receiver.asked = 0;
  receiver.answer = () => Promise.resolve(ok());
});
afterEach(() => void vi.unstubAllGlobals());

const tabs: Tab[] = [];
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.leave();
});

async function openTab() {
  const events: PlaygroundEvent[] = [];
  const tab = new Tab(
    name,
    [...families, courierFamily, hourlyFamily],
    (event) => void events.push(event),
    () => {},
  );
  tabs.push(tab);
  await tab.ready();
  const call = async <T>(method: Method, ...args: unknown[]) => valueOf(await tab.call(method, args)) as T;
  return {
    leave: () => tab.leave(),
    call,
    advance: (ms: number) => call<Jumped>('advance', ms),
    cancel: () => call<ClockState>('cancelJump'),
    greet: () => call<Greeting>('greet'),
    heard: () => events.filter((event) => event.type === 'jump'),
  };
}

type Page = Awaited<ReturnType<typeof openTab>>;

/** Two tabs whose clock stands still; the first runs the engine. */
async function twoTabs() {
  const pages = { first: await openTab(), second: await openTab() };
  const { platformNow } = await pages.first.call<ClockState>('freeze');
  return { ...pages, began: platformNow };
}

const soonAnswered = () => new Promise<SendResult>((answer) => setTimeout(() => answer(ok()), 15));

/** The receiver hangs from its third call on. Gives what lets it go on. */
function hangLater(): () => void {
  const hung: (() => void)[] = [];
  receiver.answer = () =>
    receiver.asked < 3 ? Promise.resolve(ok()) : new Promise((answer) => void hung.push(() => answer(ok())));
  return () => {
    receiver.answer = () => Promise.resolve(ok());
    for (const answer of hung.splice(0)) answer();
  };
}

/** The hours are those of the world, which is a little older than the moment at which the clock was stopped. */
const expectAt = (moment: number, hours: number) => {
  expect(moment).toBeLessThanOrEqual(hours);
  expect(moment).toBeGreaterThan(hours - 5000);
};

const toBeUnderWay = (page: Page) => vi.waitFor(() => expect(page.heard().at(-1)?.end).toBeNull());

describe('a jump that takes longer than a moment', () => {
  test('is told to every tab as it goes on, seldom, and at its end', async () => {
    const { first, second, began } = await twoTabs();
    receiver.answer = soonAnswered;
    const at = performance.now();
    const jumped = await second.advance(60 * hour);
    const tookMs = performance.now() - at;
    expect(jumped).toMatchObject({ platformNow: began + 60 * hour, stopped: false, jumped: 60 * hour });
    await vi.waitFor(() => expect(second.heard().at(-1)?.end).toBe('made'));
    for (const page of [first, second]) {
      const heard = page.heard();
      expect(heard.length).toBeGreaterThan(2);
      expect(heard.length).toBeLessThanOrEqual(tookMs / 250 + 1);
      expect(heard.every(({ from, until }) => from === began && until === began + 60 * hour)).toBe(true);
      const reached = heard.map(({ clock }) => clock.platformNow);
      expect(reached).toEqual(reached.toSorted((a, b) => a - b));
      expect(reached.at(-1)).toBe(began + 60 * hour);
    }
    expect((await second.greet()).jump).toBeNull();
  });

  test('is none that is told of when it is short', async () => {
    const { first, second } = await twoTabs();
    await second.advance(hour);
    expect([...first.heard(), ...second.heard()]).toEqual([]);
  });

  test.each(['first', 'second'] as const)(
    'hangs, is stopped by the %s tab, and the next one goes on from there',
    async (by) => {
      const { first, second, began } = await twoTabs();
      const goOn = hangLater();
      const jump = second.advance(month);
      await toBeUnderWay(second);
      expect((await first.greet()).jump).toMatchObject({ from: began, until: began + month, end: null });
      const third = await openTab();
      const stood = (await third.greet()).jump!.clock.platformNow;
      expectAt(stood, began + 3 * hour);

      const stands = await (by === 'first' ? first : second).cancel();
      expect(stands.platformNow).toBe(stood);
      expect(await jump).toMatchObject({ stopped: true, platformNow: stood, jumped: stood - began });
      for (const page of [first, second, third])
        await vi.waitFor(() => expect(page.heard().at(-1)?.end).toBe('stopped'));
      expect((await second.greet()).jump).toBeNull();

      goOn();
      const on = await first.advance(10);
      expect(on).toMatchObject({ stopped: false, platformNow: stood + 10 });
    },
  );

  test('lets others have their turn where it waits for nothing', async () => {
    vi.stubGlobal('indexedDB', undefined); // nothing is written: only what it gives away are turns
    const first = await openTab();
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const at = performance.now();
    await first.advance(3 * 365 * 24 * hour);
    clearInterval(timer);
    expect(turns).toBeGreaterThan((performance.now() - at) / 500);
  });

  test('can be undone when it was stopped', async () => {
    const { first, began } = await twoTabs();
    hangLater();
    const jump = first.advance(month);
    await toBeUnderWay(first);
    await first.cancel();
    await jump;
    expect(await first.call<Undone>('undoJump', false)).toEqual({ kind: 'undone' });
    expect((await first.greet()).clock).toMatchObject({ platformNow: began, jumped: null });
  });

  test('does not hold up a reset', async () => {
    const { first, second } = await twoTabs();
    hangLater();
    const jump = second.advance(month);
    await toBeUnderWay(second);
    await first.call('reset', 'starter');
    expect((await jump).stopped).toBe(true);
    const { clock, jump: left } = await second.greet();
    expect([left, clock.jumped]).toEqual([null, null]);
  });
});

describe('when the tab that runs the engine goes', () => {
  test('the jump goes on in the next one, hangs there too, and can be stopped', async () => {
    const { first, second, began } = await twoTabs();
    hangLater();
    const jump = second.advance(month);
    await toBeUnderWay(second);
    const before = second.heard().length;
    first.leave();
    await vi.waitFor(() => expect(second.heard().length).toBeGreaterThan(before), 5000);
    expect(second.heard().at(-1)).toMatchObject({ from: began, until: began + month, end: null });
    const stands = await second.cancel();
    expect(await jump).toMatchObject({ stopped: true, platformNow: stands.platformNow });
    // Nobody knows any more how things were before it.
    expect((await second.greet()).clock.jumped).toBeNull();
  });

  test('a jump that it was told to stop is stopped, though nobody was answered', async () => {
    const { first, second, began } = await twoTabs();
    hangLater();
    const jump = second.advance(month);
    await toBeUnderWay(second);
    answers.getLost = true;
    const cancelled = second.cancel();
    await vi.waitFor(() => expect(second.heard().at(-1)?.end).toBe('stopped'));
    first.leave();
    const jumped = await jump;
    expect(jumped.stopped).toBe(true);
    expectAt(jumped.platformNow, began + 3 * hour);
    expect((await cancelled).platformNow).toBe(jumped.platformNow);
  });
});
