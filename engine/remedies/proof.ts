/** What fixes a call that does not prove who makes it. */
import { timestampTolerance } from '../auth/timestamp.ts';
import type { AuthKind } from '../spec/auth-kinds.ts';
import type { App } from '../state/tables/accounts.ts';
import { none, useValue } from './act.ts';
import type { Act, GenerateToken, SignIn } from './act.ts';
import type { Case } from './case.ts';

const sign: Act = { kind: 'correctSignature' };

export const use = (
  take: readonly AuthKind[],
  appId: string | null = null,
  userId: string | null = null,
): Act => ({ kind: 'useCredential', take, appId, userId });

/** An OAuth 1.0a token: the portal makes the owner's; other users sign in (2.5, 4.1). */
export const newToken = (_about: Case, app: App, userId: string): SignIn | GenerateToken =>
  app.owner_id === userId
    ? { kind: 'generateToken', appId: app.id, credential: 'oauth1' }
    : { kind: 'signInAgain', flow: 'oauth1', appId: app.id, userId, scopes: [] };

/** A proof that the endpoint takes. A page of the platform takes a cookie, which signing in there sets. */
export function taken({ endpoint, app, authorization }: Case): Act {
  if (!endpoint) return none('No endpoint was reached that could take a proof.');
  // A wrong OAuth header is fixed by signing again.
  if (authorization.scheme === 'OAuth' && signs(endpoint.auth)) return sign;
  return use(endpoint.auth, app?.id ?? null);
}

const signs = (auth: readonly AuthKind[]): boolean =>
  auth.some((kind) => kind === 'oauth1' || kind === 'consumer' || kind === 'requestToken');

/** A signature with the App's own keys. For a call that did not sign: a proof that the endpoint takes. */
export const signature = (about: Case): Act => (about.authorization.scheme === 'OAuth' ? sign : taken(about));

/** Undoes the jump that made the timestamp old; otherwise signs again with the current time. */
export function timestamp({ given, exchange, jumped, state }: Case): Act {
  const ms = jumped ?? 0;
  const sent = Number(given.get('oauth_timestamp')) * 1000;
  const off = sent - exchange.at;
  const isByJump = ms > 0 && Math.abs(off + ms) <= timestampTolerance * 1000 && exchange.at <= state.now();
  return isByJump ? { kind: 'undoJump', ms, or: sign } : sign;
}

/** For a token that ended: regenerate it if the portal makes it; otherwise ask the user for a new one. */
export function token(about: Case): Act {
  const { authorization, app, given, endpoint, state } = about;
  if (authorization.scheme === 'Bearer') return bearer(about, authorization.token);
  if (endpoint?.auth.includes('requestToken')) {
    const query = about.exchange.request.url.includes('oauth_token=');
    const signing = authorization.scheme === 'OAuth' && new Map(authorization.parameters).get('oauth_token');
    if (query && signing && state.tables.request_tokens.get(signing))
      return useValue({ field: 'query.oauth_token', value: null });
    return app ? signIn(app, null) : sign;
  }
  if (!app) return sign;
  // choice: o1-formats — a token begins with the id of its user.
  const user = state.tables.users.get(/^\d+(?=-)/.exec(given.get('oauth_token') ?? '')?.[0] ?? '');
  if (!user) return use(['oauth1'], app.id);
  const [live] = state.tables.user_tokens.keysBy('app_user', `${app.id}:${user.id}`);
  return live === undefined ? newToken(about, app, user.id) : use(['oauth1'], app.id, user.id);
}

function bearer({ endpoint, state }: Case, sent: string): Act {
  const ended = state.tables.oauth2_tokens.get(sent);
  const app = ended && state.tables.apps.get(ended.app_id);
  // It exists, but has expired.
  if (app)
    return {
      kind: 'signInAgain',
      flow: 'oauth2',
      appId: app.id,
      userId: ended.user_id,
      scopes: ended.scopes,
    };
  const takes = endpoint?.auth.filter((kind) => kind === 'app' || kind === 'oauth2') ?? [];
  return use(takes.length > 0 ? takes : (endpoint?.auth ?? ['app']));
}

/** Starts from the first step again: the user's approval cannot be made up. */
export const signIn = (app: App, userId: string | null): Act => ({
  kind: 'signInAgain',
  flow: 'oauth1',
  appId: app.id,
  userId,
  scopes: [],
});

/** More scopes than were granted can be requested only at sign-in. */
export function scopes({ app, user, endpoint, authorization, state }: Case): Act {
  if (!app || !user || !endpoint) return none('The App or the user no longer exists.');
  const held =
    authorization.scheme === 'Bearer' ? state.tables.oauth2_tokens.get(authorization.token) : undefined;
  const all = [...new Set([...(held?.scopes ?? []), ...endpoint.scopes])];
  return { kind: 'signInAgain', flow: 'oauth2', appId: app.id, userId: user.id, scopes: all };
}

/** The keys of the App, or new ones if it has none. */
export function client({ app, endpoint }: Case): Act {
  const isBasic = endpoint?.auth[0] === 'basic';
  const gone = app && (isBasic ? app.consumer_key === '' : app.client_secret === '');
  if (gone) return { kind: 'generateToken', appId: app.id, credential: isBasic ? 'basic' : 'client' };
  return use(endpoint?.auth ?? [], app?.id ?? null);
}

export const owner = ({ app }: Case): Act =>
  app ? use(['oauth1'], app.id, app.owner_id) : none('The App no longer exists.');

/** A bearer token of the App, in the query. */
export const ownBearer = ({ app }: Case): Act =>
  app
    ? { kind: 'giveToken', field: 'query.access_token', appId: app.id, credential: 'app' }
    : none('The App no longer exists.');
