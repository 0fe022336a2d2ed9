import { expect, test } from 'vitest';
import type { Credential } from '../../../worker/api.ts';
import { vaultMatches } from './vault-filter.ts';

const entry = { kind: 'oauth1', appName: 'Tide Table', username: 'mira_holm' } as Credential;

test.each([
  ['', true],
  ['tide', true],
  ['@mira', true],
  ['TABLE  mira', true],
  ['access token', true],
  ['tide jonas', false],
])('a vault entry and %j: %s', (typed, fits) => {
  expect(vaultMatches(entry, typed)).toBe(fits);
});
