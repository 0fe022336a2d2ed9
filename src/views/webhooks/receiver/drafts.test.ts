import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readDrafts, storeDrafts } from './drafts.ts';
import type { WrittenCode } from './drafts.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/x/' });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  kept.clear();
});
const draft = (code: string): WrittenCode => ({ code, from: 7 });

test('drafts are restored; the oldest and the longest are not', () => {
  const hosts = Array.from({ length: 12 }, (_, at) => `h${at}.example`);
  storeDrafts(new Map(hosts.map((host) => [host, draft(host)])));
  expect([...readDrafts().keys()]).toEqual(hosts.slice(-8));
  expect(readDrafts().get('h11.example')).toEqual(draft('h11.example'));
  storeDrafts(new Map([['a.example', draft('x'.repeat(131_073))]]));
  expect(readDrafts().size).toBe(0);
  expect(kept.size).toBe(0);
});

test.each([
  '',
  '{}',
  '[1]',
  '[["a"]]',
  '[["a",null]]',
  '[["a",{"code":1,"from":1}]]',
  '[["a",{"code":"","from":"1"}]]',
])('damaged data is dropped: %s', (text) => {
  kept.set('svc-playground:receivers:1:/x/', text);
  expect(readDrafts().size).toBe(0);
});

test('nothing throws if storage is denied', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('denied');
    },
    setItem: () => {
      throw new Error('denied');
    },
  });
  expect(readDrafts().size).toBe(0);
  storeDrafts(new Map([['a.example', draft('')]]));
});
