import { beforeEach, describe, expect, test, vi } from 'vitest';
import { composePlatform, families, loadOpening } from '../../engine/inside.ts';
import type { HttpRequest, PlatformOptions, SendResult } from '../../engine/index.ts';
import { courierFamily, loading, ok, readCall, settledOf, withCourier } from '../support/courier-family.ts';
import { start as startWith } from '../../testing/platform.ts';

/** A host that answers when the test says so. */
function world() {
  const calls: {
    text: string;
    answer: (result: SendResult) => void;
    fail: (e: Error) => void;
  }[] = [];
  const send = (request: HttpRequest) =>
    new Promise<SendResult>((answer, fail) => {
      const { receiver, text } = readCall(request);
      calls.push({ text: `${receiver} ${text}`, answer, fail });
    });
  return {
    send,
    calls,
    texts: () => calls.map(({ text }) => text),
  };
}

const start = async (options: PlatformOptions = {}) => {
  const { platform, as } = await startWith({ families: withCourier, ...options });
  const post = (path: string, json: unknown, app?: string) =>
    as.bearer(app).send({ method: 'POST', path: `/2/test/${path}`, json });
  return { platform, post };
};
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
/** Everything ready has been sent by then: the executing module is loaded with the first. */
async function later(): Promise<void> {
  await import('../../engine/outbox/carry-out.ts');
  await import('../../engine/outbox/carry.ts');
  for (let turns = 0; turns < 4; turns++) await turn();
}

beforeEach(() => void Object.assign(loading, { times: 0, fails: false }));

