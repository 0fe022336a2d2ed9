import { expect, it } from 'vitest';
import { openSession } from '../../tests/support/session.ts';

it('says so when the clock is at its end, and leaves it as it is (A19)', async () => {
  const session = await openSession();
  const before = session.now;
  await session.advance(-1);
  expect(session.notices.current?.text).toContain('it ends with 2079');
  session.notices.dismiss();
  await session.advance(60_000);
  expect(session.notices.current).toBeNull();
  expect(session.now).toBeGreaterThanOrEqual(before + 60_000);
});
