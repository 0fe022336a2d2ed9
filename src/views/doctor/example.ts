import { signRequest } from '../../../worker/api.ts';
import type { HttpRequest } from '../../../worker/api.ts';
import type { PageSession } from '../../state/session.svelte.ts';

/** A curl command with both secrets in each other's place, of a user whose token is kept; null without one. */
export function swappedExample(session: PageSession): (() => string) | null {
  const held = session.world.vault.find((each) => each.kind === 'oauth1');
  if (held?.kind !== 'oauth1') return null;
  return () => {
    const url = `${session.greeting.baseUrl}/2/users/me?expansions=pinned_post_id`;
    const request: HttpRequest = { method: 'GET', url, headers: [] };
    const swapped = { consumer_secret: held.oauth_token_secret, oauth_token_secret: held.consumer_secret };
    const { authorization } = signRequest(
      request,
      { consumer_key: held.consumer_key, oauth_token: held.oauth_token, ...swapped },
      { nonce: `example${session.clock.now}`, timestamp: Math.floor(session.clock.now / 1000) },
    );
    return `curl '${url}' \\\n  -H 'Authorization: ${authorization}'`;
  };
}