describe('what goes out', () => {
  test('one call at a time per key, in order, and at most three over all keys', async () => {
    const { send, calls, texts } = world();
    const { platform, post } = await start({ send });
    await post('events', { receiver: 'a', texts: ['1', '2', '3'] });
    await later();
    for (let at = 0; at < 9; at++) await post('events', { receiver: `r${at}`, texts: ['x'] });
    await later();
    expect(texts()).toEqual(['a 1', 'r0 x', 'r1 x']);
    calls[0]!.answer(ok());
    await later();
    expect(texts().slice(3)).toEqual(['a 2']);
    calls[1]!.answer(ok());
    calls[2]!.answer(ok());
    await later();
    expect(texts().slice(4)).toEqual(['r2 x', 'r3 x']);
    expect(Object.keys(settledOf(platform))).toEqual(['a', 'r0', 'r1']);
  });

  test('at most four including the calls that handlers wait for, one of which always has a place', async () => {
    const { send, calls, texts } = world();
    const { post } = await start({ send });
    for (let at = 0; at < 9; at++) await post('events', { receiver: `r${at}`, texts: ['x'] });
    const answers = ['one', 'two'].map((receiver) => post('register', { receiver }));
    await later();
    const isCheck = (text: string) => text.endsWith('check');
    expect(texts()).toHaveLength(4);
    expect(texts().filter(isCheck).length).toBeGreaterThan(0);
    const answer = (text: string) => calls[texts().indexOf(text)]!.answer(ok());
    answer(texts().find(isCheck)!);
    await later();
    expect(texts().filter(isCheck).toSorted()).toEqual(['one check', 'two check']);
    answer(texts().findLast(isCheck)!);
    await Promise.all(answers);
    await later();
    expect(texts().filter((text) => !isCheck(text))).toEqual(['r0 x', 'r1 x', 'r2 x']);
    answer('r0 x');
    await later();
    expect(texts().at(-1)).toBe('r3 x');
  });

  test('a job’s call goes out once, when its time comes and nothing has to be stored', async () => {
    const { send, calls, texts } = world();
    let real = Date.UTC(2026, 2, 2);
    const { platform, post } = await start({ send, now: () => real });
    await post('plan', { receiver: 'a', texts: ['1'], inMs: 1000 });
    await post('plan', { receiver: 'b', texts: ['2'], inMs: 1000 });
    real += 1000;
    await platform.clock.advance(0);
    await later();
    expect(texts().toSorted()).toEqual(['a 1', 'b 2']);
    for (const { answer } of calls) answer(ok());
    await later();
    expect(texts()).toHaveLength(2);
  });

  test('no call before the change that asks for it is stored, and no next call of a key before the settlement is', async () => {
    const { send, calls, texts } = world();
    const keeping: (() => void)[] = [];
    let isHeld = false;
    const commit = () => (isHeld ? new Promise<void>((kept) => void keeping.push(kept)) : Promise.resolve());
    const { post } = await start({ send, commit });
    isHeld = true;
    const answer = post('events', { receiver: 'a', texts: ['1', '2'] });
    await later();
    expect([keeping.length, texts()]).toEqual([1, []]);
    keeping[0]!();
    await answer;
    await later();
    expect(texts()).toEqual(['a 1']);
    calls[0]!.answer(ok());
    await later();
    expect([keeping.length, texts()]).toEqual([2, ['a 1']]);
    keeping[1]!();
    await later();
    expect(texts()).toEqual(['a 1', 'a 2']);
  });

  test('without a host an unknown name fails as DNS would; a host that throws has lost the connection; too much is too large', async () => {
    const answers: Record<string, () => Promise<SendResult>> = {
      throws: () => Promise.reject(new Error('gone')),
      large: () => Promise.resolve(ok('x'.repeat(1001))),
      exact: () => Promise.resolve(ok('x'.repeat(1000))),
    };
    const without = await start();
    const { platform, post } = await start({ send: (request) => answers[readCall(request).receiver]!() });
    expect((await without.post('register', { receiver: 'hooks' })).json.data).toEqual({
      failure: { kind: 'failure', reason: 'dns', message: 'there is no host hooks.example' },
    });
    expect((await post('register', { receiver: 'throws' })).json.data).toMatchObject({
      failure: { reason: 'closed', message: 'gone' },
    });
    expect((await post('register', { receiver: 'large' })).json.data).toMatchObject({
      failure: { reason: 'tooLarge' },
    });
    expect((await post('register', { receiver: 'exact' })).json.data).toHaveLength(1000);
    expect(platform.exchanges.list().filter(({ direction }) => direction === 'out')).toMatchObject([
      { outcome: { kind: 'closed', reason: 'closed: gone' } },
      { outcome: { kind: 'closed', reason: 'tooLarge: the body has more than 1000 bytes' } },
      { outcome: { kind: 'response', status: 200 } },
    ]);
  });

  test('a host that gives a reason outside the closed list is unreachable, and its exchange says the reason', async () => {
    const failure = { kind: 'failure', reason: 'EHOSTUNREACH', message: 'no route' } as never;
    const { platform, post } = await start({ send: () => Promise.resolve(failure) });
    expect((await post('register', { receiver: 'hooks' })).json.data).toEqual({
      failure: { kind: 'failure', reason: 'closed', message: 'unreachable (EHOSTUNREACH): no route' },
    });
    const sent = platform.exchanges.list().find(({ direction }) => direction === 'out')!;
    expect(sent.trace.map(({ text }) => text)).toContain('closed: unreachable (EHOSTUNREACH): no route');
  });

  test('a call is in the log with its outcome, for the App that it was made for', async () => {
    const { platform, post } = await start({ send: () => Promise.resolve(ok()) });
    await post('events', { receiver: 'a', texts: ['1'] });
    await later();
    expect(platform.exchanges.list().at(-1)).toMatchObject({
      direction: 'out',
      endpointId: null,
      appId: '26001',
      userId: null,
      request: { method: 'POST', url: 'https://a.example/' },
      outcome: { kind: 'response', status: 200 },
      trace: [
        { verb: 'Sent', text: 'with 10000 ms and room for 1000 bytes' },
        { verb: 'Answered', text: '200' },
        { verb: 'Settled', text: 'it leaves the outbox' },
      ],
    });
  });

  test('a cancelled call is neither sent nor settled, and its key is free', async () => {
    const { send, calls, texts } = world();
    const { platform, post } = await start({ send });
    await post('events', { receiver: 'a', texts: ['1', '2'] });
    await later();
    expect((await post('cancel', { receiver: 'a' })).json.data).toBe(2);
    await post('events', { receiver: 'a', texts: ['3'] });
    await later();
    expect(texts()).toEqual(['a 1']);
    calls[0]!.answer(ok());
    await later();
    expect(texts()).toEqual(['a 1', 'a 3']);
    calls[1]!.answer(ok());
    await later();
    expect(Object.values(settledOf(platform)).flat()).toHaveLength(1);
    const dropped = platform.exchanges.list().find(({ direction }) => direction === 'out');
    expect(dropped!.trace.at(-1)).toMatchObject({ verb: 'Dropped' });
  });

  test('a settlement that fails because of our bug does not block its key, and its cause is in the trace', async () => {
    const faults: string[] = [];
    const fault = ({ message }: Error) => void faults.push(message);
    const { platform, post } = await start({ send: () => Promise.resolve(ok()), fault });
    await post('events', { receiver: 'a', texts: ['a fault', '2'] });
    await later();
    expect(faults).toEqual(['by accident']);
    const [first, second] = platform.exchanges.list().filter(({ direction }) => direction === 'out');
    expect(first!.trace.at(-1)!.text).toContain('fault of the platform: Error: by accident');
    expect(second!.trace.at(-1)!.text).toBe('it leaves the outbox');
    expect(Object.keys(settledOf(platform))).toEqual(['a']);
  });

  test('a call that fails because of our bug leaves the outbox, is reported, and leaves no unhandled rejection', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const faults: string[] = [];
    const fault = ({ message }: Error) => void faults.push(message);
    const { platform, post } = await start({ send: () => Promise.resolve(ok()), fault });
    await post('events', { receiver: 'a', texts: ['no call', '2'] });
    await later();
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
    expect(faults).toEqual(['there is nothing to send']);
    expect(platform.snapshot().tables['outbox']).toEqual([]);
    expect(Object.keys(settledOf(platform))).toEqual(['a']);
  });

  test('a full outbox refuses further calls, and says so', async () => {
    const { post } = await start({ send: () => new Promise(() => {}) });
    const texts = Array.from({ length: 20_001 }, () => 'x');
    const ids = (await post('events', { receiver: 'a', texts })).json.data as unknown as (string | null)[];
    expect([ids.at(-2), ids.at(-1)]).toEqual([expect.any(String), null]);
  });

  test('a family is loaded when its work falls due, is retried if that fails, and work unknown to the release is left alone', async () => {
    loading.fails = true;
    const { platform, post } = await start({ send: () => Promise.resolve(ok()) });
    expect(loading.times).toBe(0);
    await post('events', { receiver: 'a', texts: ['1'] });
    await later();
    expect([loading.times, settledOf(platform)]).toEqual([1, {}]);
    const { openSnapshot } = await loadOpening();
    const other = composePlatform({ families, snapshot: openSnapshot(platform.snapshot()) });
    await other.clock.advance(1000);
    expect(other.snapshot().tables['outbox']).toHaveLength(1);
    loading.fails = false;
    await platform.clock.advance(1000);
    expect([loading.times, Object.keys(settledOf(platform))]).toEqual([2, ['a']]);
    await expect(startWith({ families: [courierFamily, { ...courierFamily, routes: [] }] })).rejects.toThrow(
      'Two jobs have the name burst',
    );
  });
});

