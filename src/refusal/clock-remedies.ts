/** Remedies that move the platform's clock. */
import type { Act } from '../../worker/api.ts';
import { dateOf, timeOf } from '../parts/time.ts';
import { elsewhere } from './workplace.ts';
import type { Performed, Workplace } from './workplace.ts';

export async function jumpTo(
  { session }: Workplace,
  { at, over }: Extract<Act, { kind: 'jumpTo' }>,
): Promise<Performed> {
  const from = session.clock.now;
  await session.clock.advance(Math.max(0, at - from));
  if (session.clock.state.platformNow < at) return { failed: 'The clock did not get that far.' };
  return {
    what: over === 'month' ? 'The month is over' : 'The window is over',
    was: `It was ${dateOf(from)} ${timeOf(from)} on the platform’s clock.`,
    change: { name: 'clock', now: timeOf(at), was: timeOf(from) },
    mark: { where: 'clock', was: timeOf(from) },
    undo: () => session.clock.undoJump(),
  };
}

export async function undoJump(
  { session }: Workplace,
  { ms }: Extract<Act, { kind: 'undoJump' }>,
): Promise<Performed> {
  const from = session.clock.now;
  if (!(await session.clock.undoJump())) return elsewhere;
  return {
    what: 'The clock’s jump is undone',
    was: `It was ${dateOf(from)} ${timeOf(from)}. Jump again to go back there.`,
    change: { name: 'clock', now: timeOf(session.clock.now), was: timeOf(from) },
    mark: { where: 'clock', was: timeOf(from) },
    undo: () => session.clock.advance(ms),
  };
}
