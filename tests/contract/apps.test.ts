import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../engine/inside.ts';
import { scenarios } from '../../engine/scenarios/index.ts';
import { proves } from '../support/clause.ts';
import { fewOfStarter } from '../support/few.ts';
import { clientOf, example, readyKinds } from '../../testing/examples.ts';
import { durable, start } from '../../testing/platform.ts';
import { endpoints } from '../../testing/endpoints.ts';

const me = '/2/users/me';
const user = '/2/users/2244994945';
const post = '/2/posts/2020777185899446272';

describe('credentials of an App (2.5), as the starter hands them out', () => {
  test(
    proves(
      '2.5-credential-api-key-and-secret',
      'each App has an API key and secret of its own, which are accepted',
    ),
    async () => {
      const { platform, as } = await start();
      const pairs = platform.portal.apps().map(({ name }) => as.credential('basic', name));
      for (const pair of pairs) {
        expect(pair.consumer_key).toMatch(/^[A-Za-z0-9]{25}$/); // choice: o1-formats
        expect(pair.consumer_secret).toMatch(/^[A-Za-z0-9]{50}$/);
      }
      expect(new Set(pairs.map(({ consumer_key }) => consumer_key)).size).toBe(pairs.length);
      expect((await as.user().get(me)).status).toBe(200);
      const form = { grant_type: 'client_credentials' };
      expect((await as.basic().send({ method: 'POST', path: '/oauth2/token', form })).status).toBe(200);
    },
  );

  test(
    proves(
      '2.5-credential-app-access-token',
      'the App Access Token is a bearer token, the one of oauth2/token',
    ),
    async () => {
      const { as } = await start();
      expect((await as.bearer().get(user)).status).toBe(200);
      const form = { grant_type: 'client_credentials' };
      const asked = await as.basic().send({ method: 'POST', path: '/oauth2/token', form });
      expect(asked.json.access_token).toBe(as.credential('app', 'Northwind Reader').bearer_token);
    },
  );

  test(
    proves('2.5-credential-owner-tokens', "the owner's Access Token and secret act as the owner"),
    async () => {
      const { platform, as } = await start();
      for (const { name, ownerId, projectId, suspended } of platform.portal.apps()) {
        if (projectId === null || suspended) continue;
        expect(as.credential('oauth1', name, 'mira_holm').oauth_token).toMatch(
          /^2244994945-[A-Za-z0-9]{40}$/,
        );
        expect((await as.user('mira_holm', name).get(me)).json.data.id).toBe(ownerId);
      }
    },
  );

  test('credentials that were handed out once are not handed out again', async () => {
    const { platform, as } = await start();
    const { bearer_token } = as.credential('app', 'Northwind Reader');
    expect(JSON.stringify([platform.portal.apps(), platform.portal.projects()])).not.toContain(bearer_token);
  });
});

