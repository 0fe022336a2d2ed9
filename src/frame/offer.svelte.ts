/** What becomes of a recipe that came with a link. */
import { packedIn } from '../recipe/link.ts';
import { readPacked } from '../recipe/read.ts';
import type { Offering, ReadPacked } from '../recipe/read.ts';
import { parseRoute } from '../router.ts';
import type { Messages } from '../state/handover.svelte.ts';
import type { PageSession } from '../state/session.svelte.ts';
import { readRoute } from '../views/requests/call/route.ts';

/** Why a link to a call cannot be opened, as a sentence; null if it can. */
export function callProblem(call: string): string | null {
  const route = parseRoute(call);
  const read = 'problem' in route ? route : readRoute(route);
  return 'problem' in read ? read.problem : null;
}

function showCall(read: ReadPacked, replaces: boolean): void {
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
  const reading = readPacked(session.playground, packed, callProblem);
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
