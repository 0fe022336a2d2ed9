/** What becomes of a recipe that came with a link. */
import type { Messages } from '../state/handover.svelte.ts';
import type { PageSession } from '../state/session.svelte.ts';
import { packedIn } from './link.ts';
import { readPacked } from './read.ts';

type Read = Awaited<ReturnType<typeof readPacked>>;

export interface Offering {
  readonly reading: Promise<Read>;
  /** Called once, with what was decided. */
  readonly decided: (how: 'replaced' | 'kept' | 'closed') => void;
}

async function showCall(session: PageSession, read: Read, replaces: boolean): Promise<void> {
  if ('problem' in read || read.call === null) return;
  await session.playground.greet(); // by then the session has the new world
  if (replaces) location.replace(read.call);
  else location.hash = read.call;
}

/** undefined for a page whose world cannot be replaced; then the person is told why. */
export function offer(session: PageSession, { packed, over }: Messages['recipe']): Offering | undefined {
  if (session.visit || session.served) {
    session.notices.say(
      session.visit
        ? `The ${session.visit.called} keeps the world that it was made for. Leave it to open a recipe.`
        : 'A server takes its world when it starts: svc-playground serve --scenario <file>',
    );
    over();
    return undefined;
  }
  const reading = readPacked(session.playground, packed);
  let isOver = false;
  return {
    reading,
    decided(how) {
      if (isOver) return;
      isOver = true;
      const isThere = packedIn(location.hash) === packed;
      // Out of the address, so that a reload does not ask again.
      if (isThere) over();
      if (how !== 'closed') void reading.then((read) => showCall(session, read, isThere));
    },
  };
}