describe('what a handler waits for', () => {
  test('it answers with the response; other calls continue meanwhile', async () => {
    const { send, calls } = world();
    const { post } = await start({ send });
    const waiting = post('register', { receiver: 'a' });
    await later();
    expect((await post('events', { receiver: 'b', texts: [] })).status).toBe(200);
    calls[0]!.answer(ok('checked'));
    expect((await waiting).json.data).toBe('checked');
  });

  test('its earlier changes are stored before the call goes out; if that fails, nothing is sent', async () => {
    const { send, texts } = world();
    let fails = false;
    const commit = () => (fails ? Promise.reject(new Error('full')) : Promise.resolve());
    const { post } = await start({ send, commit });
    fails = true;
    expect((await post('register', { receiver: 'a' })).code).toBe(131);
    expect(texts()).toEqual([]);
  });

  test('of two that check the same thing at once, the second sees what the first made', async () => {
    const { send, calls } = world();
    const { post } = await start({ send });
    const both = [post('register', { receiver: 'a' }), post('register', { receiver: 'a' })];
    await later();
    for (const { answer } of calls) answer(ok('checked'));
    const answers = await Promise.all(both);
    expect(answers.map(({ json }) => json.data)).toEqual(['checked', 'taken meanwhile']);
  });

  test('a call that dies with the process leaves nothing: it is made again', async () => {
    const first = world();
    const { platform, post } = await start({ send: first.send });
    void post('register', { receiver: 'a' });
    await later();
    const next = await start({ send: () => Promise.resolve(ok('again')), snapshot: platform.snapshot() });
    const { as } = await startWith({ families: withCourier });
    expect(next.platform.snapshot().tables['outbox']).toEqual([]);
    const bearer = as.credential('app', 'Northwind Reader').bearer_token;
    const answer = await next.platform.handle({
      method: 'POST',
      url: `${next.platform.baseUrl}/2/test/register`,
      headers: [
        ['authorization', `Bearer ${bearer}`],
        ['content-type', 'application/json'],
      ],
      body: new TextEncoder().encode('{"receiver":"a"}'),
    });
    expect(answer).toMatchObject({ kind: 'response', status: 200 });
  });
});
