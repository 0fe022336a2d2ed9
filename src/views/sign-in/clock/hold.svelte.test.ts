import { beforeEach, describe, expect, it } from 'vitest';
import { openSession } from '../../../../tests/support/session.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { ClockHold } from './hold.svelte.ts';

const mark = { flow: 'pkce', done: 1, of: 12 } as const;

let session: PageSession;
let hold: ClockHold;
beforeEach(async () => {
  session = await openSession();
  hold = new ClockHold(session);
});

describe('the clock of a flow', () => {
  it('stands still for who is back before the platform has let it run', async () => {
    await hold.take(mark);
    await Promise.all([hold.leave(), hold.comeBack(mark)]);
    expect([session.clock.frozen, hold.isHeld]).toEqual([true, true]);
  });

  it('runs for who has left, or ended the flow, before it stood still', async () => {
    await Promise.all([hold.take(mark), hold.leave()]);
    expect(session.clock.frozen).toBe(false);
    await Promise.all([hold.comeBack(mark), hold.letGo()]);
    expect([session.clock.frozen, hold.isHeld]).toEqual([false, false]);
  });
});
