import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PlaygroundEvent } from '../contract/events.ts';
import type { World } from '../contract/world.ts';
import { Announcer } from './announcer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('many changes of a feed’s run cause one event, and the last change is not missed', async () => {
  const said: PlaygroundEvent['type'][] = [];
  const announcer = new Announcer(
    ({ type }) => said.push(type),
    (): World => {
      throw new Error('Nobody asked for the world');
    },
  );
  for (let at = 0; at < 100; at++) {
    announcer.catalogChanged();
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(said.length).toBeGreaterThan(10);
  expect(said.length).toBeLessThan(25);
  announcer.catalogChanged();
  await vi.advanceTimersByTimeAsync(1000);
  expect(said.slice(-1)).toEqual(['catalog']);
  const { length } = said;
  announcer.catalogChanged();
  announcer.stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect(said).toHaveLength(length);
});
