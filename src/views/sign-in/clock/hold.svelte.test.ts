import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSession } from '../../../../tests/support/session.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { ClockHold } from './hold.svelte.ts';
import { parseMark, readMark } from './mark.ts';

const mark = { flow: 'pkce', done: 1, of: 12 } as const;

let session: PageSession;
let hold: ClockHold;
beforeEach(async () => {
  session = await openSession();
  hold = new ClockHold(session);
});
afterEach(() => void vi.unstubAllGlobals());

describe('a flow’s hold on the clock', () => {
  it('stops the clock again if the person returns before the platform has started it', async () => {
    await hold.take(mark);
    await Promise.all([hold.leave(), hold.comeBack(mark)]);
    expect([session.clock.frozen, hold.isHeld]).toEqual([true, true]);
  });

  it('lets the clock run if the person left, or the flow ended, before it had stopped', async () => {
    await Promise.all([hold.take(mark), hold.leave()]);
    expect(session.clock.frozen).toBe(false);
    await Promise.all([hold.comeBack(mark), hold.letGo()]);
    expect([session.clock.frozen, hold.isHeld]).toEqual([false, false]);
  });

  it('leaves a mark as long as it lasts, however it ends', async () => {
    const stored = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    });
    await hold.take(mark);
    expect(parseMark(readMark())).toEqual(mark);
    await hold.letGo();
    expect(readMark()).toBeNull();

    await hold.take(mark);
    await session.clock.resume(); // by the person
    expect(hold.isHeld).toBe(false);
    expect(readMark()).toBeNull();
  });
});
