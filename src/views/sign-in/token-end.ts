/** How the token that a flow gave has ended: by which call of the log, in the portal, or with its time. */
import { membersIn } from '../../parts/json.ts';
import { decodeForm, isResponse, text } from '../../../worker/api.ts';
import type { Credential, Exchange, TokenLife } from '../../../worker/api.ts';

export type TokenEnd =
  | {
      /** The user, among the connected Apps; or anyone who has the App's keys, by a call. */
      readonly by: 'user' | 'app';
      /** The call that did it, as "POST /2/oauth2/revoke". */
      readonly call: string;
      /** Epoch ms on the platform's clock. */
      readonly at: number;
    }
  /** In the portal: the token itself, the API key that it signs with, or its App. */
  | { readonly by: 'portal'; readonly what: Exclude<TokenLife, 'there'> }
  /** Since `at`, epoch ms on the platform's clock. */
  | { readonly by: 'time'; readonly at: number }
  /** What the log holds does not tell. */
  | { readonly by: 'unknown' };

/** Calls that can end a token. */
export const enders: ReadonlySet<string | null> = new Set([
  'changeConnectedApps',
  'invalidateUserToken',
  'invalidateBearerToken',
  'revokeToken',
]);

/** Of a token that the call of this sequence gave; null where it lives, except for its time. */
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
    // Where no call can have done it, the portal has.
    const isWhole = exchanges.some(({ sequence }) => sequence <= given);
    const isCertain = life !== 'ended' || (isWhole && !since.some((each) => endsFamily(token, each)));
    return isCertain ? { by: 'portal', what: life } : { by: 'unknown' };
  }
  const { request, at, endpointId } = ending;
  const path = request.url.replace(/^https?:\/\/[^/]*/, '').replace(/\?.*$/s, '');
  const by = endpointId === 'changeConnectedApps' ? 'user' : 'app';
  return { by, call: `${request.method} ${path}`, at };
}

/** When the time of the token that this call gave is over, in epoch ms; null for one that has no such time. */
export function expiryOf({ at, outcome }: Exchange): number | null {
  // OAuth 1.0a answers with a form, which has no members.
  const { expires_in } = isResponse(outcome) ? membersIn(text(outcome.body)) : {};
  return typeof expires_in === 'number' ? at + expires_in * 1000 : null;
}

/** A second use of a code or a refresh token ends all that came of one consent: whose, only the code tells. */
const endsFamily = (token: Credential, { endpointId, appId, trace }: Exchange): boolean =>
  token.kind === 'oauth2' &&
  endpointId === 'exchangeCode' &&
  appId === token.appId &&
  trace.some(({ reason }) => reason === 'familyRevoked');

function ends(token: Credential, { endpointId, appId, request, outcome, trace }: Exchange): boolean {
  if (!isResponse(outcome) || outcome.status !== 200) return false;
  const form = new Map(decodeForm(request.body ? text(request.body) : ''));
  const answer = text(outcome.body);
  // Whose session it is, the trace says; the form does not.
  if (endpointId === 'changeConnectedApps')
    return (
      form.get('action') === 'withdraw' &&
      form.get('app_id') === token.appId &&
      'userId' in token &&
      trace.some(({ visitor }) => visitor === token.userId)
    );
  if (token.kind === 'oauth2')
    return endpointId === 'revokeToken' && appId === token.appId && isOneOf(token, form.get('token'));
  // These two say what they have ended.
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
