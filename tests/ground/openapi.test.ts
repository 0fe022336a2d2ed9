import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createPlatform } from '../../engine/index.ts';

test('openapi.json is what the declarations say (npm run openapi writes it)', () => {
  const committed: unknown = JSON.parse(readFileSync('openapi.json', 'utf8'));
  expect(committed).toEqual(JSON.parse(JSON.stringify(createPlatform().openapi())));
});
