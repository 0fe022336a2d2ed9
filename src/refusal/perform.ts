/** Carries out the engine's advice for a refusal, and knows how to undo it. */
import type { Act } from '../../worker/api.ts';
import { formatRoute } from '../router.ts';
import type { PageSession } from '../state/session.svelte.ts';
import * as call from './call-remedies.ts';
import * as clock from './clock-remedies.ts';
import type { CallHandle } from './call-handle.ts';
import * as portal from './portal-remedies.ts';
import { signIn } from './sign-in.ts';
import { elsewhere, NotDone, Workplace } from './workplace.ts';
import type { Performed } from './workplace.ts';

/** A refusal by the platform does not make it reject. */
export async function perform(act: Act, session: PageSession, hand: CallHandle): Promise<Performed> {
  try {
    return await of(new Workplace(session, hand), act);
  } catch (error) {
    if (error instanceof NotDone) return { failed: error.message };
    throw error;
  }
}

async function of(at: Workplace, act: Act): Promise<Performed> {
  switch (act.kind) {
    case 'switchPlan':
      return portal.switchPlan(at, act);
    case 'raisePermission':
      return portal.raisePermission(at, act);
    case 'signInAgain':
      return signIn(at, act.flow, act.appId, act.userId, act.scopes);
    case 'generateToken':
      return portal.generateToken(at, act.appId, act.credential);
    case 'attachToProject':
      return portal.attach(at, act);
    case 'liftSuspension':
      return portal.liftSuspension(at, act.appId);
    case 'liftAbuse':
      return portal.liftAbuse(at, act.appId);
    case 'giveAdAccess':
      return portal.giveAdAccess(at, act);
    case 'openCall':
      location.hash = formatRoute({
        view: 'requests',
        path: [act.endpointId],
        params: Object.entries(act.path).map(([name, value]) => [`path.${name}`, value] as const),
      });
      return elsewhere;
    case 'openCatalog':
      return portal.openCatalog(at, act);
    case 'enableOAuth':
      return portal.enableOAuth(at, act);
    case 'jumpTo':
      return clock.jumpTo(at, act);
    case 'undoJump':
      return at.session.clock.lastJump === null ? of(at, act.or) : clock.undoJump(at, act);
    case 'correctSignature':
      return call.signAnew(at);
    case 'giveToken':
      return call.giveToken(at, act);
    case 'useValue':
      return call.useValue(at, act);
    case 'useCredential':
      return call.useCredential(at, act);
    case 'changeText':
      at.hand.show(act.field);
      return elsewhere;
    case 'sendAgain':
    case 'none':
      return { failed: 'There is nothing to do.' };
  }
}
