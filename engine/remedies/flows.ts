/** What fixes a step of a flow: specification 4.1 and 5, RFC 6749, RFC 7636. */
import { valueOf } from '../checked/known.ts';
import { authorizationOf } from '../auth/authenticate.ts';
import { formPairs, repeatedName } from '../http/encoding.ts';
import { readScopes } from '../spec/scopes.ts';
import type { Scope } from '../spec/scopes.ts';
import { changeText, none, put, useValue } from './act.ts';
import type { Act } from './act.ts';
import type { Case } from './case.ts';
import { nearest } from '../checked/nearest.ts';
import { signIn, use } from './proof.ts';

/**
 * An approved callback: the most similar one, otherwise the first, otherwise the PIN, which needs no callback
 * (choice: o1-collect).
 */
export function callback({ app, given }: Case): Act {
  const urls = app?.callback_urls ?? [];
  const meant = nearest(given.get('oauth_callback') ?? '', urls) ?? urls[0] ?? 'oob';
  return put('query.oauth_callback', meant);
}

/** The verifier that the user's approval gave; if there was no approval, signing in. */
export function verifier({ app, given, state }: Case): Act {
  const asked = state.tables.request_tokens.get(given.get('oauth_token') ?? '');
  if (asked?.oauth_verifier) return put('query.oauth_verifier', asked.oauth_verifier);
  return app ? signIn(app, null) : none('The App of the request token no longer exists.');
}

const grants = ['authorization_code', 'refresh_token'] as const;

/** Chosen by the parameters that were sent with it. */
export function grantType({ given, endpoint }: Case): Act {
  if (endpoint?.auth[0] === 'basic') return put('form.grant_type', 'client_credentials');
  const meant = nearest(given.get('grant_type') ?? '', grants);
  if (meant) return put('form.grant_type', meant);
  if (given.has('refresh_token') === given.has('code')) return changeText('form.grant_type');
  return put('form.grant_type', given.has('code') ? 'authorization_code' : 'refresh_token');
}

/** The person types what is missing. A client that proved itself twice proves itself once. */
export function tokenRequest(about: Case): Act {
  const { given, endpoint, exchange, app } = about;
  if (provesTwice(about)) return use(['client'], app?.id ?? null);
  const repeated = repeatedName(formPairs(exchange.request));
  if (repeated !== undefined) return changeText(`form.${repeated}`);
  if (endpoint?.id === 'revokeToken') return changeText('form.token');
  if (!given.get('grant_type')) return grantType(about);
  const missing = wanted(valueOf(given, 'grant_type')).find((name) => !given.get(name));
  const row = about.state.tables.authorization_codes.get(given.get('code') ?? '');
  if (missing === 'redirect_uri' && row) return put('form.redirect_uri', row.redirect_uri);
  return missing === undefined ? none('What is missing cannot be told.') : changeText(`form.${missing}`);
}

/** RFC 6749 2.3: at most one method. */
const provesTwice = ({ exchange, authorization, given }: Case): boolean =>
  authorizationOf(exchange.request.headers).twice ||
  (authorization.scheme === 'Basic' && (given.has('client_secret') || given.has('client_id')));

const noScopes: readonly Scope[] = [];

const wanted = (grantType: string): readonly string[] =>
  grantType === 'refresh_token' ? ['refresh_token'] : ['code', 'redirect_uri', 'code_verifier'];

/** A code or refresh token works once and only for its own App. Only the user can give a new one. */
export function grant({ app, given, state }: Case): Act {
  const row = state.tables.authorization_codes.get(given.get('code') ?? '');
  const refresh = state.tables.refresh_tokens.get(given.get('refresh_token') ?? '');
  const isLive = row && !row.used && state.now() < row.expires_at && row.app_id === app?.id;
  if (isLive && row.redirect_uri !== given.get('redirect_uri'))
    return put('form.redirect_uri', row.redirect_uri);
  const foreign = [row, refresh].find((each) => each && !each.used && each.app_id !== app?.id);
  if (foreign) return use(['client'], foreign.app_id);
  if (!app) return none('No existing App received this token.');
  const { user_id = null, scopes = noScopes } = row ?? refresh ?? {};
  return { kind: 'signInAgain', flow: 'oauth2', appId: app.id, userId: user_id, scopes };
}

/** Only the scopes that were granted. */
export function grantedScopes({ given, state }: Case): Act {
  const row = state.tables.refresh_tokens.get(given.get('refresh_token') ?? '');
  if (!row) return useValue({ field: 'form.scope', value: null });
  const wanted = (given.get('scope') ?? '').split(' ').flatMap((name) => readScopes(name) ?? []);
  const kept = wanted.filter((scope) => row.scopes.includes(scope));
  return useValue({ field: 'form.scope', value: kept.length > 0 ? kept.join(' ') : null });
}

/** The App that the token was given to. */
export function ownGrant({ given, state }: Case): Act {
  const { oauth2_tokens, refresh_tokens } = state.tables;
  const sent = given.get('token') ?? '';
  const token = oauth2_tokens.get(sent) ?? refresh_tokens.get(sent);
  return token ? use(['client'], token.app_id) : { kind: 'sendAgain' };
}
