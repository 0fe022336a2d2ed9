import { describe, expect, test } from 'vitest';
import { proves } from '../../tests/support/clause.ts';
import { caller, start } from '../../testing/platform.ts';
import { appNamed, must, newApp, shownOf } from '../../testing/portal.ts';
import { askRequestToken, authorizePath, pkce, threeLegged, Visitor } from '../../tests/support/visitor.ts';
import type { AppSettings } from './settings.ts';

const png = `data:image/png;base64,${btoa('not looked into')}`;

/** An App in a Project on Pro, with functions to change its settings and read them back. */
async function standing() {
  const { platform, as } = await start();
  const project = platform.portal.projects().find(({ plan }) => plan === 'enterprise')!;
  const created = await newApp(platform, 'Tide Table', project.id);
  return {
    platform,
    as,
    ...created,
    settings: () => appNamed(platform, 'Tide Table').settings,
    change: (patch: Partial<AppSettings>) => platform.do('portal.updateApp', created.app.id, patch),
  };
}

const callback = 'https://tide.example/back';

describe('Settings are stored', () => {
  const stored: readonly [string, Partial<AppSettings>][] = [
    [
      '2.5-setting-identity',
      { icon: png, description: 'Tells the tide', website_url: 'https://tide.example/about' },
    ],
    [
      '2.5-setting-legal-urls',
      { terms_url: 'https://tide.example/terms', privacy_url: 'http://tide.example/privacy' },
    ],
    [
      '2.5-setting-organization',
      { organization_name: 'Tide & Sons', organization_url: 'https://sons.example' },
    ],
    ['2.5-setting-purpose', { purpose: 'For people who swim' }],
  ];
  test.each(stored.map(([id, patch]) => [proves(id, 'each value comes back'), patch] as const))(
    '%s',
    async (_title, patch) => {
      const { settings, change } = await standing();
      const before = settings();
      must(await change(patch));
      expect(settings()).toEqual({ ...before, ...patch });
    },
  );

  test(proves('2.5-setting-identity', 'the name can be changed'), async () => {
    const { platform, app, change } = await standing();
    must(await change({ name: ' Ebb Table ' }));
    expect(platform.portal.apps().find(({ id }) => id === app.id)).toMatchObject({
      name: 'Ebb Table',
      settings: { name: 'Ebb Table' },
    });
  });

  test(proves('2.5-setting-email-toggle', 'the e-mail toggle goes on and off'), async () => {
    const { settings, change } = await standing();
    must(await change({ terms_url: 'https://t.example', privacy_url: 'https://p.example' }));
    for (const email_toggle of [true, false]) {
      must(await change({ email_toggle }));
      expect(settings().email_toggle).toBe(email_toggle);
    }
  });

  test(
    proves('2.5-email-toggle-needs-terms-and-privacy', 'the e-mail toggle needs both URLs, and keeps them'),
    async () => {
      const { settings, change } = await standing();
      const terms = { terms_url: 'https://t.example' };
      const privacy = { privacy_url: 'https://p.example' };
      for (const urls of [{}, terms, privacy])
        expect(await change({ terms_url: '', privacy_url: '', email_toggle: true, ...urls })).toMatchObject({
          ok: false,
          problems: { email_toggle: expect.any(String) as unknown },
        });
      expect(settings().email_toggle).toBe(false);
      must(await change({ email_toggle: true, ...terms, ...privacy }));
      expect(await change({ terms_url: '' })).toMatchObject({ ok: false });
      expect(settings()).toMatchObject({ email_toggle: true, ...terms, ...privacy });
    },
  );

  test(proves('2.5-post-source', 'a post carries the name and website URL of its App'), async () => {
    const { platform, keys, change } = await standing();
    const website_url = 'https://tide.example/source';
    must(await change({ permission: 'read-write', callback_urls: [callback], website_url }));
    const { tokens } = await threeLegged(platform, keys, callback);
    const user = caller(platform, []).signing(tokens);
    const { id } = (await user.post('/2/posts', { text: 'High water at six' })).json.data;
    const read = await user.get(`/2/posts/${id}?post.fields=source`);
    expect(read.text).toContain('Tide Table');
    const rows = platform.snapshot().tables['posts'] as unknown as { id: string; source: object }[];
    expect(rows.find((row) => row.id === id)?.source).toEqual({ name: 'Tide Table', url: website_url });
  });
});

describe('Settings that are refused change nothing', () => {
  const hostile: readonly Partial<AppSettings>[] = [
    { website_url: 'javascript:alert(1)' },
    { website_url: '' },
    { website_url: 'https://x.example/"><script>' },
    { terms_url: 'data:text/html,x' },
    { privacy_url: `https://x.example/${'x'.repeat(10_000)}` },
    { organization_url: 'https://x.example/\u202egnp' },
    { description: 'a\u202eb' },
    { purpose: 'x'.repeat(10_000) },
    { icon: 'https://x.example/icon.png' },
    { icon: 'data:image/svg+xml;base64,PHN2Zz4=' },
    { icon: `data:image/png;base64,${'A'.repeat(102_400)}` },
    { permission: 'everything' as never },
    { oauth1: false, oauth2: false },
    { owner_id: '1' } as never,
  ];
  test.each(hostile.map((patch) => [JSON.stringify(patch).slice(0, 70), patch] as const))(
    '%s',
    async (_title, patch) => {
      const { settings, change } = await standing();
      const before = settings();
      const result = await change({ purpose: 'Good', ...patch });
      expect(result).toMatchObject({ ok: false, problems: expect.any(Object) as unknown });
      expect(settings()).toEqual(before);
    },
  );
});

