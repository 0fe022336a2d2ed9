import { expect } from 'vitest';
import type { Snapshot } from '../../engine/index.ts';
import type { Received } from './outbox-life.ts';

/**
 * The invariants when all lives are over: each effect was sent at least once and settled exactly once, and those of a
 * receiver were sent in order, with at most one repeated before the next began.
 */
export function checkLives(
  snapshot: Snapshot,
  received: readonly Received[],
  acknowledged: readonly string[],
): void {
  expect(snapshot.tables['outbox']).toEqual([]);
  const rows = snapshot.tables['notices'] as readonly { id: string; text: string }[];
  const settled = new Map(rows.filter(({ text }) => /^\d+$/.test(text)).map(({ id, text }) => [id, text]));
  expect([...settled].filter(([, times]) => times !== '1')).toEqual([]);
  const wentOut = new Set(received.map(({ id }) => id));
  expect(acknowledged.filter((id) => !settled.has(id))).toEqual([]);
  expect([...settled.keys()].filter((id) => !wentOut.has(id))).toEqual([]);
  expect([...wentOut].filter((id) => !settled.has(id))).toEqual([]);
  for (const receiver of new Set(received.map((each) => each.receiver))) {
    const ids = received.filter((each) => each.receiver === receiver).map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : a === b ? 0 : 1)));
  }
}

/** How many calls were repeated by a later life, because their settlement was not stored or they were tried again. */
export const callsAgain = (received: readonly Received[]): number =>
  received.filter(({ id, life }, at) =>
    received.slice(0, at).some((each) => each.id === id && each.life < life),
  ).length;
