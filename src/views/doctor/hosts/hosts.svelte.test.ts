import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openSession } from '../../../../tests/support/session.ts';
import { WebStorage } from '../../../../tests/support/web-storage.ts';
import { loadDoctor } from '../../../../worker/api.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { DoctorDesk } from '../desk.svelte.ts';
import type { DiagnosisForm } from '../diagnosis-form.svelte.ts';
import { mostHosts, parseHosts } from './hosts.svelte.ts';
import { presetOf, suggested } from './presets.ts';

let session: PageSession;
let desk: DoctorDesk;

/** The storage of the tab. */
let held: WebStorage;

beforeEach(async () => {
  held = new WebStorage();
  vi.stubGlobal('location', { pathname: '/play/' });
  vi.stubGlobal('sessionStorage', held);
  session = await openSession();
  desk = new DoctorDesk(session);
  await desk.doctor.whenLoaded;
});

function paste(curl: string, secret = 'cs_1'): DiagnosisForm {
  desk.take(curl);
  const { current } = desk;
  if (!current) throw new Error('nothing was read');
  current.typedSecret = secret;
  return current;
}

/** As the shop's documentation shows it: with the parameters in the query. */
const order = (parameters: string) =>
  `curl 'https://shop.example/wp-json/wc/v3/orders?per_page=20${parameters}'`;
const protocol =
  '&oauth_consumer_key=ck&oauth_nonce=n&oauth_timestamp=1772445911&oauth_signature_method=HMAC-SHA256';
const judge = async ({ input }: DiagnosisForm) => (await loadDoctor()).diagnose(input!);

describe('lift 2: a host has its own rules', () => {
  it('which are the RFC’s at first, even if a preset is suggested, and judge the parameters in the query', async () => {
    const one = paste(order(`${protocol}&oauth_signature=x`));
    expect([one.signedFor, one.consumerKey, one.lacks]).toEqual(['other', 'ck', null]);
    expect(desk.hosts.all.map(({ host }) => host)).toEqual(['shop.example']);
    expect([presetOf(one.profile)?.name, one.profile.parameters]).toEqual(['Plain RFC 5849', 'query']);
    expect(suggested(one)).toMatchObject({
      preset: { name: 'WooCommerce' },
      because: 'the path begins with /wp-json/wc/',
    });
    const { signatures } = await judge(one);
    const right = paste(order(`${protocol}&oauth_signature=${encodeURIComponent(signatures!.right)}`));
    expect(await judge(right)).toMatchObject({ verdict: 'correct', method: 'HMAC-SHA256' });
    const header = one.repaired!.request.headers.some(([name]) => name === 'Authorization');
    expect([header, one.repaired!.carrier]).toEqual([false, 'query']);
    expect(await judge(paste(`curl '${one.repaired!.request.url}'`))).toMatchObject({ verdict: 'correct' });
  });

  it('which change what is expected, and the request that is signed again', async () => {
    const one = paste(order(`${protocol}&oauth_token=tk&oauth_signature=x`));
    const ids = async () => {
      const { explanations, besides } = await judge(one);
      return [...besides, ...explanations.flatMap(({ mistakes }) => mistakes)].map(({ id }) => id);
    };
    expect([one.needsTokenSecret, one.lacks]).toEqual([true, 'token secret']);
    desk.hosts.set({ ...one.profile, ...suggested(one)!.preset.rules });
    expect([one.needsTokenSecret, await ids()]).toEqual([false, ['token-not-taken']]);
    desk.hosts.set({
      ...one.profile,
      token: 'always',
      method: 'HMAC-SHA1',
      realm: '4455',
      parameters: 'header',
    });
    expect([one.needsTokenSecret, one.lacks]).toEqual([true, 'token secret']);
    one.typedTokenSecret = 'ts';
    expect(await ids()).toEqual(['method-not-taken', 'realm-not-named']);
    const { request, onTheWay } = one.repaired!;
    expect(request.headers[0]?.[1]).toMatch(/^OAuth realm="4455", .*HMAC-SHA1.*oauth_token="tk"/);
    expect(onTheWay.map(({ code }) => code)).toContain('realm');
  });

  it('which survive a reload; secrets do not, and are asked for once', () => {
    paste(order(`${protocol}&oauth_signature=x`), 'cs_secret');
    desk.take(order(`${protocol}&oauth_signature=y`));
    expect(desk.current?.lacks).toBeNull();
    desk.hosts.set({ ...desk.current!.profile, tolerance: 60 });
    expect(Object.values(held.texts).join('\n')).not.toContain('cs_secret');
    const again = new DoctorDesk(session);
    expect(again.hosts.all).toEqual(desk.hosts.all);
    again.take(order(`${protocol}&oauth_signature=y`));
    expect([again.current?.lacks, again.current?.profile.tolerance]).toEqual(['consumer secret', 60]);
  });

  it('whose forgotten secrets are gone from every request to it', () => {
    const one = paste(order(`${protocol}&oauth_signature=x`));
    const two = paste(order(`${protocol}&oauth_signature=y`));
    one.url = one.url.replace('shop.example', 'shop2.example');
    expect(one.typedSecret).toBe('cs_1');
    one.url = one.url.replace('shop2.example', 'shop.example');
    desk.forget('shop.example');
    expect([one.typedSecret, two.typedSecret, desk.hosts.hasSecrets('shop.example')]).toEqual([
      '',
      '',
      false,
    ]);
  });

  it('and a public address, which is signed instead of the one that a program behind a proxy sees', async () => {
    const inside = 'http://10.0.0.5:8080/api/orders?page=2';
    const one = paste(
      `curl '${inside}' -H 'Authorization: OAuth oauth_consumer_key="ck", oauth_signature="x"'`,
    );
    desk.hosts.set({ ...one.profile, address: 'https://shop.example' });
    const { request, onTheWay } = one.repaired!;
    expect(request.url).toBe('https://shop.example/api/orders?page=2');
    expect(onTheWay).toContainEqual(expect.objectContaining({ code: 'https://shop.example' }));
    const [name, value] = request.headers[0]!;
    one.authorization = value;
    expect([name, (await judge(one)).verdict]).toEqual(['Authorization', 'correct']);
    desk.hosts.set({ ...one.profile, address: '' });
    expect((await judge(one)).verdict).not.toBe('correct');
  });

  it('can be added before a request to it comes', () => {
    expect(desk.hosts.add('https://Shop.Example:8443/orders?page=2')).toBe('shop.example:8443');
    expect(desk.hosts.add('lms.example')).toBe('lms.example');
    expect(desk.hosts.add('lms.example')).toBe('lms.example');
    expect(['', 'ftp://a.example', 'a b', 'https://'].map((each) => desk.hosts.add(each))).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(desk.hosts.all.map(({ host }) => host)).toEqual(['shop.example:8443', 'lms.example']);
  });

  it('where a timestamp later than the paste is out of bounds, no matter when the request was sent', async () => {
    const later = Math.floor(Date.now() / 1000) + 2000;
    const one = paste(order(`${protocol.replace('1772445911', String(later))}&oauth_signature=x`));
    expect((await judge(one)).besides).toEqual([]);
    desk.hosts.set({ ...one.profile, tolerance: 900 });
    expect((await judge(one)).besides.map(({ id }) => id)).toEqual(['timestamp-not-taken']);
  });
});

