import { describe, expect, it } from 'vitest';
import { openSession } from '../../tests/support/session.ts';
import { eventually } from '../../tests/support/eventually.ts';

it('says so when the clock is at its end, and leaves it as it is', async () => {
  const session = await openSession();
  const before = session.clock.now;
  await session.clock.advance(-1);
  expect(session.notices.current?.text).toContain('it ends with 2079');
  session.notices.dismiss();
  await session.clock.advance(60_000);
  expect(session.notices.current).toBeNull();
  expect(session.clock.now).toBeGreaterThanOrEqual(before + 60_000);
});

describe('a jump of the clock', () => {
  const hour = 3_600_000;

  it('explains a timestamp that only it made stale, and is undone at once after reading', async () => {
    const session = await openSession();
    const before = Math.floor(session.clock.now / 1000);
    expect([session.clock.lastJump, session.clock.jumpExplains(before)]).toEqual([null, false]);
    await session.clock.advance(hour);
    expect(session.clock.lastJump).toBe(hour);
    expect([session.clock.jumpExplains(before), session.clock.jumpExplains(before - 600)]).toEqual([
      true,
      false,
    ]);
    expect(await session.clock.undoJump()).toBe(true);
    expect(session.clock.lastJump).toBeNull();
    expect(session.clock.now / 1000 - before, 'not where the jump led').toBeLessThan(hour / 2000);
  });

  it('says what would be lost before it is undone, and does it when told so', async () => {
    const session = await openSession();
    await session.clock.advance(hour);
    await session.setPlan('free');
    expect(await session.clock.undoJump()).toBe(false);
    expect(session.notices.current?.text).toBe(
      'With the jump would go what came after it: 1 change of yours.',
    );
    session.notices.current?.action?.run();
    await eventually(() => expect(session.clock.lastJump).toBeNull());
    await eventually(() => expect(session.plan).toBe('pro'));
  });

  it('is not there to be undone after a reset', async () => {
    const session = await openSession();
    await session.clock.advance(hour);
    await session.playground.reset('starter');
    expect(await session.clock.undoJump()).toBe(false);
    expect(session.notices.current?.text).toMatch(/Nobody knows any more/);
  });
});

it('a change that mends a refusal is marked until the call after the one that tells of it', async () => {
  const session = await openSession();
  session.mark.change = { where: 'plan', was: 'Free' };
  session.mark.callSent();
  expect(session.mark.change).toMatchObject({ where: 'plan', was: 'Free' });
  session.mark.callSent();
  expect(session.mark.change).toBeNull();
});

describe('a reset', () => {
  it('is undone with its notice, and by anyone who comes later, until everything is replaced again', async () => {
    const session = await openSession();
    const stop = session.follow();
    await session.setPlan('free');
    expect(await session.reset()).toBeNull();
    expect(session.notices.current?.text).toMatch(/^Everything is as on the first day\. .* with Undo/);
    await eventually(() => expect(session.canUndo).toBe('reset'));
    expect(session.plan).toBe('pro');
    session.notices.current?.action?.run();
    await eventually(() => expect(session.notices.current?.text).toContain('The reset is undone'));
    await eventually(() => expect([session.canUndo, session.plan]).toEqual([null, 'free']));
    await session.undoReplacement('reset');
    expect(session.notices.current?.text).toContain('cannot be undone any more');
    stop();
  });

  it('says what would be lost before it is undone, and does it when told so', async () => {
    const session = await openSession();
    const stop = session.follow();
    await session.setPlan('free');
    await session.reset();
    await eventually(() => expect(session.canUndo).toBe('reset'));
    await session.setPlan('basic');
    await session.undoReplacement('reset');
    expect(session.notices.current?.text).toBe(
      'Undoing the reset would also lose what came after it: 1 change of yours.',
    );
    await eventually(() => expect(session.plan).toBe('basic'));
    session.notices.current?.action?.run();
    await eventually(() => expect(session.plan).toBe('free'));
    stop();
  });
});
