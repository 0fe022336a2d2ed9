/** How the token of a flow ended: through a call in the log, in the portal, or by expiry. */
import { membersIn } from '../../parts/json.ts';
import { decodeForm, isResponse, text } from '../../../worker/api.ts';
import type { Credential, Exchange, TokenLife } from '../../../worker/api.ts';

export type TokenEnd =
  | {
      /** The user, on the page of connected Apps; or anyone with the App's keys, by a call. */
      readonly by: 'user' | 'app';
      /** The call that ended it, as "POST /2/oauth2/revoke". */
      readonly call: string;
      /** Epoch ms on the platform's clock. */
      readonly at: number;
    }
  /** In the portal: the token itself, the API key that signs with it, or its App. */
  | { readonly by: 'portal'; readonly what: Exclude<TokenLife, 'there'> }
  /** Since `at`, epoch ms on the platform's clock. */
  | { readonly by: 'time'; readonly at: number }
  /** The log does not show how. */
  | { readonly by: 'unknown' };

/** Calls that can end a token. */
export const enders: ReadonlySet<string | null> = new Set([
  'changeConnectedApps',
  'invalidateUserToken',
  'invalidateBearerToken',
  'revokeToken',
]);

/** The end of a token that the call with this sequence gave; null while it is valid, not counting expiry. */
export function endOf(
  token: Credential,
  given: number,
  exchanges: readonly Exchange[],
  life: TokenLife,
): TokenEnd | null {
  const since = exchanges.filter(({ sequence }) => sequence > given);
  const ending = since.find((each) => enders.has(each.endpointId) && ends(token, each));
  if (!ending) {
    if (life === 'there') return null;
    // If no call can have ended it, the portal did.
    const isWhole = exchanges.some(({ sequence }) => sequence <= given);
    const isCertain = life !== 'ended' || (isWhole && !since.some((each) => endsFamily(token, each)));
    return isCertain ? { by: 'portal', what: life } : { by: 'unknown' };
  }
  const { request, at, endpointId } = ending;
  const path = request.url.replace(/^https?:\/\/[^/]*/, '').replace(/\?.*$/s, '');
  const by = endpointId === 'changeConnectedApps' ? 'user' : 'app';
  return { by, call: `${request.method} ${path}`, at };
}

/** When the token of this call expires, in epoch ms; null if it does not. */
export function expiryOf({ at, outcome }: Exchange): number | null {
  // OAuth 1.0a answers with a form, which has no members.
  const { expires_in } = isResponse(outcome) ? membersIn(text(outcome.body)) : {};
  return typeof expires_in === 'number' ? at + expires_in * 1000 : null;
}

/** A second use of a code or a refresh token ends all tokens of one consent. Only the code shows whose. */
const endsFamily = (token: Credential, { endpointId, appId, trace }: Exchange): boolean =>
  token.kind === 'oauth2' &&
  endpointId === 'exchangeCode' &&
  appId === token.appId &&
  trace.some(({ reason }) => reason === 'familyRevoked');

function ends(token: Credential, { endpointId, appId, request, outcome, trace }: Exchange): boolean {
  if (!isResponse(outcome) || outcome.status !== 200) return false;
  const form = new Map(decodeForm(request.body ? text(request.body) : ''));
  const answer = text(outcome.body);
  // The user of the session is in the trace, not in the form.
  if (endpointId === 'changeConnectedApps')
    return (
      form.get('action') === 'withdraw' &&
      form.get('app_id') === token.appId &&
      'userId' in token &&
      trace.some(({ visitor }) => visitor === token.userId)
    );
  if (token.kind === 'oauth2')
    return endpointId === 'revokeToken' && appId === token.appId && isOneOf(token, form.get('token'));
  // These two report what they ended.
  if (token.kind === 'oauth1')
    return endpointId === 'invalidateUserToken' && answer.includes(token.oauth_token);
  return (
    token.kind === 'app' && endpointId === 'invalidateBearerToken' && answer.includes(token.bearer_token)
  );
}

const isOneOf = (
  { access_token, refresh_token }: Extract<Credential, { kind: 'oauth2' }>,
  given: string | undefined,
): boolean => given !== undefined && (given === access_token || given === refresh_token);