describe('a stored profile, which may be damaged or foreign,', () => {
  const profile = {
    host: 'a.example',
    address: '',
    method: 'declared',
    token: 'sent',
    parameters: 'header',
    realm: '',
    tolerance: null,
  };
  const stored = (hosts: unknown) => JSON.stringify({ version: 2, hosts });

  it('is read if it is complete', () => {
    expect(parseHosts(stored([profile]))).toEqual([profile]);
    expect(parseHosts(stored([profile, profile]))).toHaveLength(1);
    const many = Array.from({ length: 99 }, (_, at) => ({ ...profile, host: `a${at}.example` }));
    expect(parseHosts(stored(many))).toHaveLength(mostHosts);
  });

  it('has the address of each request if it is older than that rule', () => {
    const { address, ...older } = profile;
    expect(parseHosts(JSON.stringify({ version: 1, hosts: [older] }))).toEqual([{ ...older, address }]);
  });

  it.each([
    null,
    '',
    '[]',
    'x'.repeat(50_000),
    JSON.stringify({ version: 3, hosts: [profile] }),
    stored('a'),
    ...[
      { host: 'a b' },
      { host: '' },
      { host: 'u@h' },
      { address: 'a.example' },
      { address: 'https://a.example/path' },
      { address: 1 },
      { method: 'MD5' },
      { token: 1 },
      { parameters: 'cookie' },
      { realm: 'x'.repeat(201) },
      { tolerance: -1 },
      { tolerance: 0.5 },
    ].map((each) => stored([{ ...profile, ...each }])),
  ])('is dropped if it is not: %.60s', (text) => {
    expect(parseHosts(text)).toEqual([]);
  });
});
