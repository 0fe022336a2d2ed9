import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { families, signRequest } from '../../engine/inside.ts';
import type { Advice, OAuthCredentials, SendResult } from '../../engine/inside.ts';
import { courierFamily, hourlyFamily, ok } from '../../tests/support/courier-family.ts';
import { answers, Channel } from '../../tests/support/answers-lost.ts';
import { LocksForNode } from '../../tests/support/locks.ts';
import type { Method } from '../contract/contract.ts';
import type { PlaygroundEvent } from '../contract/events.ts';
import { valueOf } from '../contract/reply.ts';
import { Tab } from '../tabs/tab.ts';
import type { ClockState, Greeting, Jumped, Undone } from '../contract/world.ts';
import { eventually } from '../../tests/support/eventually.ts';

const hour = 3_600_000;
const month = 30 * 24 * hour;
/** The length of a moment (jump.ts). */
const tellMs = 250;
/** The shortest time between two events about changes (announcer.ts). */
const lookMs = 50;

/** The behaviour of the receiver of the hourly calls, which are counted. */
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
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const tabs: Tab[] = [];
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.leave();
});

async function openTab() {
  const events: PlaygroundEvent[] = [];
  const tab = new Tab(
    name,
    { families: [...families, courierFamily, hourlyFamily] },
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
    calls: () => events.filter((event) => event.type === 'exchange'),
  };
}

type Page = Awaited<ReturnType<typeof openTab>>;

/** Two tabs with a frozen clock; the first runs the engine. */
async function twoTabs() {
  const pages = { first: await openTab(), second: await openTab() };
  const { platformNow } = await pages.first.call<ClockState>('freeze');
  return { ...pages, began: platformNow };
}

/** The moments that a jump waits before it reports progress pass only when the test says so. */
function handMoments(moment = tellMs): { pass: () => void } {
  const real = setTimeout;
  const due: (() => void)[] = [];
  vi.stubGlobal('setTimeout', (act: () => void, ms?: number) =>
    ms === moment ? due.push(act) : real(act, ms),
  );
  return {
    pass: () => {
      for (const act of due.splice(0)) act();
    },
  };
}

/** A clock that moves 10 ms each time it is read. Gives the number of reads. */
function slowClock(): () => number {
  let looks = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => 10 * ++looks);
  return () => looks;
}

/** The receiver hangs from its third call on. Gives a function that lets it continue. */
function hangLater(): () => void {
  const hung: (() => void)[] = [];
  receiver.answer = () =>
    receiver.asked < 3 ? Promise.resolve(ok()) : new Promise((answer) => void hung.push(() => answer(ok())));
  return () => {
    receiver.answer = () => Promise.resolve(ok());
    for (const answer of hung.splice(0)) answer();
  };
}

/** The hours are those of the world, which was created up to half an hour before the clock was frozen. */
const expectAt = (moment: number, hours: number) => {
  expect(moment).toBeLessThanOrEqual(hours);
  expect(moment).toBeGreaterThan(hours - hour / 2);
};

const toBeUnderWay = (page: Page) => eventually(() => expect(page.heard().at(-1)?.end).toBeNull());

