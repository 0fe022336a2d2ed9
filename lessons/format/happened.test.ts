import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../engine/inside.ts';
import type { Call } from './call.ts';
import { Collecting } from './collecting.ts';
import { Happened } from './happened.ts';

const exchange = (sequence: number, direction: Exchange['direction'] = 'in'): Exchange => ({
  ...{ sequence, direction, at: sequence, durationMs: 0, endpointId: null, appId: null, userId: null },
  request: { method: 'GET', url: 'https://api.svc.example/', headers: [] },
  outcome: { kind: 'response', status: 200, headers: [], body: new Uint8Array() },
  ...{ trace: [], windows: [] },
});
const sequences = (calls: readonly Call[]) => calls.map((call) => call.exchange.sequence);

/** Sequences, and how many calls were read. */
function summing() {
  let read = 0;
  const sum = new Collecting<number[]>(sequences, (soFar, call) => {
    read++;
    soFar.push(call.exchange.sequence);
  });
  return { sum, read: () => read };
}

describe('the events of a step', () => {
  test('have positions in their order, whatever they are; calls of the log before have none', () => {
    const happened = new Happened([exchange(1), exchange(2, 'out')]);
    happened.answered(exchange(3));
    happened.answered(exchange(4, 'out'));
    happened.committed({}, 5);
    happened.write('text', 6);
    happened.answered(exchange(7));
    expect(happened.before.map(({ at, exchange }) => [at, exchange.sequence])).toEqual([[-1, 1]]);
    expect(happened.calls.map(({ at }) => at)).toEqual([0, 4]);
    expect(happened.callsOut.map(({ at }) => at)).toEqual([1]);
    expect(happened.rows).toEqual([{ at: 2, time: 5, changes: {} }]);
    expect(happened.written).toEqual([{ at: 3, time: 6, text: 'text' }]);
  });

  test('are at most 20,000: the older half is dropped, and positions stay', () => {
    const happened = new Happened();
    happened.write('first', 0);
    for (let sequence = 1; sequence < 20_000; sequence++) happened.answered(exchange(sequence));
    expect([happened.written.length, happened.calls.length]).toEqual([1, 19_999]);
    happened.answered(exchange(20_000));
    expect(happened.written).toEqual([]);
    expect(happened.calls.length).toBe(10_001);
    expect(happened.calls[0]).toMatchObject({ at: 10_000, exchange: { sequence: 10_000 } });
    expect(happened.calls.at(-1)).toMatchObject({ at: 20_000, exchange: { sequence: 20_000 } });
  });
});

describe('what is collected from calls', () => {
  test('begins with those before the step, and reads each later one once', () => {
    const { sum, read } = summing();
    const happened = new Happened([exchange(1)]);
    const collected = () => sum.from(happened.before, happened.calls);
    expect(collected()).toEqual([1]);
    happened.answered(exchange(2));
    expect([collected(), collected()]).toEqual([
      [1, 2],
      [1, 2],
    ]);
    happened.answered(exchange(3));
    expect(collected()).toEqual([1, 2, 3]);
    expect(read()).toBe(2);
  });

  test('is separate for each step, and collected again from what is left when events are dropped', () => {
    const { sum } = summing();
    const [one, other] = [new Happened(), new Happened()];
    one.answered(exchange(1));
    other.answered(exchange(2));
    expect([one, other].map(({ before, calls }) => sum.from(before, calls))).toEqual([[1], [2]]);
    for (let sequence = 3; sequence <= 20_002; sequence++) other.answered(exchange(sequence));
    expect(sum.from(other.before, other.calls)).toEqual(sequences(other.calls));
    expect(other.calls.length).toBe(10_001);
  });
});
