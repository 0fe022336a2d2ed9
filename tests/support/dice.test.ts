import { afterEach, expect, test, vi } from 'vitest';
import { dice } from './dice.ts';

afterEach(() => void vi.unstubAllEnvs());

const drawn = (what: string) => Array.from({ length: 5 }, () => dice(what)).map((each) => each.uint32());

test('the same seed gives the same results, and different ones for each test', () => {
  vi.stubEnv('SEED', '17');
  const [first, ...others] = drawn('one');
  expect(new Set(others)).toEqual(new Set([first]));
  expect(drawn('another')).not.toContain(first);
  vi.stubEnv('SEED', '18');
  expect(drawn('one')).not.toContain(first);
});
