import { expect, test } from 'vitest';
import { createPlatform } from './index.ts';

test.each([
  ['seed is not a text', { seed: 3 }],
  ['baseUrl is not a text', { baseUrl: new URL('https://api.svc.example') }],
  ['adsBaseUrl is not a text', { adsBaseUrl: null }],
  ['scenario is not one of starter, small, empty', { scenario: 'large' }],
  ['logSize is not a whole number from 0 on', { logSize: -1 }],
])('an invalid option is named: %s', (message, options) => {
  expect(() => createPlatform(options as object)).toThrow(new TypeError(message));
});
