import { describe, expect, test } from 'vitest';
import { proves } from '../../tests/support/clause.ts';
import { basicOf, caller, start } from '../../testing/platform.ts';
import { appNamed, made, must, newApp, shownOf } from '../../testing/portal.ts';
import { pkce, threeLegged } from '../../tests/support/visitor.ts';
import type { Answer, Message } from '../../testing/platform.ts';
import type { Platform, Shown } from '../inside.ts';
import { hint } from '../auth/mask.ts';

const readUser = '/2/users/by/username/mira_holm';
const tokenCall = { method: 'POST', path: '/oauth2/token', form: { grant_type: 'client_credentials' } };
const callback = 'https://kiln.example/back';

/** An App of a Project with OAuth 2.0 on, and a call with each of its credentials. */
async function kiln() {
  const { platform, as } = await start();
  const project = platform.portal.projects().find(({ plan }) => plan === 'enterprise')!;
  const { app, keys, bearer } = await newApp(platform, 'Kiln', project.id);
  const settings = { callback_urls: [callback], oauth2: true, oauth2_type: 'web' as const };
  const client = shownOf('client', must(await platform.do('portal.updateApp', app.id, settings)).shown);
  const owner = made(await platform.do('portal.regenerate', app.id, 'oauth1'));
  return { platform, as, app, keys, bearer, client, owner };
}

type Basic = { consumer_key: string; consumer_secret: string };

const byKey = (platform: Platform, keys: Basic, message: Message = tokenCall): Promise<Answer> =>
  caller(platform, []).raw(basicOf(keys)).send(message);

/** Makes a call that uses the credential. */
function tryOut(platform: Platform, shown: Shown, keys: Basic): Promise<Answer> {
  const as = caller(platform, []);
  switch (shown.kind) {
    case 'basic':
      return byKey(platform, shown);
    case 'app':
      return as.withBearer(shown.bearer_token).get(readUser);
    case 'oauth1':
      return as.signing({ ...keys, ...shown }).get('/2/users/me');
    case 'client':
      return pkce(platform, shown, callback);
    case 'oauth2':
      return as.withBearer(shown.access_token).get('/2/users/me');
  }
}

const secretsOf = (shown: Shown): string[] =>
  Object.entries(shown).flatMap(([name, value]) =>
    /secret|token$|consumer_key/.test(name) && typeof value === 'string' ? [value] : [],
  );

