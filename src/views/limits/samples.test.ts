import { expect, it } from 'vitest';
import type { LimitSample } from '../../../worker/api.ts';
import { knownUntil, merged, mostSamples } from './samples.ts';

const sample = (sequence: number, at: number): LimitSample => ({
  sequence,
  at,
  endpointId: 'getMe',
  appId: '1',
  userId: '2',
  status: 200,
  refuser: null,
  windows: [],
});
const numbers = (samples: readonly LimitSample[]) => samples.map(({ sequence }) => sequence);

it('appends new calls to the known ones, each once', () => {
  const known = [sample(1, 10), sample(2, 20)];
  expect(numbers(merged(known, [sample(2, 20), sample(3, 30)], 40))).toEqual([1, 2, 3]);
  expect(numbers(merged([], [], 0))).toEqual([]);
});

it('forgets a time that was undone', () => {
  const minute = 60_000;
  const known = [sample(1, minute), sample(2, 90 * minute), sample(3, 91 * minute)];
  expect(numbers(merged(known, [sample(4, 2 * minute)], 3 * minute))).toEqual([1, 4]);
  expect(numbers(merged(known, [], 3 * minute))).toEqual([1]);
});

it('loses none of the calls that ran at once, in whatever order they were recorded', () => {
  const first = merged([], [sample(1, 1000), sample(3, 1003)], 2000);
  expect(knownUntil(first)).toBe(0);
  const then = merged(first, [sample(1, 1000), sample(2, 1005), sample(3, 1003), sample(4, 1002)], 2000);
  expect(numbers(then)).toEqual([1, 4, 3, 2]);
  expect(knownUntil(merged([], [sample(450, 1)], 2))).toBe(350);
});

it('keeps only the last of very many', () => {
  const many = Array.from({ length: mostSamples + 10 }, (_, at) => sample(at + 1, at));
  const kept = merged([], many, Infinity);
  expect(kept).toHaveLength(mostSamples);
  expect(kept.at(-1)!.sequence).toBe(mostSamples + 10);
});
