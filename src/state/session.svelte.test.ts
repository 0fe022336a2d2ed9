import { describe, expect, it } from 'vitest';
import { openSession } from '../../tests/support/session.ts';
import { eventually } from '../../tests/support/eventually.ts';

describe('a reset', () => {
  it('is undone with its notice, or later from anywhere, until everything is replaced again', async () => {
    const session = await openSession();
    await session.setPlan('free');
    await session.reset();
    expect(session.notices.current?.text).toMatch(/^Everything is as on the first day\. .* with Undo/);
    await eventually(() => expect(session.canUndo).toBe('reset'));
    expect(session.plan).toBe('pro');
    session.notices.current?.action?.run();
    await eventually(() => expect(session.notices.current?.text).toContain('The reset is undone'));
    await eventually(() => expect([session.canUndo, session.plan]).toEqual([null, 'free']));
    await session.undoReplacement('reset');
    expect(session.notices.current?.text).toContain('cannot be undone any more');
  });

  it('lists what would be lost before it is undone, and undoes it after confirmation', async () => {
    const session = await openSession();
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
  });
});
