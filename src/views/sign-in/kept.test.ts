import { describe, expect, it } from 'vitest';
import { usualScopes } from './app.ts';
import { parseKept } from './kept.svelte.ts';

const stored = { version: 1, scopes: 'post.read like.write', tried: { 'pkce/state': 'GET with code' } };
const nothing = { scopes: usualScopes, tried: new Map() };

describe('Q16: what Sign-in keeps for the tab', () => {
  it('is the chosen scopes, and how each tried break ended', () => {
    expect(parseKept(JSON.stringify(stored))).toEqual({
      scopes: 'post.read like.write',
      tried: new Map([['pkce/state', 'GET with code']]),
    });
  });

  it.each([null, '', 'null', '[]', '{}', JSON.stringify({ ...stored, version: 2 }), ' '.repeat(9000)])(
    '%j was not stored by Sign-in',
    (text) => expect(parseKept(text)).toEqual(nothing),
  );

  const damaged = [
    { ...stored, tried: { 'pkce/skew/x': 'a', constructor: 'b' }, scopes: '<b>' },
    { ...stored, tried: { 'pkce/state': 7, 'pkce/deny': 'x'.repeat(81) }, scopes: 7 },
    { ...stored, tried: ['pkce/state'], scopes: '' },
  ].map((each) => JSON.stringify(each));
  it.each(damaged)('damaged data counts as not kept: %s', (text) => expect(parseKept(text)).toEqual(nothing));
});
