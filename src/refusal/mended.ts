import type { Act, Credential, Sent } from '../../worker/api.ts';
import type { PageSession } from '../state/session.svelte.ts';
import { isSaid } from './proof-plan.ts';

/**
 * Whether the world already is as the act would make it, because of a change by hand in the bar, the Portal or Sign-in.
 */
export function isMended(act: Act, session: PageSession, sent: Sent): boolean {
  const { world } = session;
  const app = (id: string) => world.apps.find((each) => each.id === id);
  switch (act.kind) {
    case 'switchPlan':
      return world.projects.find(({ id }) => id === act.projectId)?.plan === act.plan;
    case 'attachToProject':
      return typeof app(act.appId)?.projectId === 'string';
    case 'liftSuspension':
      return app(act.appId)?.suspended === false;
    case 'liftAbuse':
      return app(act.appId)?.silencedUntil === null;
    case 'enableOAuth':
      return app(act.appId)?.settings[act.version] === true;
    case 'jumpTo':
      return session.clock.now >= act.at;
    case 'signInAgain':
      return hasNewToken(session, sent, act.flow, act.appId, act.userId);
    case 'raisePermission': {
      const { then } = act;
      const userId = then.kind === 'signInAgain' ? then.userId : sent.exchange.userId;
      return hasNewToken(session, sent, 'oauth1', act.appId, userId, act.to);
    }
    default:
      return false;
  }
}

/** Whether the vault holds a token that the call did not use. */
function hasNewToken(
  { world }: PageSession,
  { exchange }: Sent,
  kind: 'oauth1' | 'oauth2',
  appId: string,
  userId: string | null,
  level?: string,
): boolean {
  const isNew = (each: Credential): boolean =>
    each.kind === kind &&
    each.appId === appId &&
    (userId === null || each.userId === userId) &&
    (level === undefined || (each.kind === 'oauth1' && each.permission === level)) &&
    !isSaid(each, exchange.request);
  return world.vault.some(isNew);
}
