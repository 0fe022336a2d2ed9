import type { CallTab } from './call-tab.svelte.ts';
import type { Draft } from './draft.svelte.ts';
import type { PageSession } from '../../../state/session.svelte.ts';

/** Sends exactly what is shown, or the broken version of it, then prepares the next one. */
export async function sendDraft(session: PageSession, { draft, calls }: CallTab): Promise<void> {
  const { steps, target, print } = draft;
  const { breaker } = calls;
  if (steps && !breaker?.count) session.secrets.remember(steps);
  session.mark.callSent();
  const sent = breaker?.count
    ? await breaker.send()
    : await calls.send(await withOrigin(session, draft), { built: steps?.baseString ?? null, print });
  draft.refresh();
  if (sent && target?.path.endsWith('token')) {
    const { keepToken } = await import('./keep-token.ts');
    await keepToken(session, target.path, sent);
  }
}

/** Names the original exchange of an edited copy. */
async function withOrigin(session: PageSession, { message, origin }: Draft): Promise<Draft['message']> {
  if (!origin) return message;
  const { againOf } = await import('./origin.ts');
  return { ...message, again: await againOf(session, origin) };
}
