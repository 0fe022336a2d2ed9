import type { CallKey, Credential } from '../../worker/api.ts';

type KeyPair = { readonly consumer_key: string; readonly consumer_secret: string };
type TokenPair = { readonly oauth_token: string; readonly oauth_token_secret: string };

/** The proof of a call: a credential of the vault, or the part of one that a step of OAuth 1.0a needs. */
export type CallCredential =
  | Credential
  | (Pick<Credential, 'id' | 'appId' | 'appName'> &
      (
        | ({ readonly kind: 'consumer' } & KeyPair)
        | ({ readonly kind: 'requestToken' } & KeyPair & TokenPair)
      ));

/** A client without a secret identifies itself in the body, so it has no key (RFC 6749 3.2.1; choice: pkce-token). */
export function callKeyOf(credential: CallCredential): CallKey {
  switch (credential.kind) {
    case 'app':
      return { kind: 'bearer', token: credential.bearer_token };
    case 'oauth2':
      return { kind: 'bearer', token: credential.access_token };
    case 'basic':
      return { kind: 'basic', id: credential.consumer_key, secret: credential.consumer_secret };
    case 'client':
      return credential.client_secret
        ? { kind: 'basic', id: credential.client_id, secret: credential.client_secret }
        : { kind: 'none' };
    case 'consumer':
      return { kind: 'oauth1', ...keyPair(credential) };
    case 'requestToken':
    case 'oauth1':
      return { kind: 'oauth1', ...keyPair(credential), ...tokenPair(credential) };
  }
}

const keyPair = ({ consumer_key, consumer_secret }: KeyPair): KeyPair => ({ consumer_key, consumer_secret });

/** Empty if no token was typed. */
const tokenPair = ({ oauth_token, oauth_token_secret }: TokenPair): Partial<TokenPair> =>
  oauth_token === '' ? {} : { oauth_token, oauth_token_secret };
