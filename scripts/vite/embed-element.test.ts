import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { programOf } from './program.ts';

test.each([
  ['src/element/classic.ts', 'iife'],
  ['src/element/module.ts', 'es'],
] as const)('%s weighs at most 4 KB, brotli, and depends on nothing', async (entry, format) => {
  const program = await programOf(entry, format);
  expect(program).toContain('svc-playground');
  expect(program).not.toMatch(/\bimport\s*[({*\w]|\bimport["']/);
  expect(brotliCompressSync(program).byteLength).toBeLessThanOrEqual(4096);
});
