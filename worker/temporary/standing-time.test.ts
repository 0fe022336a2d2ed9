import { expect, test } from 'vitest';
import { StandingTime } from './standing-time.ts';

test('it stands until it runs, and stands again at its start', () => {
  let real = 1000;
  const time = new StandingTime(50, () => real);
  real += 10;
  expect(time.now()).toBe(50);
  time.run();
  expect(time.now()).toBe(50);
  real += 7;
  time.run();
  expect(time.now()).toBe(57);
  time.stand();
  real += 3;
  expect(time.now()).toBe(50);
});
