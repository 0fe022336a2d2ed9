/** Whether a call took back the token that a flow gave: which of the log did, when, and whose doing it was. */
import { decodeForm, isResponse, text } from '../../../worker/api.ts';
import type { Credential, Exchange } from '../../../worker/api.ts';

export interface TokenEnd {
  /** The user, among the connected Apps; or whoever has the App's keys, by a call. */
  readonly by: 'user' | 'app';
  /** The call that did it, as "POST /2/oauth2/revoke". */
  readonly call: string;
  /** Epoch ms on the platform's clock. */
  readonly at: number;
}

/** Calls that can end a token. */
export const enders: ReadonlySet<string | null> = new Set([
  'changeConnectedApps',
  'invalidateUserToken',
  'invalidateBearerToken',
  'revokeToken',
]);

/** Of a token that the exchange `given` gave; null where no call of the log has ended it. */
export function endOf(token: Credential, given: number, exchanges: readonly Exchange[]): TokenEnd | null {
  const ending = exchanges.find(
    (each) => each.sequence > given && enders.has(each.endpointId) && ends(token, each),
  );
  if (!ending) return null;
  const { request, at, endpointId } = ending;
  const path = request.url.replace(/^https?:\/\/[^/]*/, '').replace(/\?.*$/s, '');
  const by = endpointId === 'changeConnectedApps' ? 'user' : 'app';
  return { by, call: `${request.method} ${path}`, at };
}

function ends(token: Credential, { endpointId, appId, request, outcome, trace }: Exchange): boolean {
  if (!isResponse(outcome) || outcome.status !== 200) return false;
  const form = new Map(decodeForm(request.body ? text(request.body) : ''));
  const answer = text(outcome.body);
  // Whose session it is, the trace says; the form does not.
  if (endpointId === 'changeConnectedApps')
    return (
      form.get('action') === 'withdraw' &&
      form.get('app_id') === token.appId &&
      'username' in token &&
      trace.some(({ verb, text: by }) => verb === 'Visited' && by.includes(`\`@${token.username}\``))
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
