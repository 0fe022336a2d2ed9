import { describe, expect, test } from 'vitest';
import { proves } from '../../tests/support/clause.ts';
import { openLegs } from '../../testing/legs.ts';
import { start } from '../../testing/platform.ts';
import { appNamed, must } from '../../testing/portal.ts';
import { askRequestToken, threeLegged } from '../../tests/support/visitor.ts';
import { callbackObjection, disallowedProtocols } from './callbacks.ts';

async function saving() {
  const { platform, as } = await start();
  const app = appNamed(platform, 'Northwind Reader');
  return {
    platform,
    keys: as.credential('basic', 'Northwind Reader'),
    save: (...callback_urls: string[]) => platform.do('portal.updateApp', app.id, { callback_urls }),
    saved: () => appNamed(platform, 'Northwind Reader').settings.callback_urls,
  };
}

const refusal = { ok: false, problems: { 'callback_urls.0': expect.any(String) as unknown } };

/** The specification's own list, not the engine's. */
const listed =
  'vbscript, javascript, vbs, data, mocha, keyword, livescript, ftp, file, gopher, acrobat, callto, daap, itpc, itms, firefoxurl, hcp, ldap, mailto, mmst, mmsu, msbd, rtsp, mso-offdap, snews, news, nntp, outlook, stssync, rlogin, telnet, tn3270, shell, sip'.split(
    ', ',
  );

describe('Callback URLs', () => {
  test(
    proves('2.5-setting-callback-urls', 'a listed one is accepted by a flow, and a removed one is not'),
    async () => {
      const { platform, keys, save } = await saving();
      const callback = 'https://added.example/back?from=svc';
      expect((await askRequestToken(platform, keys, callback)).status).toBe(403);
      must(await save(callback));
      expect((await askRequestToken(platform, keys, callback)).status).toBe(200);
      must(await save('https://other.example/'));
      const refused = await askRequestToken(platform, keys, callback);
      expect([refused.status, refused.code]).toEqual([403, 415]);
    },
  );

  test(proves('5-r4-ten-callbacks', 'ten are saved, eleven are not'), async () => {
    const { save, saved } = await saving();
    const ten = Array.from({ length: 10 }, (_, at) => `https://${at}.example/`);
    must(await save(...ten));
    expect(await save(...ten, 'https://11.example/')).toMatchObject({
      ok: false,
      problems: { callback_urls: 'At most 10 callback URLs' },
    });
    expect(saved()).toEqual(ten);
  });

  test.each([
    'http://localhost/back',
    'https://localhost:8080/back',
    'http://LocalHost',
    'http://localhost./back',
    'http://app.localhost/back',
    'myapp://localhost/back',
  ])(proves('5-r4-no-localhost', '%s is refused'), async (url) => {
    const { save, saved } = await saving();
    const before = saved();
    expect(await save(url)).toMatchObject(refusal);
    expect(saved()).toEqual(before);
  });

  test.each([
    'https://app.tide.example/back',
    'http://127.0.0.1/back',
    'http://127.0.0.1:8080/back?to=me',
    'https://127.0.0.1/back',
    'https://localhost.tide.example/',
  ])(proves('5-r4-custom-host-or-127', '%s is saved and works in a flow'), async (url) => {
    const { platform, keys, save } = await saving();
    must(await save(url));
    expect((await threeLegged(platform, keys, url)).redirect.startsWith(url)).toBe(true);
  });

  test(proves('5-r4-custom-protocol', 'myapp://host/path is saved and works in a flow'), async () => {
    const { platform, keys, save } = await saving();
    const url = 'myapp://signed-in/back';
    must(await save(url));
    const { redirect, tokens } = await threeLegged(platform, keys, url);
    expect(redirect).toMatch(/^myapp:\/\/signed-in\/back\?oauth_token=/);
    expect(tokens.oauth_token).toMatch(/^\d+-/);
  });

  test.each([
    'myapp://',
    'myapp://host',
    'myapp://host/',
    'myapp:///path',
    'myapp:path',
    'myapp://host?x=/y',
  ])(proves('5-r4-custom-protocol', '%s lacks a domain or a path and is refused'), async (url) => {
    expect(await (await saving()).save(url)).toMatchObject(refusal);
  });

  test(proves('2.8-disallowed-protocols', 'these are the 34 of the list'), () => {
    expect(listed).toHaveLength(34);
    expect([...disallowedProtocols].sort()).toEqual(listed.toSorted());
  });

  test.each(listed)(
    proves(['2.8-disallowed-protocols', '5-r4-disallowed-protocols'], '%s is refused in any letter case'),
    async (protocol) => {
      const { save, saved } = await saving();
      const before = saved();
      const mixed = [...protocol].map((letter, at) => (at % 2 ? letter : letter.toUpperCase())).join('');
      for (const scheme of [protocol, protocol.toUpperCase(), mixed])
        for (const url of [`${scheme}://host/path`, `${scheme}:alert(1)`])
          expect(await save(url), url).toMatchObject(refusal);
      expect(saved()).toEqual(before);
    },
  );

  test('one wrong URL among good ones is named by its place, and nothing is saved', async () => {
    const { save, saved } = await saving();
    const before = saved();
    const good = 'https://good.example/';
    const result = await save(good, 'ftp://bad.example/x', good);
    expect(result).toMatchObject({ ok: false });
    expect('problems' in result && Object.keys(result.problems)).toEqual([
      'callback_urls.1',
      'callback_urls.2',
    ]);
    expect(saved()).toEqual(before);
  });

  test.each([
    'oob',
    '',
    'https://',
    '//host/path',
    'https://host.example/a b',
    'https://host.example/\u202egnp',
    'https://mira@host.example/',
    'https://host.example/#part',
    `https://host.example/${'x'.repeat(10_000)}`,
    '<script>alert(1)</script>',
    ' https://host.example/',
  ])('a text that is not an address is refused: %j', (url) => {
    expect(callbackObjection(url)).toEqual(expect.any(String));
  });
});

describe('addresses that no browser opens', () => {
  const save = async (url: string) => {
    const { platform, app } = await openLegs();
    return (await platform.do('portal.updateApp', app().id, { callback_urls: [url] })).ok;
  };
  test.each([
    'http://[zz]/',
    'http://[::1::]/',
    'http://[1:2:3:4:5:6:7]/',
    'http://[1:2:3:4:5:6:7:8:9]/',
    'http://[::12345]/',
    'http://[::1.2.3.256]/',
    'http://[]/',
    'https://a.example:99999/',
    'https://a.example:65536/',
    'https://a..b/',
    'https://.a.example/',
    'https://./',
    'http://1.2.3.4.5/',
    'http://256.1.1.1/',
    'http://1.2.3/',
    'http://a%20b/',
    'http://a,b/',
    `http://${'a'.repeat(64)}.example/`,
    'myapp://[zz]/path',
    'myapp://host:99999/path',
    'myapp://a..b/path',
  ])('%s is refused', async (url) => {
    expect(await save(url)).toBe(false);
  });
  test.each([
    'http://[::1]:65535/',
    'http://[2001:db8::1.2.3.4]/back?x=1',
    'https://[1:2:3:4:5:6:7:8]/',
    'http://127.0.0.1:8080/',
    'https://a.example.:443/back',
    'https://xn--bcher-kva.example/',
    'https://my_app.example',
    'myapp://host:1234/path',
    'com.example.app://callback/done',
  ])('%s is taken', async (url) => {
    expect(await save(url)).toBe(true);
    if (url.startsWith('http')) expect(() => new URL(url)).not.toThrow();
  });
});
