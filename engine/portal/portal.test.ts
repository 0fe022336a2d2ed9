import { describe, expect, test } from 'vitest';
import { proves } from '../../tests/support/clause.ts';
import { caller, start } from '../../testing/platform.ts';
import { appNamed, made, must, newApp } from '../../testing/portal.ts';
import { pkce, threeLegged } from '../../tests/support/visitor.ts';

const { platform } = await start();

describe('Projects and Apps', () => {
  test(
    proves('1-portal-manages-apps-and-projects', 'a Project and an App are made, changed and effective'),
    async () => {
      const { platform } = await start();
      const project = made(await platform.do('portal.createProject', 'Driftwood', 'pro'));
      expect(platform.portal.projects()).toContainEqual(project);
      const { app, keys } = await newApp(platform, 'Driftwood Reader', project.id);
      const callback = 'https://driftwood.example/back';
      must(
        await platform.do('portal.updateApp', app.id, {
          permission: 'read-write-directmessages',
          callback_urls: [callback],
          oauth1: true,
          oauth2: false,
        }),
      );
      const read = platform.portal.apps().find(({ id }) => id === app.id)!;
      expect(read.projectId).toBe(project.id);
      expect(read.settings).toMatchObject({
        permission: 'read-write-directmessages',
        callback_urls: [callback],
        oauth2: false,
      });
      const { redirect, answer } = await signedCall(platform, keys, callback);
      expect(redirect.startsWith(`${callback}?`)).toBe(true);
      expect(answer.header('svc-access-level')).toBe('read-write-directmessages');
    },
  );

  test(proves('2.5-apps-per-project', 'a Project holds 1 App on Free, 2 on Basic, 3 on Pro'), async () => {
    const { platform } = await start();
    for (const [plan, most] of [
      ['free', 1],
      ['basic', 2],
      ['pro', 3],
    ] as const) {
      const { id, appLimit } = made(await platform.do('portal.createProject', `On ${plan}`, plan));
      expect(appLimit).toBe(most);
      for (let at = 1; at <= most; at++) made(await platform.do('portal.createApp', `${plan} ${at}`, id));
      const count = platform.portal.apps().length;
      expect(await platform.do('portal.createApp', 'One more', id)).toEqual({
        ok: false,
        reason: expect.stringContaining(`holds ${most}`) as unknown,
      });
      const alone = made(await platform.do('portal.createApp', `Alone ${plan}`, null));
      expect(await platform.do('portal.attachApp', alone.id, id)).toMatchObject({ ok: false });
      expect(platform.portal.apps()).toHaveLength(count + 1);
    }
  });

  test(proves('2.5-standalone-app', 'an App without a Project is a Standalone App'), async () => {
    const { platform } = await start();
    const app = made(await platform.do('portal.createApp', 'Hermit', null));
    expect(app).toMatchObject({ projectId: null, plan: null });
    expect(platform.portal.apps()).toContainEqual(app);
    expect(platform.portal.app(app.id)).toEqual(app);
    expect(platform.portal.app('no such id')).toBeNull();
  });

  test('a user is found by its id', async () => {
    const { platform } = await start();
    const [user] = platform.portal.users();
    expect(platform.portal.user(user!.id)).toEqual(user);
    expect(platform.portal.user('no such id')).toBeNull();
  });

  test(
    proves(
      ['9-attaching-enables-v2', '2.5-v2-needs-project-app', '9-v2-needs-project'],
      'a Standalone App is refused by v2 with each kind of credential until a Project takes it',
    ),
    async () => {
      const { platform, as } = await start();
      const { app, keys, bearer } = await newApp(platform, 'Hermit', null);
      const callback = 'https://hermit.example/back';
      const settings = { callback_urls: [callback], oauth1: true, oauth2: true };
      const settled = must(await platform.do('portal.updateApp', app.id, settings));
      const { tokens } = await threeLegged(platform, keys, callback);
      const oauth2 = (await pkce(platform, settled.shown[0] as never, callback)).json.access_token;
      const calls = () =>
        Promise.all([
          as.withBearer(bearer).get('/2/users/by/username/mira_holm'),
          as.signing(tokens).get('/2/users/me'),
          as.withBearer(oauth2).get('/2/users/me'),
        ]);
      for (const answer of await calls()) {
        expect(answer.status).toBe(403);
        expect(answer.text).toContain('client-not-enrolled');
      }
      const project = made(await platform.do('portal.createProject', 'Company', 'basic'));
      must(await platform.do('portal.attachApp', app.id, project.id));
      for (const answer of await calls()) expect(answer.status).toBe(200);
      expect(await platform.do('portal.attachApp', app.id, project.id)).toMatchObject({ ok: false });
    },
  );

  test('an App is detached: v2 refuses it again, and its Project has room', async () => {
    const { platform, as } = await start();
    const { app, bearer } = await newApp(platform, 'Hermit', null);
    const { id } = made(await platform.do('portal.createProject', 'Company', 'free'));
    must(await platform.do('portal.attachApp', app.id, id));
    must(await platform.do('portal.detachApp', app.id));
    expect(platform.portal.apps().find((each) => each.id === app.id)).toEqual(app);
    expect((await as.withBearer(bearer).get('/2/users/by/username/mira_holm')).status).toBe(403);
    must(await platform.do('portal.attachApp', app.id, id));
    expect((await as.withBearer(bearer).get('/2/users/by/username/mira_holm')).status).toBe(200);
    must(await platform.do('portal.detachApp', app.id));
    for (const gone of [app.id, 'nobody'])
      expect(await platform.do('portal.detachApp', gone)).toMatchObject({ ok: false });
  });

  test('deleting an App deletes its keys, tokens and grants', async () => {
    const { platform, as } = await start();
    const app = appNamed(platform, 'Northwind Viewer');
    must(await platform.do('portal.deleteApp', app.id));
    expect(platform.portal.apps().some(({ id }) => id === app.id)).toBe(false);
    expect((await as.bearer('Northwind Viewer').get('/2/users/by/username/mira_holm')).status).toBe(401);
    expect((await as.user('jonas_berg', 'Northwind Viewer').get('/2/users/me')).status).toBe(401);
    const rest = Object.entries(platform.snapshot().tables).filter(([name]) => name !== 'exchanges');
    expect(JSON.stringify(rest)).not.toContain(`"app_id":"${app.id}"`);
    expect(await platform.do('portal.deleteApp', app.id)).toMatchObject({ ok: false });
  });

  test.each(['', '   ', '\u200b\u200d', 'a\nb', 'safe\u202egnp.exe', '\u2066x', 'x'.repeat(10_000)])(
    'an unreadable name is refused: %j',
    async (name) => {
      expect(await platform.do('portal.createApp', name, null)).toMatchObject({ ok: false });
      expect(await platform.do('portal.createProject', name, 'free')).toMatchObject({ ok: false });
    },
  );

  test.each(['<script>alert(1)</script>', 'קורא חדשות', '地図 👩‍🚀', `O'Neil & "Sons"`])(
    'a name is kept as written: %s',
    async (name) => {
      const { platform } = await start();
      const app = made(await platform.do('portal.createApp', `  ${name} `, null));
      expect(app.name).toBe(name);
    },
  );
});

