import { describe, expect, test } from 'vitest';
import type { ChangeSet, PlatformOptions, SendResult } from '../../engine/inside.ts';
import { hourlyFamily, ok, readCall, settledOf, withCourier } from '../support/courier-family.ts';
import { start as startWith } from '../../testing/platform.ts';

const hour = 3_600_000;
const began = 1_000_000_000_000;
const failure: SendResult = { status: 503, headers: [], body: new Uint8Array() };
const later = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** A platform that records when each call was sent, by its own clock. */
async function start(
  respond: (text: string, count: number) => SendResult | Promise<SendResult>,
  options: PlatformOptions = {},
) {
  const sent: [text: string, at: number][] = [];
  const { platform, as } = await startWith({
    families: withCourier,
    now: () => began,
    ...options,
    send: (request) => {
      const { receiver, text } = readCall(request);
      const name = `${receiver} ${text}`;
      sent.push([name, platform.clock.now() - began]);
      return Promise.resolve(respond(name, sent.length));
    },
  });
  const post = (path: string, json: unknown) =>
    as.bearer().send({ method: 'POST', path: `/2/test/${path}`, json });
  return { platform, sent, post };
}

describe('a jump of the clock', () => {
  test('runs each retry when it is due, waits for it, and keeps the order of the key', async () => {
    const { platform, sent, post } = await start((name) => (name === 'a 1' ? failure : ok()));
    await post('events', { receiver: 'a', texts: ['1', '2'] });
    await platform.clock.advance(10_000);
    expect(sent).toEqual([
      ['a 1', 0],
      ['a 1', 1000],
      ['a 1', 6000],
    ]);
    await platform.clock.advance(hour);
    expect(sent.slice(3)).toEqual([
      ['a 1', 36_000],
      ['a 1', 336_000],
      ['a 2', 336_000],
    ]);
    expect(Object.keys(settledOf(platform))).toEqual(['a set aside', 'a']);
    expect(platform.clock.now()).toBe(began + hour + 10_000);
  });

  test('waits for calls sent by jobs that fall due in it, and for calls that a settlement sends', async () => {
    const { platform, sent, post } = await start(async (_, count) => {
      await new Promise((resolve) => setTimeout(resolve, count));
      return ok();
    });
    await post('plan', { receiver: 'a', texts: ['1', '2'], inMs: 5000 });
    await platform.clock.advance(4999);
    expect(sent).toEqual([]);
    await platform.clock.advance(1);
    expect(sent).toEqual([
      ['a 1', 5000],
      ['a 2', 5000],
    ]);
    await post('events', { receiver: 'b', texts: ['x'], chain: 2 });
    await platform.clock.advance(1);
    expect(sent.slice(2).map(([name]) => name)).toEqual(['b x', 'b x+', 'b x++']);
    expect(platform.snapshot().tables['outbox']).toEqual([]);
  });

  test('ends even if a chain of calls never does, and says when its calls were used up', async () => {
    let isEnough = false;
    const { platform, sent, post } = await start(() => (isEnough ? failure : ok()));
    await post('events', { receiver: 'a', texts: [''], chain: 1e9 });
    const used = new Set<number | null>();
    await platform.clock.advance(5, 'chain', (_, { callsUntil }) => void used.add(callsUntil));
    expect(platform.clock.now()).toBe(began + 5);
    expect([...used]).toEqual([null, began]);
    expect(sent.length).toBeGreaterThanOrEqual(10_000);
    isEnough = true;
    await later();
  });

  test('does not wait: a jump of 0 starts what is due', async () => {
    const { platform, sent, post } = await start(() => new Promise(() => {}));
    await post('events', { receiver: 'a', texts: ['1'] });
    await platform.clock.advance(0);
    await later();
    expect(sent).toHaveLength(1);
  });

  test('the same answers give the same bytes, no matter how long they take', async () => {
    const run = async (delays: readonly number[]) => {
      const { platform, post } = await start(async (name, count) => {
        await new Promise((resolve) => setTimeout(resolve, delays[count % delays.length]));
        return name.includes('3') ? failure : ok();
      });
      for (const receiver of ['a', 'b', 'c'])
        await post('plan', { receiver, texts: ['1', '2', '3', '4'], inMs: 1000 });
      await platform.clock.advance(hour);
      return JSON.stringify([platform.snapshot(), platform.exchanges.list()]);
    };
    const [first, second] = [await run([0]), await run([5, 1, 9, 0, 3])];
    expect(second === first).toBe(true); // both are long
  });

  test('a recurring job exists from the start, and its family sends', async () => {
    const { platform, sent } = await start(() => ok(), { families: [...withCourier, hourlyFamily] });
    await platform.clock.advance(2 * hour);
    expect(sent).toEqual([
      [`hourly ${began + hour}`, hour],
      [`hourly ${began + 2 * hour}`, 2 * hour],
    ]);
  });

  test('moves of the clock happen one after another', async () => {
    const { platform, sent, post } = await start(() => later().then(() => ok()));
    await post('plan', { receiver: 'a', texts: ['1'], inMs: 500 });
    await post('plan', { receiver: 'a', texts: ['2'], inMs: 1500 });
    const { clock } = platform;
    await Promise.all([clock.advance(1000), clock.advance(1000), clock.freeze()]);
    expect(sent).toEqual([
      ['a 1', 500],
      ['a 2', 1500],
    ]);
    expect([clock.now(), clock.frozen]).toEqual([began + 2000, true]);
  });
});

