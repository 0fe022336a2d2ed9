import { describe, expect, it } from 'vitest';
import { parseMark } from './mark.ts';

describe('the mark of a flow that has stopped the clock', () => {
  it('has the flow, and its progress', () => {
    const text = JSON.stringify({ version: 1, flow: 'pkce', done: 3, of: 12 });
    expect(parseMark(text)).toEqual({ flow: 'pkce', done: 3, of: 12 });
  });

  it.each([
    null,
    '',
    'null',
    '[]',
    '{"version":1}',
    '{"version":2,"flow":"pkce","done":3,"of":12}',
    '{"version":1,"flow":"__proto__","done":3,"of":12}',
    '{"version":1,"flow":"pkce","done":"<b>","of":12}',
    '{"version":1,"flow":"pkce","done":-1,"of":12}',
    '{"version":1,"flow":"pkce","done":1e9,"of":12}',
    `{"version":1,"flow":"pkce","done":1,"of":2,"x":"${'x'.repeat(300)}"}`,
  ])('%j is not a mark', (text) => {
    expect(parseMark(text)).toBeNull();
  });
});
