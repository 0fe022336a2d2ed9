import { expect, it } from 'vitest';
import { parameterOf } from './oauth-parameter.ts';

it.each([
  ['OAuth oauth_token="a%2Fb"', 'a/b'],
  ['OAuth x="1",oauth_token="a"', 'a'],
  ['OAuth not_oauth_token="a"', undefined],
  ['OAuth oauth_token="%"', undefined],
  ['', undefined],
])('%s names the token %s', (header, token) => {
  expect(parameterOf(header, 'oauth_token')).toBe(token);
});
