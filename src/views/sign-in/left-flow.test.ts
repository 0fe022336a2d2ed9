import { describe, expect, it } from 'vitest';
import { parseLeft } from './left-flow.ts';

const left = {
  flow: 'pkce',
  done: 3,
  of: 12,
  app: '26001',
  as: 'mira_holm',
  scopes: 'post.read users.read',
  breaks: ['state', 'code_verifier'],
};

describe('what a reload keeps of a flow', () => {
  it('is the choices, and the progress', () => {
    expect(parseLeft(JSON.stringify({ version: 1, ...left }))).toEqual(left);
  });

  it.each([
    null,
    '',
    'null',
    '[]',
    '{"version":1}',
    JSON.stringify({ ...left, version: 2 }),
    JSON.stringify({ version: 1, ...left, flow: 'constructor' }),
    JSON.stringify({ version: 1, ...left, done: -1 }),
    JSON.stringify({ version: 1, ...left, of: '12' }),
    JSON.stringify({ version: 1, ...left, app: 7 }),
    JSON.stringify({ version: 1, ...left, scopes: '<b>' }),
    JSON.stringify({ version: 1, ...left, breaks: ['everything'] }),
    JSON.stringify({ version: 1, ...left, breaks: 'state' }),
    JSON.stringify({ version: 1, ...left, as: 'x'.repeat(3000) }),
  ])('%j is not a flow', (text) => {
    expect(parseLeft(text)).toBeNull();
  });
});