describe('a long jump', () => {
  test('commits in batches, and reports its progress', async () => {
    const commits: ChangeSet[] = [];
    const moments: number[] = [];
    const ways = new Set<unknown>();
    const { platform } = await start(() => ok(), {
      commit: (changes) => Promise.resolve(void commits.push(changes)),
    });
    const before = commits.length;
    const isMade = await platform.clock.advance(366 * 24 * hour, 'long', (now, way) => {
      moments.push(now);
      ways.add(way);
    });
    expect(isMade).toBe(true);
    expect(commits.length - before).toBe(9);
    expect([moments[0], moments.at(-1)]).toEqual([began, began + 366 * 24 * hour]);
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
    expect([...ways]).toEqual([{ from: began, until: began + 366 * 24 * hour, callsUntil: null }]);
  });

  test('lets other tasks run if it is given a function for that', async () => {
    const { platform } = await start(() => ok());
    const turns = { asked: 0, had: 0 };
    await platform.clock.advance(24 * hour, 'long', async () => {
      expect(turns.had).toBe(turns.asked);
      turns.asked++;
      await later();
      turns.had++;
    });
    expect(turns.asked).toBeGreaterThan(12);
    expect(turns.had).toBe(turns.asked);
  });

  /** After 100 days of a year. */
  const cancelled = async () => {
    const world = await start(() => ok());
    const { clock } = world.platform;
    let ends = Promise.resolve();
    const jump = clock.advance(366 * 24 * hour, 'long', (now) => {
      if (now >= began + 100 * 24 * hour && clock.now() === now) ends = clock.cancel();
    });
    const behind = clock.advance(hour, 'behind');
    expect(await Promise.all([jump, behind])).toEqual([false, false]);
    await ends;
    return { ...world, reached: began + 100 * 24 * hour };
  };

  test('can be cancelled: the clock stays where it is, also for the jumps queued after it; repeating them moves nothing', async () => {
    const { platform, reached } = await cancelled();
    const { clock } = platform;
    expect(clock.now()).toBe(reached);
    expect(await clock.advance(366 * 24 * hour, 'long')).toBe(false);
    expect(await clock.advance(hour, 'behind')).toBe(false);
    expect(clock.now()).toBe(reached);
    expect(await clock.advance(hour, 'another')).toBe(true);
    expect(clock.now()).toBe(reached + hour);
  });

  test('that was cancelled keeps its effects, and is still cancelled after a restart', async () => {
    const { platform, reached } = await cancelled();
    const jobs = platform.snapshot().tables['jobs'] as readonly { due: number }[];
    expect(jobs.every(({ due }) => due >= reached)).toBe(true);
    const next = (await start(() => ok(), { snapshot: platform.snapshot() })).platform;
    expect((await next.ask('limits.report', 0)).jumps).toEqual([{ from: began, until: reached }]);
    expect(await next.clock.advance(366 * 24 * hour, 'long')).toBe(false);
    expect(await next.clock.advance(hour, 'behind')).toBe(false);
    expect(next.clock.now()).toBe(reached);
    expect(await next.clock.advance(hour, 'on')).toBe(true);
    expect(next.clock.now()).toBe(reached + hour);
  });

  test('can be cancelled while it waits for a receiver that hangs; a late answer is settled', async () => {
    let answer = (_: SendResult) => {};
    const { platform, sent, post } = await start(() => new Promise((resolve) => (answer = resolve)));
    await post('plan', { receiver: 'a', texts: ['1'], inMs: 1000 });
    const jump = platform.clock.advance(hour, 'hangs');
    while (sent.length === 0) await later();
    await platform.clock.cancel();
    expect(await jump).toBe(false);
    expect(platform.clock.now()).toBe(began + 1000);
    expect(await platform.clock.advance(hour, 'hangs')).toBe(false);
    answer(ok());
    await later();
    expect(Object.keys(settledOf(platform))).toEqual(['a']);
  });

  /** A process ends during a jump of a year, and another opens the stored data. */
  const died = async () => {
    let kept = 0;
    const { platform } = await start(() => ok(), {
      commit: () => (++kept === 3 ? new Promise<void>(() => {}) : Promise.resolve()),
    });
    void platform.clock.advance(366 * 24 * hour, 'long');
    while (kept < 3) await later();
    return (await start(() => ok(), { snapshot: platform.snapshot() })).platform;
  };

  test('that died with its process can be cancelled before it is repeated', async () => {
    const { clock } = await died();
    const stands = clock.now();
    await clock.cancel();
    expect(await clock.advance(366 * 24 * hour, 'long')).toBe(false);
    expect(clock.now()).toBe(stands);
  });

  test('that died with its process is finished when it is repeated, and moves no further', async () => {
    const { clock } = await died();
    const until = began + 366 * 24 * hour;
    expect(clock.now()).toBeLessThan(until);
    for (let again = 0; again < 2; again++) await clock.advance(366 * 24 * hour, 'long');
    expect(clock.now()).toBe(until);
  });
});