describe('Standing', () => {
  test(
    proves('2.5-suspended-tag', 'a suspended App carries the tag and is refused, until it is lifted'),
    async () => {
      const { platform, as } = await start();
      const find = () => appNamed(platform, 'Northwind Reader');
      const others = () => platform.portal.apps().filter(({ suspended }) => suspended).length;
      const before = others();
      expect(find().suspended).toBe(false);
      must(await platform.do('portal.setSuspended', find().id, true));
      expect(find().suspended).toBe(true);
      expect(others()).toBe(before + 1);
      const refused = await as.bearer().get('/2/users/by/username/mira_holm');
      expect([refused.status, refused.code]).toEqual([401, 416]);
      must(await platform.do('portal.setSuspended', find().id, false));
      expect(find().suspended).toBe(false);
      expect((await as.bearer().get('/2/users/by/username/mira_holm')).status).toBe(200);
    },
  );

  test(
    proves('2.5-notices-to-owner-email', 'a notice goes to the owner’s account, and to nobody else'),
    async () => {
      const { platform } = await start();
      const app = appNamed(platform, 'Northwind Reader');
      const before = platform.portal.notices();
      must(await platform.do('portal.setSuspended', app.id, true));
      const added = platform.portal.notices().filter(({ id }) => !before.some((each) => each.id === id));
      const owners = platform.snapshot().tables['users'] as unknown as { id: string; email: string }[];
      expect(added).toHaveLength(1);
      expect(added[0]).toMatchObject({
        userId: app.ownerId,
        email: owners.find(({ id }) => id === app.ownerId)!.email,
        subject: 'Northwind Reader is suspended',
        at: platform.clock.now(),
      });
      must(await platform.do('portal.setSuspended', app.id, true));
      expect(platform.portal.notices()).toHaveLength(before.length + 1);
    },
  );
});

async function signedCall(
  platform: Parameters<typeof threeLegged>[0],
  keys: Parameters<typeof threeLegged>[1],
  callback: string,
) {
  const { redirect, tokens } = await threeLegged(platform, keys, callback);
  return { redirect, answer: await caller(platform, []).signing(tokens).get('/2/users/me') };
}
