import { issueUserToken } from '../../engine/auth/tokens.ts';
import type { Scenario } from '../../engine/inside.ts';
import { scenarios } from '../../engine/scenarios/index.ts';

/** The starter with this many more users. Each approved this App at its level: `crowd_1`, `crowd_2`… */
export const crowd = (people: number, approved = 'Northwind Reader'): Scenario => ({
  name: 'crowd',
  build(write, state) {
    const initialCredentials = scenarios.starter.build(write, state);
    const app = [...state.tables.apps.values()].find(({ name }) => name === approved)!;
    const mira = state.tables.users.firstBy('username', 'mira_holm')!;
    for (let each = 1; each <= people; each++) {
      const username = `crowd_${each}`;
      const user = write.users.insert({
        ...mira,
        id: String(5_000_000 + each),
        username,
        pinned_post_id: null,
      });
      const token = issueUserToken(app, user, app.permission, state, write);
      const { consumer_key, consumer_secret, id: appId, name: appName } = app;
      const { oauth_token, oauth_token_secret, permission } = token;
      initialCredentials.push({
        ...{ id: `crowd-${each}`, kind: 'oauth1', appId, appName, consumer_key, consumer_secret },
        ...{ oauth_token, oauth_token_secret, userId: user.id, username, permission },
      });
    }
    return initialCredentials;
  },
});