describe('Credentials', () => {
  test(
    proves('2.5-credential-api-key-and-secret', 'a new App’s API Key and Secret sign and authenticate'),
    async () => {
      const { platform } = await start();
      const { app, keys } = await newApp(platform, 'Kiln', null);
      expect((await byKey(platform, keys)).status).toBe(200);
      must(await platform.do('portal.updateApp', app.id, { callback_urls: [callback] }));
      const { tokens } = await threeLegged(platform, keys, callback);
      expect(tokens.oauth_token_secret).not.toBe('');
    },
  );

  test(
    proves(
      '2.5-credential-app-access-token',
      'the App Access Token works and equals the one of oauth2/token',
    ),
    async () => {
      const { platform, as, app, keys } = await kiln();
      const { bearer_token } = made(await platform.do('portal.regenerate', app.id, 'app')) as {
        bearer_token: string;
      };
      expect((await as.withBearer(bearer_token).get(readUser)).status).toBe(200);
      expect((await byKey(platform, keys)).json.access_token).toBe(bearer_token);
    },
  );

  test(
    proves('2.5-credential-owner-tokens', 'the owner’s Access Token and Secret act as the owner'),
    async () => {
      const { platform, keys, owner, app } = await kiln();
      const answer = await tryOut(platform, owner, keys);
      expect(answer.status).toBe(200);
      expect(answer.json.data.id).toBe(app.ownerId);
    },
  );

  test(
    proves(
      '2.5-keys-not-viewable-again',
      'no key or token can be read again in any way that the portal offers',
    ),
    async () => {
      const { platform, app, keys, bearer, client, owner } = await kiln();
      const before = [...secretsOf(keys), bearer, ...secretsOf(client), ...secretsOf(owner)];
      expect(before).toHaveLength(6);
      const { portal } = platform;
      const reads = JSON.stringify([
        portal.projects(),
        portal.apps(),
        portal.users(),
        portal.notices(),
        await platform.ask('portal.apiKeyHint', app.id),
        portal.abuseEnabled(),
        await platform.do('portal.updateApp', app.id, { purpose: 'Pots', oauth2_type: 'bot' }),
        await platform.do('portal.setSuspended', app.id, true),
        await platform.do('portal.setSuspended', app.id, false),
        await platform.do('portal.attachApp', app.id, app.projectId!),
        await platform.do('portal.createApp', 'Full', app.projectId),
        await platform.do('portal.createApp', 'Another', null),
        await platform.do('portal.regenerate', app.id, 'oauth1'),
        await platform.do('portal.regenerate', app.id, 'app'),
        await platform.do('portal.regenerate', app.id, 'client'),
        portal.apps(),
        portal.notices(),
      ]);
      for (const secret of before) expect(reads).not.toContain(secret);
      const rows = platform.snapshot().tables['apps'] as unknown as { consumer_secret: string }[];
      expect(JSON.stringify(rows)).toContain(keys.consumer_secret);
    },
  );

  test.each(['basic', 'app', 'oauth1', 'client'] as const)(
    proves(
      '2.5-keys-regenerated-or-revoked',
      '%s: once regenerated, only the new one works; once revoked, it is refused',
    ),
    async (kind) => {
      const { platform, app, keys, bearer, client, owner } = await kiln();
      const old = { basic: keys, app: { ...keys, kind: 'app', bearer_token: bearer }, oauth1: owner, client }[
        kind
      ] as Shown;
      expect((await tryOut(platform, old, keys)).status).toBe(200);
      const fresh = made(await platform.do('portal.regenerate', app.id, kind));
      const differ = secretsOf(fresh).filter((each) => !secretsOf(old).includes(each));
      expect(differ).toHaveLength(secretsOf(fresh).length);
      expect((await tryOut(platform, fresh, keys)).status).toBe(200);
      const refused = await tryOut(platform, old, keys);
      expect(refused.status).toBe(kind === 'basic' ? 403 : 401);
      must(await platform.do('portal.revoke', app.id, kind));
      expect((await tryOut(platform, fresh, keys)).status).toBe(kind === 'basic' ? 403 : 401);
      const has = appNamed(platform, 'Kiln').has;
      const of = {
        basic: 'api_key',
        app: 'bearer_token',
        oauth1: 'owner_token',
        client: 'client_secret',
      } as const;
      expect(has[of[kind]]).toBe(false);
      expect(
        (await tryOut(platform, made(await platform.do('portal.regenerate', app.id, kind)), keys)).status,
      ).toBe(200);
    },
  );

  test('revoking the API key ends the bearer token and every user’s token, and those of no other App', async () => {
    const { platform, as, app, keys, bearer, owner } = await kiln();
    const { tokens } = await threeLegged(platform, keys, callback);
    const fresh = made(await platform.do('portal.regenerate', app.id, 'basic')) as Basic;
    expect((await as.withBearer(bearer).get(readUser)).code).toBe(89);
    for (const user of [owner as object, tokens])
      expect((await as.signing({ ...user, ...fresh }).get('/2/users/me')).code).toBe(89);
    expect((await as.signing(tokens).get('/2/users/me')).code).toBe(32);
    expect((await as.bearer().get(readUser)).status).toBe(200);
    expect((await as.user().get('/2/users/me')).status).toBe(200);
  });

  test('revoking the owner’s token leaves those of other users', async () => {
    const { platform, as, app, keys } = await kiln();
    const { tokens } = await threeLegged(platform, keys, callback, 'jonas_berg');
    must(await platform.do('portal.revoke', app.id, 'oauth1'));
    expect((await as.signing(tokens).get('/2/users/me')).status).toBe(200);
  });

  test('a revoked key, which is empty, does not authenticate', async () => {
    const { platform, app, client } = await kiln();
    must(await platform.do('portal.revoke', app.id, 'basic'));
    must(await platform.do('portal.revoke', app.id, 'client'));
    expect((await byKey(platform, { consumer_key: '', consumer_secret: '' })).status).toBe(403);
    expect((await pkce(platform, { ...client, client_secret: '' }, callback)).status).toBe(401);
    expect((await pkce(platform, { ...client, client_secret: null }, callback)).status).toBe(401);
  });

  test(
    proves('2.5-api-key-hint', 'a hint matches only its own API Key, and is only a part of it'),
    async () => {
      const { platform } = await start();
      const [one, two] = [await newApp(platform, 'One', null), await newApp(platform, 'Two', null)];
      for (const [mine, other] of [
        [one, two],
        [two, one],
      ] as const) {
        const shown = (await platform.ask('portal.apiKeyHint', mine.app.id))!;
        const [first, last] = shown.split('…') as [string, string];
        const fits = (key: string) => key.startsWith(first) && key.endsWith(last);
        expect(fits(mine.keys.consumer_key)).toBe(true);
        expect(fits(other.keys.consumer_key)).toBe(false);
        expect(first.length + last.length).toBeLessThan(mine.keys.consumer_key.length / 2);
        expect(shown).toBe(hint(mine.keys.consumer_key));
      }
      must(await platform.do('portal.revoke', one.app.id, 'basic'));
      expect(await platform.ask('portal.apiKeyHint', one.app.id)).toBeNull();
      expect(await platform.ask('portal.apiKeyHint', '0')).toBeNull();
    },
  );

  test('an unknown kind is not a credential', async () => {
    const { platform, app } = await kiln();
    for (const kind of ['', 'oauth2', 'constructor'] as never[]) {
      await expect(platform.do('portal.regenerate', app.id, kind)).rejects.toThrow(TypeError);
      await expect(platform.do('portal.revoke', app.id, kind)).rejects.toThrow(TypeError);
    }
  });
});
