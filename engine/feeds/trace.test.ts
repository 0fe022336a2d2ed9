import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../tests/support/rounds.ts';
import { mostSamples, mostSlices } from '../state/tables/catalog-words.ts';
import { Samples, Slices } from './trace.ts';

test('rejected rows are counted in their slice, however long the file gets', () => {
  const places = fc.array(fc.oneof(fc.nat(5000), fc.nat(8_000_000_000)), { maxLength: 200 });
  fc.assert(
    fc.property(places, (all) => {
      const slices = new Slices();
      for (const place of all) slices.count(place);
      const { slice, rejected } = slices.read();
      expect(rejected.length).toBeLessThanOrEqual(mostSlices);
      expect(rejected.reduce((sum, count) => sum + count, 0)).toBe(all.length);
      rejected.forEach((count, at) =>
        expect(count).toBe(all.filter((place) => Math.floor(place / slice) === at).length),
      );
    }),
    rounds(100, 10_000),
  );
});

test('samples are limited in number, in order, from the beginning to the end', () => {
  const samples = new Samples();
  for (let ms = 0; ms < 3_600_000; ms += 40) samples.take({ ms, bytes: ms * 10, rows: ms });
  samples.end({ ms: 3_600_000, bytes: 1, rows: 1 });
  const all = samples.read();
  expect(all.length).toBeLessThanOrEqual(mostSamples);
  expect(all.length).toBeGreaterThan(mostSamples / 2 - 2);
  expect(all.at(-1)!.ms).toBe(3_600_000);
  const steps = all.slice(1, -1).map(({ ms }, at) => ms - all[at]!.ms);
  expect(Math.max(...steps)).toBeLessThanOrEqual(2 * Math.min(...steps) + 40);
});

test('a machine without a clock gives one sample, at the end', () => {
  const samples = new Samples();
  for (let rows = 0; rows < 5; rows++) samples.take({ ms: 0, bytes: 0, rows });
  samples.end({ ms: 0, bytes: 9, rows: 9 });
  expect(samples.read()).toEqual([{ ms: 0, bytes: 9, rows: 9 }]);
});
