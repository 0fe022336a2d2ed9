import { actsForUser } from '../declaration/principal.ts';
import type { Principal, PrincipalOf } from '../declaration/principal.ts';

/**
 * The viewer of an answer to this caller. Only the acting user's own e-mail address is shown, to an App with the e-mail
 * toggle on (2.5; choice: fields), and only by a token whose user consented to it (choice: email-consent).
 */
export function viewerOf(principal: Principal) {
  if (!actsForUser(principal)) return { user: null, seesEmail: false };
  return { user: principal.user, seesEmail: principal.app.email_toggle && wasTold(principal) };
}

const wasTold = (principal: PrincipalOf<'oauth1' | 'oauth2'>): boolean =>
  principal.kind === 'oauth1' ? principal.token.email : principal.token.scopes.includes('users.email');
