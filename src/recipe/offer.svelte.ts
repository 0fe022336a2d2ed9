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

function showCall(read: Read, replaces: boolean): void {
  if ('problem' in read || read.call === null) return;
  if (replaces) location.replace(read.call);
  else location.hash = read.call;
}

/** Resolves when the session has a newer world than that of this generation: a moment after the engine has it. */
const renewed = (session: PageSession, before: number): Promise<void> =>
  new Promise((resolve) => {
    const stop = $effect.root(() => {
      $effect(() => {
        if (session.generation === before) return;
        resolve();
        queueMicrotask(() => stop());
      });
    });
  });

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
  const { generation } = session;
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
      if (how === 'closed') return;
      void Promise.all([reading, how === 'replaced' && renewed(session, generation)]).then(([read]) =>
        showCall(read, isThere),
      );
    },
  };
}
