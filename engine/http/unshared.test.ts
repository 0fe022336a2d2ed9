import { expect, test } from 'vitest';
import { unshared } from './unshared.ts';

test('bytes of an own buffer stay the same object; bytes of a shared one are copied', () => {
  const own = Uint8Array.of(1, 2);
  expect(unshared(own)).toBe(own);
  const shared = new Uint8Array(new SharedArrayBuffer(2)).fill(3);
  const copy = unshared(shared);
  shared.fill(4);
  expect(copy).toEqual(Uint8Array.of(3, 3));
});
