import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mutate } from '../../scripts/mutate/mutation.ts';
import { mutations } from '../mutations/index.ts';

test('there are a hundred mutations, each with a unique id', () => {
  expect(new Set(mutations.map(({ id }) => id)).size).toBe(100);
  expect(mutations).toHaveLength(100);
});

test.each(mutations)('$id applies to product code and changes it', (mutation) => {
  const { file, specs = [] } = mutation;
  expect(file).toMatch(/^(engine|worker|src)\/(?!.*\.test\.ts$)/);
  const text = readFileSync(file, 'utf8');
  const mutated = mutate(text, mutation);
  expect(mutated, 'its old text occurs exactly once').not.toBeNull();
  expect(mutated).not.toBe(text);
  for (const spec of specs) expect(existsSync(path.join('tests/e2e', spec)), spec).toBe(true);
});