describe('a jump that takes longer than a moment', () => {
  test('reports its progress to every tab, once per moment, and its end', async () => {
    const { first, second, began } = await twoTabs();
    const moments = handMoments();
    receiver.answer = () => {
      if (receiver.asked % 20 === 0) moments.pass();
      return Promise.resolve(ok());
    };
    const jumped = await second.advance(70 * hour);
    expect(receiver.asked).toBe(70);
    expect(jumped).toMatchObject({ platformNow: began + 70 * hour, stopped: false, jumped: 70 * hour });
    await eventually(() => expect(second.heard().at(-1)?.end).toBe('made'));
    for (const page of [first, second]) {
      const heard = page.heard();
      expect(heard.map(({ end }) => end)).toEqual([null, null, null, 'made']);
      expect(heard.every(({ from, until }) => from === began && until === began + 70 * hour)).toBe(true);
      const reached = heard.map(({ clock }) => clock.platformNow);
      expect(reached).toEqual(reached.toSorted((a, b) => a - b));
      expect(new Set(reached).size).toBe(4);
      expect(reached.at(-1)).toBe(began + 70 * hour);
    }
    expect((await second.greet()).jump).toBeNull();
  });

  test('reports only the latest of its calls to the pages, with the next check', async () => {
    const { first } = await twoTabs();
    const looks = handMoments(lookMs);
    await first.advance(70 * hour);
    expect(receiver.asked).toBe(70);
    // A check that was due earlier may have come.
    expect(first.calls().length).toBeLessThanOrEqual(1);
    looks.pass();
    expect(first.calls().length).toBeLessThanOrEqual(2);
    expect(first.calls().at(-1)).toMatchObject({ status: 200 });
  });

  test('is not reported when it is short', async () => {
    const { first, second } = await twoTabs();
    handMoments();
    await second.advance(hour);
    expect([...first.heard(), ...second.heard()]).toEqual([]);
  });

  test.each(['first', 'second'] as const)(
    'hangs, is stopped by the %s tab, and the next one continues from there',
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
        await eventually(() => expect(page.heard().at(-1)?.end).toBe('stopped'));
      expect((await second.greet()).jump).toBeNull();

      goOn();
      const on = await first.advance(10);
      expect(on).toMatchObject({ stopped: false, platformNow: stood + 10 });
    },
  );

  test('gives others a turn when it waits for nothing', async () => {
    vi.stubGlobal('indexedDB', undefined); // without storage, only the jump itself yields
    const first = await openTab();
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const looks = slowClock();
    await first.advance(20 * 24 * hour);
    clearInterval(timer);
    expect(looks()).toBeGreaterThan(300);
    // A turn is due after 50 ms, which are five reads, and the interval fires about once in each.
    expect(turns).toBeGreaterThan(looks() / 20);
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

  test('can be undone from a call whose timestamp it made too old, even before it has ended', async () => {
    const { first, began } = await twoTabs();
    hangLater();
    const jump = first.advance(month);
    await eventually(() => expect(receiver.asked).toBe(3));
    const { baseUrl, world } = await first.greet();
    const credential = world.vault.find(({ kind }) => kind === 'oauth1') as OAuthCredentials | undefined;
    const request = { method: 'GET', url: `${baseUrl}/2/users/me`, headers: [] };
    const timestamp = Math.floor(began / 1000);
    const { authorization } = signRequest(request, credential!, { nonce: 'old', timestamp });
    await first.call('send', { ...request, id: 'too old', headers: [['Authorization', authorization]] });
    const advice = await first.call<Advice>('advise', 'too old');
    expect(advice.act).toMatchObject({ kind: 'undoJump' });
    await first.cancel();
    await jump;
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
  test('the jump continues in the next one, hangs there too, and can be stopped', async () => {
    const { first, second, began } = await twoTabs();
    hangLater();
    const jump = second.advance(month);
    await toBeUnderWay(second);
    const before = second.heard().length;
    first.leave();
    await eventually(() => expect(second.heard().length).toBeGreaterThan(before));
    expect(second.heard().at(-1)).toMatchObject({ from: began, until: began + month, end: null });
    const stands = await second.cancel();
    expect(await jump).toMatchObject({ stopped: true, platformNow: stands.platformNow });
    // The state before it is no longer known.
    expect((await second.greet()).clock.jumped).toBeNull();
  });

  test('a jump that it was told to stop is stopped, even if the request was not answered', async () => {
    const { first, second, began } = await twoTabs();
    hangLater();
    const jump = second.advance(month);
    await toBeUnderWay(second);
    answers.getLost = true;
    const cancelled = second.cancel();
    await eventually(() => expect(second.heard().at(-1)?.end).toBe('stopped'));
    first.leave();
    const jumped = await jump;
    expect(jumped.stopped).toBe(true);
    expectAt(jumped.platformNow, began + 3 * hour);
    expect((await cancelled).platformNow).toBe(jumped.platformNow);
  });
});