describe('the host is told when to wake the platform', () => {
  const woken = async () => {
    const wakes: (number | null)[] = [];
    const world = await start((name) => (name === 'a 1' ? failure : ok()), { wake: (at) => wakes.push(at) });
    return { ...world, wakes };
  };

  test('for a job that a handler plans, and for a call that is tried again', async () => {
    const { post, wakes } = await woken();
    await post('plan', { receiver: 'b', texts: ['1'], inMs: 5000 });
    await post('events', { receiver: 'a', texts: ['1'] });
    await later();
    expect(wakes).toEqual([began + hour, began + 5000, began + 1000]);
  });

  test('a frozen clock does not delay what is already due', async () => {
    const { platform, post } = await woken();
    await post('events', { receiver: 'a', texts: ['1'] });
    const snapshot = platform.snapshot();
    const wakes: (number | null)[] = [];
    await platform.clock.freeze();
    const frozen = {
      ...snapshot,
      tables: { ...snapshot.tables, platform: platform.snapshot().tables['platform']! },
    };
    const next = await start(() => ok(), { snapshot: frozen, wake: (at) => wakes.push(at) });
    expect(wakes[0]).toBe(began);
    await next.platform.clock.advance(0);
    await later();
    expect(next.sent).toEqual([['a 1', 0]]);
    expect(wakes.at(-1)).toBeNull();
  });
});
