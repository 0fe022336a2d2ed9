import { describe, expect, test, vi } from 'vitest';
import { readScriptMessage } from './script-message.ts';
import { scriptIn } from './script-run.ts';

const request = { method: 'POST', url: 'https://api.svc.example/2/posts', headers: [['a', 'b']] };
const line = { level: 'log', text: 'hello', at: 1, line: 3 };

describe('the messages of a script', () => {
  test('are read field by field; other fields are dropped', () => {
    expect(readScriptMessage(['began', 1])).toEqual(['began']);
    expect(readScriptMessage(['line', { ...line, more: 1 }])).toEqual(['line', line]);
    expect(readScriptMessage(['call', 0, { ...request, more: 1 }])).toEqual(['call', 0, request]);
    const body = new Uint8Array([1, 2]);
    expect(readScriptMessage(['call', 1, { ...request, body }])).toEqual(['call', 1, { ...request, body }]);
    expect(readScriptMessage(['over', null])).toEqual(['over', null]);
    expect(readScriptMessage(['over', { text: 'Error', line: 2, more: 1 }])).toEqual([
      'over',
      { text: 'Error', line: 2 },
    ]);
  });
  test.each([
    ['no list', { 0: 'began' }],
    ['what a receiver says', ['end', { status: 200, headers: [], body: new Uint8Array() }]],
    ['a method with a space', ['call', 0, { ...request, method: 'GET x' }]],
    ['a header with a line end', ['call', 0, { ...request, headers: [['a', 'b\r\nc: d']] }]],
    ['a body of another type', ['call', 0, { ...request, body: 'text' }]],
    ['an invalid number', ['call', -1, request]],
    ['an error without a text', ['over', {}]],
  ])('are not read: %s', (_, data) => {
    expect(readScriptMessage(data)).toBeNull();
  });
});

/** A sandbox in which the test plays the script. */
function played() {
  const { port1: port, port2: script } = new MessageChannel();
  const end = vi.fn(() => port.close());
  const told: unknown[] = [];
  script.onmessage = ({ data }) => told.push(data);
  let lost = (_: string): void => {};
  const where = {
    start(_: string, then: (why: string) => void) {
      lost = then;
      return { port, end };
    },
  };
  return { where, end, told, script, lose: (why: string) => lost(why) };
}

const parts = () => ({
  given: { code: '', environment: {}, now: 0 },
  call: vi.fn(async () => 'no' as const),
  line: vi.fn(),
});

describe('a script', () => {
  test('prints, makes calls through the page, and ends', async () => {
    const { where, end, told, script } = played();
    const given = parts();
    const ended = scriptIn(where, given, new AbortController().signal);
    for (const said of [['began'], ['line', line], ['call', 7, request]]) script.postMessage(said);
    await vi.waitFor(() => expect(told).toEqual([given.given, { of: 7, answer: 'no' }]));
    expect(given.line).toHaveBeenCalledWith(line);
    expect(given.call).toHaveBeenCalledWith(request);
    script.postMessage(['over', { text: 'Error: no', line: 4 }]);
    expect(await ended).toEqual({ threw: { text: 'Error: no', line: 4 } });
    expect(end).toHaveBeenCalledOnce();
    script.close();
  });

  test('is ended by the person, by the sandbox, and when its message cannot be read', async () => {
    const stop = new AbortController();
    const first = played();
    const stopped = scriptIn(first.where, parts(), stop.signal);
    stop.abort();
    expect(await stopped).toEqual({ ended: 'Stopped.' });
    const second = played();
    const lost = scriptIn(second.where, parts(), new AbortController().signal);
    second.lose('It did not start.');
    expect(await lost).toEqual({ ended: 'Cut off: It did not start.' });
    const third = played();
    const strange = scriptIn(third.where, parts(), new AbortController().signal);
    third.script.postMessage('hello');
    expect(await strange).toEqual({ ended: 'Cut off: it sent something that cannot be read.' });
    for (const { end, script } of [first, second, third]) {
      expect(end).toHaveBeenCalledOnce();
      script.close();
    }
  });
});
