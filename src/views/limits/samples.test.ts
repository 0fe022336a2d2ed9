import { expect, it } from 'vitest';
import type { LimitSample } from '../../../worker/api.ts';
import { merged, mostSamples } from './samples.ts';

const sample = (sequence: number, at: number): LimitSample => ({
  sequence,
  at,
  endpointId: 'getMe',
  appId: '1',
  userId: '2',
  status: 200,
  windows: [],
});
const numbers = (samples: readonly LimitSample[]) => samples.map(({ sequence }) => sequence);

it('puts what came behind what is known, each once', () => {
  const known = [sample(1, 10), sample(2, 20)];
  expect(numbers(merged(known, [sample(2, 20), sample(3, 30)], 40))).toEqual([1, 2, 3]);
  expect(numbers(merged([], [], 0))).toEqual([]);
});

it('forgets a time that was taken back', () => {
  const known = [sample(1, 10), sample(2, 900), sample(3, 910)];
  expect(numbers(merged(known, [sample(4, 30)], 40))).toEqual([1, 4]);
  expect(numbers(merged(known, [], 40))).toEqual([1]);
});

it('keeps the last of very many', () => {
  const many = Array.from({ length: mostSamples + 10 }, (_, at) => sample(at + 1, at));
  const kept = merged([], many, Infinity);
  expect(kept).toHaveLength(mostSamples);
  expect(kept.at(-1)!.sequence).toBe(mostSamples + 10);
});
