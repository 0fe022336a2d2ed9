import type { CallTab } from './call-tab.svelte.ts';
import type { PageSession } from '../../../state/session.svelte.ts';

/** Sends exactly what is shown, or that broken on purpose, then makes the next one ready. */
export async function sendDraft(session: PageSession, { draft, calls }: CallTab): Promise<void> {
  const { message, steps, target, print } = draft;
  const { breaker } = calls;
  if (steps && !breaker?.count) session.secrets.remember(steps);
  session.mark.callSent();
  const sent = breaker?.count
    ? await breaker.send()
    : await calls.send(message, { built: steps?.baseString ?? null, print });
  draft.refresh();
  if (sent && target?.path.endsWith('token')) {
    const { keepToken } = await import('./keep-token.ts');
    await keepToken(session, target.path, sent);
  }
}
