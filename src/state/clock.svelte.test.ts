import { describe, expect, it } from 'vitest';
import { openSession } from '../../tests/support/session.ts';
import { eventually } from '../../tests/support/eventually.ts';

it('reports that it is at its end, and leaves it unchanged', async () => {
  const session = await openSession();
  const before = session.clock.now;
  await session.clock.advance(-1);
  expect(session.notices.current?.text).toContain('it ends in 2079');
  session.notices.dismiss();
  await session.clock.advance(60_000);
  expect(session.notices.current).toBeNull();
  expect(session.clock.now).toBeGreaterThanOrEqual(before + 60_000);
});

describe('a jump of the clock', () => {
  const hour = 3_600_000;

  it('can be undone', async () => {
    const session = await openSession();
    const before = session.clock.now;
    expect(session.clock.lastJump).toBeNull();
    await session.clock.advance(hour);
    expect(session.clock.lastJump).toBe(hour);
    expect(await session.clock.undoJump()).toBe(true);
    expect(session.clock.lastJump).toBeNull();
    expect(session.clock.now - before, 'not where the jump led').toBeLessThan(hour / 2);
  });

  it('lists what would be lost before it is undone, and undoes it after confirmation', async () => {
    const session = await openSession();
    await session.clock.advance(hour);
    await session.setPlan('free');
    expect(await session.clock.undoJump()).toBe(false);
    expect(session.notices.current?.text).toBe(
      'Undoing the jump would also lose what came after it: 1 change of yours.',
    );
    session.notices.current?.action?.run();
    await eventually(() => expect(session.clock.lastJump).toBeNull());
    await eventually(() => expect(session.plan).toBe('pro'));
  });

  it('cannot be undone after a reset', async () => {
    const session = await openSession();
    await session.clock.advance(hour);
    await session.playground.reset('starter');
    expect(await session.clock.undoJump()).toBe(false);
    expect(session.notices.current?.text).toMatch(/no longer known/);
  });
});
