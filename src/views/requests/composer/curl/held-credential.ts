import { base64, encodeRfc3986, utf8 } from '../../../../../worker/api.ts';
import type { Credential } from '../../../../../worker/api.ts';
import type { RequestTokenPair } from '../../../../state/page-secrets.svelte.ts';
import { authorizationParts } from '../../call/authorization.ts';
import type { AuthChoice } from '../../call/route.ts';

/** The credential of a header, if the page keeps it. */
export interface Held {
  readonly auth: AuthChoice;
  readonly appId: string;
  readonly appName: string;
  /** null if it acts for no user. */
  readonly userId: string | null;
}

/** The owner of an Authorization header; null for keys and tokens that are not kept here. */
export function heldCredential(
  authorization: string,
  vault: readonly Credential[],
  requestToken: RequestTokenPair | null,
): Held | null {
  const parts = authorizationParts(authorization);
  const scheme = parts[0]?.text.toLowerCase();
  if (scheme !== 'oauth') {
    const value = authorization.slice(scheme?.length).trim();
    const found = vault.find((each) => (scheme === 'bearer' ? bears(each, value) : encodes(each, value)));
    return found ? heldAs(found) : null;
  }
  const valueOf = (name: string) => decoded(parts.find((part) => part.name === name)?.value);
  const key = valueOf('oauth_consumer_key');
  const token = valueOf('oauth_token');
  const fits = (each: Credential) =>
    each.kind === 'oauth1'
      ? each.consumer_key === key && each.oauth_token === token
      : each.kind === 'basic' && each.consumer_key === key && !token;
  const found = vault.find(fits);
  if (found) return { ...heldAs(found), auth: found.kind === 'oauth1' ? 'oauth1' : 'consumer' };
  const app = vault.find((each) => each.kind === 'basic' && each.consumer_key === key);
  if (!app || !token || requestToken?.oauth_token !== token) return null;
  return { ...heldAs(app), auth: 'requestToken' };
}

const heldAs = (each: Credential): Held => ({
  auth: each.kind,
  appId: each.appId,
  appName: each.appName,
  userId: 'userId' in each ? each.userId : null,
});

const bears = (each: Credential, token: string): boolean =>
  (each.kind === 'app' && each.bearer_token === token) ||
  (each.kind === 'oauth2' && each.access_token === token);

/** Whether the halves are percent-encoded, as the platform expects, or raw, as curl -u writes them. */
function encodes(each: Credential, value: string): boolean {
  const pair =
    each.kind === 'basic'
      ? [each.consumer_key, each.consumer_secret]
      : each.kind === 'client'
        ? [each.client_id, each.client_secret ?? '']
        : null;
  return (
    pair !== null && [pair, pair.map(encodeRfc3986)].some((form) => base64(utf8(form.join(':'))) === value)
  );
}

function decoded(value: string | undefined): string | undefined {
  try {
    return value && decodeURIComponent(value);
  } catch {
    return value;
  }
}