describe('standing of an App (2.5)', () => {
  test(
    proves('2.5-post-source', "a post's source is the name and website URL of the App that made it"),
    async () => {
      const { as } = await start();
      const { id } = (await as.user('jonas_berg', 'Harbour Desk').post('/2/posts', { text: 'Ahoy' })).json
        .data;
      const shown = await as.bearer().get(`/2/posts/${id}?post.fields=source`);
      expect(shown.json.data.source).toEqual({ name: 'Harbour Desk', url: 'https://harbour-desk.example' });
    },
  );

  test(
    proves('2.5-suspended-tag', 'a suspended App carries the tag and is refused; others carry none'),
    async () => {
      const { platform, as } = await start();
      const suspended = platform.portal.apps().filter((app) => app.suspended);
      expect(suspended.map(({ name }) => name)).toEqual(['Gale Feed']);
      for (const client of [as.bearer('Gale Feed'), as.user('mira_holm', 'Gale Feed')]) {
        const answer = await client.get(user);
        expect([answer.status, answer.code, answer.json.errors[0]!.message]).toEqual([
          401,
          416,
          'Invalid / suspended application',
        ]);
        expect(answer.header('www-authenticate')).toBeDefined();
      }
    },
  );

  test(
    proves('2.5-notices-to-owner-email', "notices go to the owner's e-mail address and to nobody else's"),
    async () => {
      const ownedByJonas: Scenario = {
        name: 'owned by Jonas',
        build(write, state) {
          const initialCredentials = scenarios.starter.build(write, state);
          write.apps.update('26004', { owner_id: '2244994946' });
          return initialCredentials;
        },
      };
      const { platform, as } = await start({ scenario: ownedByJonas, abuse: true });
      const gale = platform.portal.notices();
      expect(gale).toMatchObject([{ email: 'mira_holm@mail.example', subject: 'Gale Feed is suspended' }]);
      for (let call = 0; call < 1000; call++) await as.bearer('Harbour Desk').get(user);
      const added = platform.portal.notices().slice(gale.length);
      expect(added).toMatchObject([{ email: 'jonas_berg@mail.example', userId: '2244994946' }]);
      expect(added[0]!.subject).toContain('Harbour Desk');
    },
  );

  test(proves('2.5-standalone-app', 'a Standalone App belongs to no Project and has no plan'), async () => {
    const { platform } = await start();
    const apps = platform.portal.apps();
    expect(apps.find(({ name }) => name === 'Pocket Sketch')).toMatchObject({ projectId: null, plan: null });
    const projects = platform.portal.projects().map(({ id }) => id);
    for (const { name, projectId } of apps)
      if (name !== 'Pocket Sketch') expect(projects).toContain(projectId);
  });

  test(
    proves(
      ['2.5-v2-needs-project-app', '9-v2-needs-project'],
      'every credential of a Standalone App is refused under /2/, those of an App in a Project are served',
    ),
    async () => {
      const { platform, as } = await start();
      for (const client of [as.bearer('Pocket Sketch'), as.user('mira_holm', 'Pocket Sketch')]) {
        const answer = await client.get(user);
        expect([answer.status, answer.code]).toEqual([403, 414]);
        expect(answer.json).toMatchObject({
          title: 'Client Forbidden',
          type: 'https://api.svc.example/2/problems/client-forbidden',
          reason: 'client-not-enrolled',
          client_id: platform.portal.apps().find(({ name }) => name === 'Pocket Sketch')!.id,
          required_enrollment: 'Project',
        });
        expect(answer.json.registration_url).toBeDefined();
      }
      for (const client of [as.basic('Pocket Sketch'), as.consumer('Pocket Sketch')])
        expect((await client.get(user)).status).toBe(403);
      expect((await as.user('mira_holm', 'Pocket Sketch').get(me)).status).toBe(403);
      expect([(await as.bearer().get(user)).status, (await as.user().get(user)).status]).toEqual([200, 200]);
      // Its keys and tokens work outside /2/.
      expect((await as.user('mira_holm', 'Pocket Sketch').post('/1.1/oauth/invalidate_token')).status).toBe(
        200,
      );
    },
  );
});

describe('permission levels (5, rules 2 and 3)', () => {
  const levels = [
    ['5-r2-level-read', 'Northwind Viewer', 'read'],
    ['5-r2-level-read-write', 'Northwind Reader', 'read-write'],
    ['5-r2-level-direct-messages', 'Northwind Courier', 'read-write-directmessages'],
  ] as const;
  test.each(levels.map(([id, app, level]) => [proves(id, level), app, level]))(
    'svc-access-level says %s',
    async (_title, app, level) => {
      const { as } = await start();
      expect((await as.user('mira_holm', app).get(me)).header('svc-access-level')).toBe(level);
      expect(as.credential('oauth1', app).permission).toBe(level);
    },
  );

  test(
    proves('5-r3-read-only-reads', 'a read-only token reads a post, a timeline and a profile'),
    async () => {
      const { as } = await start();
      const viewer = as.user('mira_holm', 'Northwind Viewer');
      for (const path of [post, `${user}/posts`, user, me])
        expect((await viewer.get(path)).status, path).toBe(200);
    },
  );

  test(proves('5-r3-read-only-no-updates', 'a read-only token may call no writing endpoint'), async () => {
    const { platform, as } = await start();
    const writing = endpoints.filter(
      ({ method, path, auth }) => method !== 'GET' && path.startsWith('/2/') && auth.includes('oauth1'),
    );
    expect(writing.length).toBeGreaterThan(1);
    const before = durable(platform);
    for (const endpoint of writing) {
      const answer = await as.user('mira_holm', 'Northwind Viewer').send(example(endpoint, as));
      const code = endpoint.permission === 'read-write-directmessages' ? 93 : 261;
      expect([answer.status, answer.code], endpoint.id).toEqual([403, code]);
      expect(answer.json.type).toBe('https://api.svc.example/2/problems/oauth1-permissions');
    }
    expect(durable(platform)).toBe(before);
  });

  test(proves('5-r3-read-write-posts', 'a read-write token creates a post'), async () => {
    const { as } = await start();
    const made = await as.user().post('/2/posts', { text: 'Done' });
    expect(made.status).toBe(201);
    expect((await as.bearer().get(`/2/posts/${made.json.data.id}`)).json.data.text).toBe('Done');
  });
});

