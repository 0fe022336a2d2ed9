import { describe, expect, test } from 'vitest';
import { failed, utf8 } from '../../engine/inside.ts';
import type { LastAnswer } from '../../engine/inside.ts';
import type { ReceiverRan, ReceiverRun, Sandbox } from '../contract/receiver-run.ts';
import { longestWaiting, OwnProgram } from './own-waiting.ts';

const last: LastAnswer = {
  ...{ status: 200, code: null, headers: { 'svc-rate-limit-remaining': '0' } },
  ...{ time: 1000, number: 1, refusals: 0 },
};

/** Answers each run as given, and records the runs. */
function sandboxOf(...answers: (Partial<ReceiverRan> | string)[]) {
  const runs: ReceiverRun[] = [];
  const sandbox: Sandbox = async (run) => {
    const answer = answers[Math.min(runs.push(run), answers.length) - 1]!;
    const body = typeof answer === 'string' ? answer : '0';
    const result = { status: 200, headers: [], body: utf8(body) };
    return { result, lines: [], changes: [], ...(typeof answer !== 'string' && answer) };
  };
  return { runs, sandbox };
}

const programOf = (sandbox: Sandbox, code = 'function wait() {}', stopped = new AbortController().signal) =>
  new OwnProgram(code, 'trial', sandbox, stopped);

test('a program gets what the client knows, and all its calls share a worker', async () => {
  const { runs, sandbox } = sandboxOf('250', '-5', '1.5e3');
  const program = programOf(sandbox, 'function wait(last) { return 250; }');
  expect(await program.wait(last)).toBe(250);
  expect(await program.wait({ ...last, number: 2 })).toBe(0);
  expect(await program.wait({ ...last, number: 3 })).toBe(1500);
  expect(runs.map(({ jump, now }) => [jump, now])).toEqual(Array(3).fill(['trial', 1000]));
  expect(JSON.parse(new TextDecoder().decode(runs[0]!.request.body))).toEqual(last);
});

test('its lines keep their numbers, because the receiver’s code comes after them', async () => {
  const { runs, sandbox } = sandboxOf('0');
  await programOf(sandbox, 'one\ntwo').wait(last);
  expect(runs[0]!.code.startsWith('one\ntwo\n')).toBe(true);
});

test('what it stores is there at the next call, and the last 100 lines that it logged are kept', async () => {
  const line = { level: 'log', at: 1, line: null } as const;
  const { runs, sandbox } = sandboxOf(
    {
      changes: [
        ['a', '1'],
        ['b', '2'],
      ],
      lines: Array(80).fill({ ...line, text: 'first' }),
    },
    { changes: [['a', null]], lines: Array(80).fill({ ...line, text: 'second' }) },
    '0',
  );
  const program = programOf(sandbox);
  for (let number = 1; number <= 3; number++) await program.wait({ ...last, number });
  expect(runs.map(({ items }) => items)).toEqual([
    [],
    [
      ['a', '1'],
      ['b', '2'],
    ],
    [['b', '2']],
  ]);
  expect(program.lines.length).toBe(100);
  expect(program.lines.filter(({ text }) => text === 'first').length).toBe(20);
});

describe('a program fails with the reason and its line', () => {
  const thrown = (text: string, line: number | null) => ({
    result: { status: 500, headers: [], body: new Uint8Array(), thrown: { text, line } },
  });
  test.each<[string, Partial<ReceiverRan> | string, object]>([
    ['that it throws', thrown('TypeError: no', 2), { text: 'TypeError: no', line: 2 }],
    ['that is behind its lines', thrown('SyntaxError: no', 3), { text: 'SyntaxError: no', line: null }],
    [
      'that it has no function',
      thrown('ReferenceError: wait is not defined', 3),
      { text: 'It has no function wait.', line: null },
    ],
    [
      'that it returns nothing',
      'null',
      { text: 'wait returned null. It has to return how many ms to wait.', line: null },
    ],
    [
      'that it returns a text',
      '"5"',
      { text: 'wait returned "5". It has to return how many ms to wait.', line: null },
    ],
    [
      'that it takes too long',
      { result: failed('timeout', 'no whole answer within 3000 ms') },
      { text: 'no whole answer within 3000 ms', line: null },
    ],
  ])('%s', async (_, answer, why) => {
    const { sandbox } = sandboxOf(answer);
    await expect(programOf(sandbox, 'one\ntwo').wait(last)).rejects.toMatchObject({ thrown: why });
  });

  test('that there is no sandbox, and that it is too long', async () => {
    const none: Sandbox = () => Promise.resolve({ cannot: 'No sandbox here.' });
    await expect(programOf(none).wait(last)).rejects.toMatchObject({ thrown: { text: 'No sandbox here.' } });
    const { runs, sandbox } = sandboxOf('0');
    const long = 'x'.repeat(longestWaiting + 1);
    await expect(programOf(sandbox, long).wait(last)).rejects.toThrow('more than 16,384 characters');
    expect(runs).toEqual([]);
  });
});

test('a trial that was stopped asks no more', async () => {
  const stop = new AbortController();
  const { runs, sandbox } = sandboxOf('0');
  const program = programOf(sandbox, 'function wait() {}', stop.signal);
  await program.wait(last);
  stop.abort();
  await expect(program.wait(last)).rejects.toBe(stop.signal.reason);
  expect(runs.length).toBe(1);
});
