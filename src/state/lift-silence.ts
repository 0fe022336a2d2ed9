/** Ends the block of an App that abused its limits, or forgets the refusals counted so far (choice: abuse). */
import type { AppView } from '../../worker/api.ts';
import type { PageSession } from './session.svelte.ts';

type Named = Pick<AppView, 'id' | 'name' | 'silencedUntil'>;

/** Reports what was done, with Undo during the 15 minutes; or why it was not. */
export async function liftSilence(session: PageSession, app: Named): Promise<void> {
  const { playground, notices } = session;
  const { id, name, silencedUntil } = app;
  const result = await playground.do('portal.liftAbuse', id);
  if (!result.ok) return notices.say(result.reason);
  const { made: lifted } = result;
  const restore = async () => {
    const restored = await playground.do('portal.restoreAbuse', id, lifted!);
    if (!restored.ok) notices.say(restored.reason);
  };
  notices.say(
    silencedUntil === null ? `The refusals of ${name} are forgotten.` : `${name} gets answers again.`,
    lifted ? { label: 'Undo', run: () => void restore() } : undefined,
  );
}