describe('User authentication', () => {
  test(
    proves(
      ['2.5-setting-user-authentication', '5-r1-user-auth-selection'],
      'exactly the selected user flows work',
    ),
    async () => {
      const { platform, keys, settings, change } = await standing();
      must(await change({ callback_urls: [callback], oauth1: true, oauth2: true, oauth2_type: 'native' }));
      const client = { client_id: appNamed(platform, 'Tide Table').clientId, client_secret: null };
      for (const [oauth1, oauth2] of [
        [true, false],
        [false, true],
        [true, true],
      ] as const) {
        must(await change({ oauth1, oauth2 }));
        expect(settings()).toMatchObject({ oauth1, oauth2 });
        const step1 = await askRequestToken(platform, keys, callback);
        expect(step1.status).toBe(oauth1 ? 200 : 403);
        if (oauth1) await threeLegged(platform, keys, callback);
        const page = await new Visitor(platform).open(authorizePath(client, callback));
        if (oauth2) expect((await pkce(platform, client, callback)).status).toBe(200);
        else expect(page.header('location')).toContain('error=unauthorized_client');
      }
    },
  );

  test(
    proves('2.5-setting-permission-level', 'a new token has the level of its App, an old one its own'),
    async () => {
      const { platform, keys, change } = await standing();
      must(await change({ callback_urls: [callback] }));
      const earlier: (() => Promise<string | undefined>)[] = [];
      const levels = ['read', 'read-write', 'read-write-directmessages'] as const;
      for (const permission of levels) {
        must(await change({ permission }));
        const { tokens } = await threeLegged(platform, keys, callback);
        const level = async () =>
          (await caller(platform, []).signing(tokens).get('/2/users/me')).header('svc-access-level');
        expect(await level()).toBe(permission);
        earlier.push(level);
      }
      expect(await Promise.all(earlier.map((level) => level()))).toEqual(levels);
    },
  );

  test.each(['native', 'spa'] as const)(
    proves('2.5-app-types-public', '%s is a public client: no secret, and PKCE works without'),
    async (oauth2_type) => {
      const { platform, app, change } = await standing();
      const { shown } = must(await change({ callback_urls: [callback], oauth2: true, oauth2_type }));
      expect(shown).toEqual([]);
      expect(appNamed(platform, 'Tide Table').has.client_secret).toBe(false);
      const client = { client_id: app.clientId, client_secret: null };
      expect((await pkce(platform, client, callback)).status).toBe(200);
      expect(await platform.do('portal.regenerate', app.id, 'client')).toMatchObject({ ok: false });
    },
  );

  test.each(['web', 'bot'] as const)(
    proves(
      ['2.5-app-types-confidential', '2.5-credential-client-id-and-secret'],
      '%s is a confidential client: its secret is issued and needed',
    ),
    async (oauth2_type) => {
      const { platform, app, change } = await standing();
      const { shown } = must(await change({ callback_urls: [callback], oauth2: true, oauth2_type }));
      const { client_id, client_secret } = shownOf('client', shown);
      expect(client_id).toBe(app.clientId);
      expect(client_secret).toMatch(/^\w{20,}$/);
      expect(appNamed(platform, 'Tide Table').has.client_secret).toBe(true);
      expect((await pkce(platform, { client_id, client_secret }, callback)).status).toBe(200);
      expect((await pkce(platform, { client_id, client_secret: null }, callback)).status).toBe(401);
      expect((await pkce(platform, { client_id, client_secret: 'wrong' }, callback)).status).toBe(401);
      const other = must(await change({ oauth2_type: oauth2_type === 'web' ? 'bot' : 'web' }));
      expect(other.shown).toEqual([]);
      expect((await pkce(platform, { client_id, client_secret }, callback)).status).toBe(200);
    },
  );

  test('a client that becomes public loses its secret, and gets a new one when it becomes confidential again', async () => {
    const { platform, change } = await standing();
    const first = must(await change({ callback_urls: [callback], oauth2: true, oauth2_type: 'web' })).shown;
    const { client_id, client_secret } = shownOf('client', first);
    must(await change({ oauth2_type: 'native' }));
    expect(appNamed(platform, 'Tide Table').has.client_secret).toBe(false);
    expect((await pkce(platform, { client_id, client_secret }, callback)).status).toBe(401);
    expect((await pkce(platform, { client_id, client_secret: null }, callback)).status).toBe(200);
    const again = shownOf('client', must(await change({ oauth2_type: 'bot' })).shown);
    expect(again.client_secret).not.toBe(client_secret);
    expect((await pkce(platform, again, callback)).status).toBe(200);
  });
});
