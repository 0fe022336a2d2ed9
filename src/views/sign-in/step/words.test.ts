import { describe, expect, it } from 'vitest';
import { flows } from '../flows.ts';
import { lasting, nextWords } from './words.ts';
import type { NextStep } from './words.ts';

const next = (given: Partial<NextStep>) =>
  nextWords({ flow: flows.pkce, kind: null, asked: null, answerer: 'mira_holm', isNo: false, ...given });

describe('what Step would do', () => {
  it('is to send the message, to answer, or nothing', () => {
    expect(next({ kind: 'redirect' })).toBe('sends 302 to the browser');
    expect(next({ kind: 'token' })).toBe('sends POST /2/oauth2/token');
    expect(next({ kind: 'login', asked: 'login' })).toBe('would answer as @mira_holm');
    expect(next({ kind: 'login', asked: 'login', answerer: null })).toBeNull();
    expect(next({ kind: 'decide', asked: 'decide', isNo: true })).toBe('would press Deny as the person');
    expect(next({ kind: 'pin', asked: 'pin' })).toBe('would carry the PIN to your app');
    expect(next({})).toBeNull();
  });
});

it.each([
  [0, '0 s'],
  [59_400, '59 s'],
  [60_000, '1 min'],
  [130_000, '2 min 10 s'],
])('%i ms last %s', (ms, words) => {
  expect(lasting(ms)).toBe(words);
});
