import { flushSync } from 'svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import { openSession } from '../../tests/support/session.ts';
import { WebStorage } from '../../tests/support/web-storage.ts';
import { WhatRuns, parseLeft } from './what-runs.svelte.ts';
import type { Left, Sign } from './what-runs.svelte.ts';

let held: WebStorage;

beforeEach(() => {
  held = new WebStorage();
  vi.stubGlobal('location', { pathname: '/play/' });
  vi.stubGlobal('sessionStorage', held);
});

const left: Left = {
  ...{ view: 'limits', says: 'The load ended at 12 of 60.', words: 'a load ended at 12 of 60' },
  ...{ href: '#/limits/load', does: 'Go to the load' },
};
const load: Sign = { view: 'limits', words: 'a load runs, 12 of 60', left };
const feed: Sign = { view: 'catalog', words: 'a feed is read', left: null };

async function opened() {
  const session = await openSession();
  const running = session.keep(WhatRuns);
  flushSync();
  return { session, running };
}

test('lift 10: running work has a sign while it runs, and the frame is told to show it', async () => {
  const { session, running } = await opened();
  expect(session.handover.take('signs')).toBe(true);
  let far = $state(0);
  running.follow('load', () => (far > 0 ? { ...load, words: `a load runs, ${far} of 60` } : null));
  expect(running.signs).toEqual([]);
  far = 12;
  expect(running.signs.map(({ words }) => words)).toEqual(['a load runs, 12 of 60']);
  far = 0;
  expect(running.signs).toEqual([]);
});

test('lift 10: after a reload there is a line about interrupted work, and none about work that continues without the page', async () => {
  const before = await opened();
  before.running.follow('load', () => load);
  before.running.follow('feeds', () => feed);
  flushSync();
  const { running } = await opened();
  expect(running.signs).toEqual([]);
  expect(running.left).toEqual([['load', left]]);
  running.putAway('load');
  flushSync();
  expect(running.left).toEqual([]);
  expect(held.length).toBe(0);
});

test('lift 10: finished work leaves no line, and neither does work that runs again', async () => {
  const before = await opened();
  let isOver = $state(false);
  before.running.follow('load', () => (isOver ? null : load));
  flushSync();
  const after = await opened();
  let runs = $state(true);
  after.running.follow('load', () => (runs ? load : null));
  flushSync();
  expect(after.running.left).toEqual([]);
  runs = false;
  flushSync();
  expect(after.running.left).toEqual([]);
  expect(held.length).toBe(0);
  isOver = true;
});

test('lift 10: a replaced state has no interrupted work, and work that a reset set aside is no longer stored', async () => {
  const before = await opened();
  before.running.follow('load', () => load);
  flushSync();
  const { running } = await opened();
  running.stateReplaced();
  flushSync();
  expect(running.left).toEqual([]);
  expect(held.length).toBe(0);
  const putBack = running.interrupt();
  running.follow('load', () => load);
  flushSync();
  expect(held.length).toBe(0);
  putBack();
});

test('damaged stored values are dropped', () => {
  const stored = (value: unknown) => [...parseLeft(JSON.stringify(value)).values()];
  expect(stored({ left: [['load', left]] })).toEqual([left]);
  expect(stored({ left: [['load', { ...left, view: 'nowhere' }]] })).toEqual([]);
  expect(stored({ left: [['load', { ...left, href: 'https://example.com/' }]] })).toEqual([]);
  expect(stored({ left: [['load', { ...left, says: 1 }]] })).toEqual([]);
  expect(stored({ left: 'load' })).toEqual([]);
  expect([...parseLeft('{')]).toEqual([]);
  expect([...parseLeft(null)]).toEqual([]);
});