test(
  proves(
    '5-r3-read-write-profile',
    'a read-write token changes the pinned Lists of a profile, a read-only one does not (choice: profile-elements)',
  ),
  async () => {
    const { platform, as } = await start();
    const { id: list_id } = (await as.user().post('/2/lists', { name: 'Mine' })).json.data;
    const pinned = async () => {
      const { data, meta } = (await as.user().get(`${user}/pinned_lists`)).json;
      return meta.result_count === 0 ? [] : data.map(({ id }) => id);
    };
    const viewer = as.user('mira_holm', 'Northwind Viewer');
    const before = durable(platform);
    const refused = await viewer.post(`${user}/pinned_lists`, { list_id });
    expect([refused.status, refused.code]).toEqual([403, 261]);
    expect(durable(platform)).toBe(before);
    expect((await as.user().post(`${user}/pinned_lists`, { list_id })).status).toBe(200);
    expect(await pinned()).toEqual([list_id]);
    expect((await viewer.delete(`${user}/pinned_lists/${list_id}`)).code).toBe(261);
    expect(await pinned()).toEqual([list_id]);
    expect((await as.user().delete(`${user}/pinned_lists/${list_id}`)).status).toBe(200);
    expect(await pinned()).toEqual([]);
  },
);

describe('headers of authenticated answers (4.6)', () => {
  test(
    proves(
      ['4.6-access-level', '4.6-rate-limit-limit', '4.6-rate-limit-remaining', '4.6-rate-limit-reset'],
      'on every endpoint svc-access-level is one of its three values, and limit, remaining and reset are whole numbers',
    ),
    async () => {
      for (const endpoint of endpoints)
        for (const kind of readyKinds(endpoint)) {
          // Its address must exist: compliance.test.ts.
          if (kind === 'address') continue;
          const { platform, as } = await start(await fewOfStarter());
          const answer = await clientOf(as, kind, endpoint).send(example(endpoint, as));
          expect(answer.status, `${endpoint.id}: ${answer.text}`).toBeLessThan(500);
          expect([401, 429]).not.toContain(answer.status); // an authenticated answer, whatever it says
          expect(['read', 'read-write', 'read-write-directmessages']).toContain(
            answer.header('svc-access-level'),
          );
          for (const name of ['limit', 'remaining', 'reset'])
            expect(answer.header(`svc-rate-limit-${name}`)).toMatch(/^\d+$/);
          const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
            answer.number(`svc-rate-limit-${name}`),
          );
          expect(remaining).toBeLessThanOrEqual(limit!);
          expect(reset).toBeGreaterThan(platform.clock.now() / 1000);
        }
    },
  );

  test('bearer and Basic are read; an unauthenticated answer has none of the headers', async () => {
    const { as } = await start();
    expect((await as.bearer().get(user)).header('svc-access-level')).toBe('read');
    for (const client of [as.anonymous, as.withBearer('nobody')]) {
      const answer = await client.get(user);
      expect(answer.response.headers.filter(([name]) => name.startsWith('svc-'))).toEqual([]);
    }
  });
});

test(proves('9-path-v2', 'v2 endpoints are served under /2/ and under nothing else'), async () => {
  const { as } = await start();
  expect((await as.bearer().get(user)).status).toBe(200);
  for (const prefix of ['', '/1', '/1.1', '/3', '/v2', '/02']) {
    const answer = await as.bearer().get(`${prefix}/users/2244994945`);
    expect([answer.status, answer.code], prefix).toEqual([404, 34]);
  }
});
