/** Keys and tokens: regenerated, revoked, and granted by users (choices: regenerate, o1-reissue). */
import { keysOf } from '../../checked/is.ts';
import { credentialKinds, regenerate as make, revoke as end } from '../../auth/credentials.ts';
import type { Shown } from '../../auth/credentials.ts';
import { listOf, oneOf, text, tuple } from '../../declaration/checks.ts';
import { command } from '../../declaration/command.ts';
import { isConfidential } from '../../spec/app-types.ts';
import { scopeTexts } from '../../spec/scopes.ts';
import type { State } from '../../state/state.ts';
import type { Made, PortalResult } from '../contract.ts';
import { ownerOf } from '../owner.ts';
import { authorizeUser, grantScopes } from '../people.ts';
import { noApp, noUser, refused } from '../refused.ts';

export interface Needs {
  readonly state: State;
}

const kind = oneOf(...credentialKinds);
const scope = oneOf(...keysOf(scopeTexts));

/** The new credential in full, shown only now; the old one becomes invalid. */
export const regenerate = command(tuple(text, kind), ({ state }: Needs, appId, kind): Made<Shown> => {
  const app = state.tables.apps.get(appId);
  if (!app) return noApp;
  if (kind === 'client' && !isConfidential(app.oauth2_type))
    return refused('A public client has no client secret (2.5).');
  const made = state.transact((write) => make(app, kind, ownerOf(app, state), state, write));
  return { ok: true, made };
});

export const revoke = command(tuple(text, kind), ({ state }: Needs, appId, kind): PortalResult => {
  const app = state.tables.apps.get(appId);
  if (!app) return noApp;
  state.transact((write) => {
    end(app, kind, ownerOf(app, state), state, write);
  });
  return { ok: true };
});

/** The user grants the App its permission level, as on the pages of OAuth 1.0a. */
export const allow = command(tuple(text, text), ({ state }: Needs, appId, userId): Made<Shown> => {
  const app = state.tables.apps.get(appId);
  if (!app) return noApp;
  const user = state.tables.users.get(userId);
  if (!user) return noUser;
  if (!app.oauth1) return refused(`OAuth 1.0a is not enabled for ${app.name}: its settings exclude it.`);
  if (app.consumer_key === '') return refused(`${app.name} has no API key to ask with.`);
  if (app.suspended) return refused(`${app.name} is suspended: no user can authorize it.`);
  return { ok: true, made: state.transact((write) => authorizeUser(app, user, state, write)) };
});

/** The user grants the App these scopes, as on the pages of OAuth 2.0 with PKCE. */
export const allowScopes = command(
  tuple(text, text, listOf(scope)),
  ({ state }: Needs, appId, userId, scopes): Made<Shown> => {
    const app = state.tables.apps.get(appId);
    if (!app) return noApp;
    const user = state.tables.users.get(userId);
    if (!user) return noUser;
    if (!app.oauth2) return refused(`OAuth 2.0 is not enabled for ${app.name}: its settings exclude it.`);
    if (scopes.length === 0) return refused('A token needs at least one scope.');
    if (app.suspended) return refused(`${app.name} is suspended: no user can authorize it.`);
    const made = state.transact((write) => grantScopes(app, user, [...new Set(scopes)], state, write));
    return { ok: true, made };
  },
);
