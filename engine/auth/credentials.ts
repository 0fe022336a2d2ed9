/**
 * Keys and tokens of an App: they are made, shown once, then masked, regenerated and revoked (specification 2.5;
 * choice: regenerate).
 */
import { approvalsOf, endIfLast } from './approvals.ts';
import { revokeClient } from './grants.ts';
import { bearerOf, issueUserToken } from './tokens.ts';
import { isConfidential } from '../spec/app-types.ts';
import type { App, User } from '../state/tables/accounts.ts';
import type { StateView, Write } from '../state/state.ts';
import type { PermissionLevel } from '../spec/permissions.ts';

/** The credentials that can be regenerated or revoked one by one. */
export const credentialKinds = ['basic', 'app', 'oauth1', 'client'] as const;
export type CredentialKind = (typeof credentialKinds)[number];

export const newKeys = ({ random }: StateView) => ({
  consumer_key: random.alphanumeric(25),
  consumer_secret: random.alphanumeric(50),
});

/**
 * Regenerates a credential, ends the old one, and answers the new one in full, for the only time. For use inside a
 * transaction.
 */
export function regenerate(
  app: App,
  kind: CredentialKind,
  owner: User,
  state: StateView,
  write: Write,
): Shown {
  revoke(app, kind, owner, state, write);
  const common = {
    id: `${app.id}-${kind}${kind === 'oauth1' ? `-${owner.id}` : ''}`,
    appId: app.id,
    appName: app.name,
  };
  switch (kind) {
    case 'basic': {
      const keys = newKeys(state);
      write.apps.update(app.id, keys);
      return { ...common, kind, ...keys };
    }
    case 'app':
      return { ...common, kind, bearer_token: bearerOf(app, state, write).access_token };
    case 'oauth1': {
      const { oauth_token, oauth_token_secret, permission } = issueUserToken(
        app,
        owner,
        app.permission,
        state,
        write,
      );
      return {
        ...common,
        kind,
        oauth_token,
        oauth_token_secret,
        permission,
        userId: owner.id,
        username: owner.username,
      };
    }
    case 'client': {
      const client_secret = isConfidential(app.oauth2_type) ? state.random.alphanumeric(50) : null;
      write.apps.update(app.id, { client_secret });
      return { ...common, kind, client_id: app.client_id, client_secret };
    }
  }
}

/**
 * Ends a credential and what depends on it. With the API key end the bearer token, all users' OAuth 1.0a tokens and the
 * pending request tokens; with the client secret end the OAuth 2.0 user tokens (choice: regenerate).
 */
export function revoke(app: App, kind: CredentialKind, owner: User, state: StateView, write: Write): void {
  const { tables } = state;
  const endBearer = () => {
    for (const key of tables.bearer_tokens.keysBy('app', app.id)) write.bearer_tokens.remove(key);
  };
  const endUserTokens = (userId?: string) => {
    for (const token of [...tables.user_tokens.values()])
      if (token.app_id === app.id && (userId === undefined || token.user_id === userId)) {
        write.user_tokens.remove(token.oauth_token);
        endIfLast('oauth1', app.id, token.user_id, state, write);
      }
  };
  const endRequestTokens = () => {
    for (const { oauth_token, app_id, user_id } of [...tables.request_tokens.values()])
      if (app_id === app.id) {
        write.request_tokens.remove(oauth_token);
        if (user_id !== null) endIfLast('oauth1', app.id, user_id, state, write);
      }
  };
  switch (kind) {
    case 'basic':
      write.apps.update(app.id, { consumer_key: '', consumer_secret: '' });
      endBearer();
      endRequestTokens();
      return endUserTokens();
    case 'app':
      return endBearer();
    case 'oauth1':
      return endUserTokens(owner.id);
    case 'client':
      if (app.client_secret === null) return;
      write.apps.update(app.id, { client_secret: '' });
      revokeClient(app.id, state, write);
      for (const { user_id } of approvalsOf(app.id, state))
        endIfLast('oauth2', app.id, user_id, state, write);
  }
}
/** For a user token the portal shows only the token, because the API key and secret are shown only once (2.5). */
export type Shown =
  | Exclude<Credential, { kind: 'oauth1' }>
  | Omit<Extract<Credential, { kind: 'oauth1' }>, 'consumer_key' | 'consumer_secret'>;

/** A credential as the portal shows it, once. The page's vault keeps it like a password manager. */
export type Credential = {
  id: string;
  appId: string;
  appName: string;
} & (
  | { kind: 'basic'; consumer_key: string; consumer_secret: string }
  | { kind: 'app'; bearer_token: string }
  /** A user token from an authorization code with PKCE. `refresh_token` is null without offline.access. */
  | {
      kind: 'oauth2';
      access_token: string;
      refresh_token: string | null;
      scopes: readonly string[];
      userId: string;
      username: string;
    }
  /** `client_secret` is null for a public client. */
  | { kind: 'client'; client_id: string; client_secret: string | null }
  | {
      kind: 'oauth1';
      consumer_key: string;
      consumer_secret: string;
      oauth_token: string;
      oauth_token_secret: string;
      userId: string;
      username: string;
      permission: PermissionLevel;
    }
);
