import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReceiverRan, ReceiverRun } from '../../worker/api.ts';
import { KeptPrograms } from './kept-programs.ts';
import { most } from './message.ts';
import { RunningReceiver } from './receiver-run.ts';

const run: ReceiverRun = {
  host: 'hooks.example',
  code: '',
  request: { method: 'GET', url: 'https://hooks.example/', headers: [] },
  now: 5,
  items: [],
  maxBytes: 100,
  jump: null,
};
const line = { level: 'log', text: 'hello', at: 6, line: 1 };
const response = { status: 200, headers: [], body: new Uint8Array(1) };

/** A program played by the test, with the ports by which it answers. */
class Played {
  readonly asked: object[] = [];
  readonly #ports: MessagePort[] = [];
  readonly end = vi.fn();
  readonly port = {
    onmessage: () => {},
    postMessage: (given: object, [port]: [MessagePort]) => {
      this.asked.push(given);
      this.#ports.push(port);
    },
  };

  constructor(readonly lost: (why: string) => void) {}

  /** By the port of its latest request, or of an earlier one. */
  async say(messages: readonly unknown[], port = this.#ports.length - 1): Promise<void> {
    for (const message of messages) this.#ports[port]!.postMessage(message);
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
}

function sandbox() {
  const programs: Played[] = [];
  const isolation = {
    doubt: vi.fn(),
    close: vi.fn(),
    start(_: string, lost: (why: string) => void) {
      const program = new Played(lost);
      programs.push(program);
      return program;
    },
  };
  const kept = new KeptPrograms();
  const begin = (given = run) => {
    const began = vi.fn();
    const done = vi.fn<(ran: ReceiverRan) => void>();
    const running = new RunningReceiver(given, { isolation: isolation as never, kept, began, done });
    return { running, began, done };
  };
  return { programs, isolation, begin };
}

function start() {
  const { programs, isolation, begin } = sandbox();
  const begun = begin();
  const program = programs[0]!;
  return { ...begun, isolation, program, says: (...messages: readonly unknown[]) => program.say(messages) };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('the notes of a watched run are passed on; for another run, they end the program', async () => {
  const noted = { headers: [], reads: [{ how: 'text', line: 3 }], macs: [] };
  const { begin, programs } = sandbox();
  const { done } = begin({ ...run, isWatched: true });
  await programs[0]!.say([['began'], ['noted', noted], ['end', response]]);
  expect(done).toHaveBeenCalledExactlyOnceWith({ result: response, lines: [], changes: [], noted });
  const other = start();
  await other.says(['began'], ['noted', noted], ['end', response]);
  expect(other.done.mock.calls[0]![0].result).toMatchObject({ reason: 'closed' });
});

test('lines, items and the answer are passed on once, and the program is ended', async () => {
  const { began, done, says, program } = start();
  expect(program.asked).toMatchObject([{ code: '', now: 5, maxBytes: 100 }]);
  await says(['began'], ['line', line], ['item', ['a', '1']], ['end', response]);
  await says(['end', { ...response, status: 500 }]);
  expect(began).toHaveBeenCalledOnce();
  expect(done).toHaveBeenCalledExactlyOnceWith({ result: response, lines: [line], changes: [['a', '1']] });
  expect(program.end).toHaveBeenCalledOnce();
});

test('after a timeout, what it did until then counts', async () => {
  const { running, done, says, isolation, program } = start();
  await says(['began'], ['line', line], ['item', ['a', '1']]);
  running.timeOut(3000);
  running.timeOut(3000);
  const [[{ result, lines, changes }]] = done.mock.calls as [[ReceiverRan]];
  expect(result).toMatchObject({ kind: 'failure', reason: 'timeout' });
  expect(lines.map(({ text }) => text)).toEqual(['hello', 'Ended: no whole answer within 3000 ms.']);
  expect(changes).toEqual([['a', '1']]);
  expect(program.end).toHaveBeenCalledOnce();
  expect(isolation.doubt).toHaveBeenCalled();
});

test.each([
  ['an invalid message', () => [['began'], { forged: true }]],
  ['the start, twice', () => [['began'], ['began']]],
  ['too many lines', () => Array.from({ length: most.lines + 1 }, () => ['line', line])],
  ['too many items', () => Array.from({ length: most.changes + 1 }, () => ['item', ['a', '1']])],
  ['too large items', () => Array.from({ length: 17 }, () => ['item', ['a', 'x'.repeat(most.value)]])],
  ['more bytes than were asked for', () => [['end', { ...response, body: new Uint8Array(101) }]]],
])('a program that sends %s is ended', async (_, messages) => {
  const { done, says, program } = start();
  await says(...messages(), ['end', response]);
  const [[{ result, lines }]] = done.mock.calls as [[ReceiverRan]];
  expect(result).toMatchObject({ kind: 'failure', reason: 'closed' });
  expect(lines.at(-1)!.text).toContain('Cut off');
  expect(program.end).toHaveBeenCalledOnce();
});

test('the request of a lost program gets an answer', () => {
  const { program, done } = start();
  program.lost('It sent a message outside its port.');
  expect(done.mock.calls[0]![0].result).toMatchObject({ reason: 'closed' });
});

test('if a program does not start, the sandbox is closed, so that the next run opens another', () => {
  const { isolation, began } = start();
  vi.advanceTimersByTime(10_000);
  expect(isolation.close).toHaveBeenCalledOnce();
  expect(began).not.toHaveBeenCalled();
});

const inJump: ReceiverRun = { ...run, jump: 'one' };
const answers = [['began'], ['end', response]];

test('within a jump the next request to a receiver goes to the same program, by a new port', async () => {
  const { programs, begin } = sandbox();
  const first = begin(inJump);
  await programs[0]!.say(answers);
  const second = begin({ ...inJump, now: 6 });
  await programs[0]!.say([['line', line], ...answers], 0); // the first port, which is no longer read
  expect(second.done).not.toHaveBeenCalled();
  await programs[0]!.say(answers);
  for (const { done } of [first, second])
    expect(done.mock.calls).toMatchObject([[{ result: { status: 200 }, lines: [] }]]);
  expect(programs).toHaveLength(1);
  expect(programs[0]!.asked).toMatchObject([{ now: 5 }, { now: 6 }]);
});

test.each([
  ['in another jump', { jump: 'another' }],
  ['outside of a jump', { jump: null }],
  ['to another receiver', { host: 'other.example' }],
  ['to the receiver with other code', { code: '//' }],
])('a request %s goes to its own program', async (_, other) => {
  const { programs, begin } = sandbox();
  begin(inJump);
  await programs[0]!.say(answers);
  begin({ ...inJump, ...other });
  expect(programs).toHaveLength(2);
});

test('a program that failed, or that waited for a second, is ended', async () => {
  const { programs, begin } = sandbox();
  begin(inJump);
  await programs[0]!.say([['began'], ['end', { kind: 'failure', reason: 'closed', message: 'gone' }]]);
  expect(programs[0]!.end).toHaveBeenCalledOnce();
  begin(inJump);
  await programs[1]!.say(answers);
  expect(programs[1]!.end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(programs[1]!.end).toHaveBeenCalledOnce();
  begin(inJump);
  expect(programs).toHaveLength(3);
});

test('with more than eight waiting programs the oldest is ended', async () => {
  const { programs, begin } = sandbox();
  for (let at = 0; at < 9; at++) {
    begin({ ...inJump, host: `h${at}.example` });
    await programs[at]!.say(answers);
  }
  expect(programs.map(({ end }) => end.mock.calls.length)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0]);
});

test.each([
  ['does not begin again', () => vi.advanceTimersByTime(1000)],
  ['is lost before it begins again', (program: Played) => program.lost('It did not start.')],
])('a program that %s is replaced, and the sandbox continues', async (_, breaks) => {
  const { programs, isolation, begin } = sandbox();
  begin(inJump);
  await programs[0]!.say(answers);
  const { done } = begin(inJump);
  breaks(programs[0]!);
  expect(programs[0]!.end).toHaveBeenCalledOnce();
  await programs[1]!.say(answers);
  expect(done.mock.calls).toMatchObject([[{ result: { status: 200 } }]]);
  expect(isolation.close).not.toHaveBeenCalled();
});
