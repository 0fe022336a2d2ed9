import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReceiverRan } from '../../worker/api.ts';
import { most } from './message.ts';
import { RunningReceiver } from './receiver-run.ts';

const run = {
  host: 'hooks.example',
  code: '',
  request: { method: 'GET', url: 'https://hooks.example/', headers: [] },
  now: 5,
  items: [],
  maxBytes: 100,
};
const line = { level: 'log', text: 'hello', at: 6, line: 1 };
const response = { status: 200, headers: [], body: new Uint8Array(1) };

/** A program whose part the test plays. */
function start() {
  const port = { onmessage: (_: { data: unknown }) => {}, postMessage: vi.fn() };
  const isolation = {
    lost: (_: string) => {},
    doubt: vi.fn(),
    close: vi.fn(),
    end: vi.fn(),
    start(_: string, lost: (why: string) => void) {
      this.lost = lost;
      return { port, end: this.end };
    },
  };
  const began = vi.fn();
  const done = vi.fn<(ran: ReceiverRan) => void>();
  const running = new RunningReceiver(isolation as never, run, began, done);
  return { running, isolation, began, done, says: (data: unknown) => port.onmessage({ data }), port };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('its lines, items and answer are handed on once, and it is ended', () => {
  const { began, done, says, isolation, port } = start();
  expect(port.postMessage).toHaveBeenCalledWith(expect.objectContaining({ code: '', now: 5, maxBytes: 100 }));
  for (const message of [['began'], ['line', line], ['item', ['a', '1']], ['end', response]]) says(message);
  says(['end', { ...response, status: 500 }]);
  expect(began).toHaveBeenCalledOnce();
  expect(done).toHaveBeenCalledExactlyOnceWith({ result: response, lines: [line], changes: [['a', '1']] });
  expect(isolation.end).toHaveBeenCalledOnce();
});

test('when its time is over, what it did until then counts', () => {
  const { running, done, says, isolation } = start();
  for (const message of [['began'], ['line', line], ['item', ['a', '1']]]) says(message);
  running.timeOut(3000);
  running.timeOut(3000);
  const [[{ result, lines, changes }]] = done.mock.calls as [[ReceiverRan]];
  expect(result).toMatchObject({ kind: 'failure', reason: 'timeout' });
  expect(lines.map(({ text }) => text)).toEqual(['hello', 'Ended: no whole answer within 3000 ms.']);
  expect(changes).toEqual([['a', '1']]);
  expect(isolation.end).toHaveBeenCalledOnce();
  expect(isolation.doubt).toHaveBeenCalled();
});

test.each([
  ['what is no answer', () => [['began'], { forged: true }]],
  ['that it began, twice', () => [['began'], ['began']]],
  ['too many lines', () => Array.from({ length: most.lines + 1 }, () => ['line', line])],
  ['too many items', () => Array.from({ length: most.changes + 1 }, () => ['item', ['a', '1']])],
  ['too large items', () => Array.from({ length: 17 }, () => ['item', ['a', 'x'.repeat(most.value)]])],
  ['more bytes than were asked for', () => [['end', { ...response, body: new Uint8Array(101) }]]],
])('a program that says %s is cut off', (_, messages) => {
  const { done, says, isolation } = start();
  for (const message of messages()) says(message);
  says(['end', response]);
  const [[{ result, lines }]] = done.mock.calls as [[ReceiverRan]];
  expect(result).toMatchObject({ kind: 'failure', reason: 'closed' });
  expect(lines.at(-1)!.text).toContain('Cut off');
  expect(isolation.end).toHaveBeenCalledOnce();
});

test('a program that is lost is answered for', () => {
  const { isolation, done } = start();
  isolation.lost('It spoke where nobody listens.');
  expect(done.mock.calls[0]![0].result).toMatchObject({ reason: 'closed' });
});

test('where no program begins, the sandbox is closed, so that the next run opens another', () => {
  const { isolation, began } = start();
  vi.advanceTimersByTime(10_000);
  expect(isolation.close).toHaveBeenCalledOnce();
  expect(began).not.toHaveBeenCalled();
});
