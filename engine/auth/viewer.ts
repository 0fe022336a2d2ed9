import { actsForUser } from '../declaration/principal.ts';
import type { Principal, PrincipalOf } from '../declaration/principal.ts';

/**
 * Whom an answer to this caller is for. The e-mail address is the acting user's alone, for an App with the e-mail toggle
 * on (2.5; choice: fields), by a token whose user was told so (choice: email-consent).
 */
export function viewerOf(principal: Principal) {
  if (!actsForUser(principal)) return { user: null, seesEmail: false };
  return { user: principal.user, seesEmail: principal.app.email_toggle && wasTold(principal) };
}

const wasTold = (principal: PrincipalOf<'oauth1' | 'oauth2'>): boolean =>
  principal.kind === 'oauth1' ? principal.token.email : principal.token.scopes.includes('users.email');
