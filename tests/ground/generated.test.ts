import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generated } from '../../scripts/generated.ts';

const files = await generated();

test.each(Object.keys(files))('%s is what the declarations say (npm run generate writes it)', (file) => {
  expect(readFileSync(file, 'utf8')).toBe(files[file]);
});
