/** The keys and tokens of a world, as the portal would show them once. */
import type { Credential } from '../auth/credentials.ts';
import { isList, isOneOf, isText } from '../checked/is.ts';
import { permissionLevels } from '../spec/permissions.ts';
import type { Draft, Making } from './making.ts';
import { textIn } from './rows.ts';

export function credentialsOf(making: Making): readonly Credential[] {
  const times = new Map<string, number>();
  return making.rows.apps
    .flatMap((app) => [...ofApp(app, making), ...ofUsers(app, making)])
    .map((each) => {
      // Several tokens of one user have separate ids.
      const time = (times.get(each.id) ?? 0) + 1;
      times.set(each.id, time);
      return time === 1 ? each : { ...each, id: `${each.id}-${time}` };
    });
}

function* ofApp(app: Draft, { rows }: Making): Generator<Credential> {
  const appId = textIn(app, 'id');
  const common = { appId, appName: textIn(app, 'name') };
  const secret = app['client_secret'];
  const keys = { consumer_key: textIn(app, 'consumer_key'), consumer_secret: textIn(app, 'consumer_secret') };
  if (keys.consumer_key !== '') yield { ...common, id: `${appId}-basic`, kind: 'basic', ...keys };
  yield {
    ...{ ...common, id: `${appId}-client`, kind: 'client', client_id: textIn(app, 'client_id') },
    client_secret: isText(secret) ? secret : null,
  };
  const bearer = rows.bearer_tokens.find(({ app_id }) => app_id === appId);
  if (bearer)
    yield { ...common, id: `${appId}-app`, kind: 'app', bearer_token: textIn(bearer, 'access_token') };
}

function* ofUsers(app: Draft, making: Making): Generator<Credential> {
  const appId = textIn(app, 'id');
  const own = ({ app_id }: Draft) => app_id === appId;
  const userOf = (token: Draft) => ({
    ...{ appId, appName: textIn(app, 'name'), userId: textIn(token, 'user_id') },
    username: textIn(making.row('users', token['user_id']), 'username'),
  });
  for (const token of making.rows.user_tokens.filter(own)) {
    const { permission } = token;
    if (!isOneOf(permissionLevels, permission)) continue;
    const user = userOf(token);
    yield {
      ...{ ...user, id: `${appId}-oauth1-${user.userId}`, kind: 'oauth1', permission },
      consumer_key: textIn(app, 'consumer_key'),
      consumer_secret: textIn(app, 'consumer_secret'),
      oauth_token: textIn(token, 'oauth_token'),
      oauth_token_secret: textIn(token, 'oauth_token_secret'),
    };
  }
  for (const token of making.rows.oauth2_tokens.filter(own)) {
    const { family, scopes } = token;
    const refresh = making.rows.refresh_tokens.find((each) => each['family'] === family && !each['used']);
    const user = userOf(token);
    yield {
      ...{ ...user, id: `${appId}-oauth2-${user.userId}`, kind: 'oauth2' },
      access_token: textIn(token, 'access_token'),
      refresh_token: refresh ? textIn(refresh, 'refresh_token') : null,
      scopes: isList(scopes) ? scopes.filter(isText) : [],
    };
  }
}
