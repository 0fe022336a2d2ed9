import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proves } from '../../tests/support/clause.ts';
import { isSameUrl } from './same-url.ts';
import { urlObjection } from './url.ts';
import { rounds } from '../../tests/support/rounds.ts';

const allowed = [
  'https://hooks.example.com/events',
  'HTTPS://Hooks.Example.COM',
  'https://hooks.example.com?a=1&b=%20',
  "https://hooks.example.com/a/b;c=1?x=[1]&y=it's~ok!",
  'https://my_app.hooks.example./in',
  'https://xn--mnchen-3ya.example/',
  'https://127.example/',
  'https://10.0.0.1.example/',
  'https://localhost.example.com/',
  'https://8.8.8.8/',
  'https://203.0.113.7/hooks',
  'https://172.15.255.255/',
  'https://172.32.0.0/',
  'https://223.255.255.255/',
  'https://[2606:4700::1111]/',
  'https://[2001:db8::1]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[::ffff:0:8.8.8.8]/',
  'https://[64:ff9b::8.8.8.8]/',
  'https://[2002:808:808::1]/',
  'https://[3fff::1]/',
  'https://[2001:20::1]/',
  'https://[2001:4:112::1]/',
  'https://192.0.2.1/',
  'https://198.51.100.1/',
  'https://192.0.0.9/',
  'https://local.example/',
  'https://a.example.org/%41?b=%c3%a9',
];
test.each(allowed)('%s is allowed', (url) => {
  expect(urlObjection(url)).toBeNull();
});

const refused: readonly (readonly [url: unknown, says: string])[] = [
  [undefined, 'missing'],
  [null, 'not a string'],
  [['https://hooks.example.com'], 'not a string'],
  ['', '0 characters'],
  [`https://hooks.example.com/${'x'.repeat(176)}`, '202 characters'],
  ['http://hooks.example.com/', 'is not https but http'],
  ['wss://hooks.example.com/', 'is not https but wss'],
  ['//hooks.example.com/', 'not a complete address'],
  ['https:hooks.example.com/', 'not a complete address'],
  ['https//x', 'not a complete address'],
  ['hooks.example.com/', 'not a complete address'],
  ['https:///events', 'no host'],
  ['https://', 'no host'],
  [' https://hooks.example.com/', 'characters that a URL does not have'],
  ['https://hooks.example.com/\n', 'characters that a URL does not have'],
  ['https://hooks.example.com\\@127.0.0.1/', 'characters that a URL does not have'],
  ['https://höoks.example.com/', 'characters that a URL does not have'],
  ['https://hooks.example.com/#here', 'fragment'],
  ['https://hooks.example.com#', 'fragment'],
  ['https://me@hooks.example.com/', 'user name'],
  ['https://me:pass@hooks.example.com/', 'user name'],
  ['https://@hooks.example.com/', 'user name'],
  ['https://hooks.example.com:443/', 'a port (:443)'],
  ['https://hooks.example.com:/', 'a port (:)'],
  ['https://[2606:4700::1111]:8443/', 'a port (:8443)'],
  ['https://localhost/', 'this machine'],
  ['https://LocalHost./', 'this machine'],
  ['https://api.localhost/', 'this machine'],
  ['https://intranet/', 'single label'],
  ['https://intranet./', 'single label'],
  ['https://hooks..example/', 'is not a host'],
  ['https://.example/', 'is not a host'],
  [`https://${'a'.repeat(64)}.example/`, 'is not a host'],
  ['https://hooks%2eexample.com/', 'is not a host'],
  ['https://127.0.0.256/', 'is not a host'],
  ['https://1.2.3.4.5/', 'is not a host'],
  ['https://[::1/', 'is not a host'],
  ['https://[::g]/', 'is not a host'],
  ['https://127.0.0.1/', 'loopback'],
  ['https://127.1/', 'loopback'],
  ['https://2130706433/', 'loopback'],
  ['https://0x7f.0x1/', 'loopback'],
  ['https://0177.0.0.01/', 'loopback'],
  ['https://0.0.0.0/', 'loopback'],
  ['https://0/', 'loopback'],
  ['https://10.255.0.1/', 'private'],
  ['https://012.1/', 'private'],
  ['https://100.64.0.1/', 'private'],
  ['https://172.16.0.1/', 'private'],
  ['https://172.31.255.255/', 'private'],
  ['https://192.168.0.1/', 'private'],
  ['https://3232235521/', 'private'],
  ['https://169.254.169.254/', 'link-local'],
  ['https://224.0.0.1/', 'no host'],
  ['https://255.255.255.255/', 'no host'],
  ['https://[::]/', 'loopback'],
  ['https://[::1]/', 'loopback'],
  ['https://[0:0:0:0:0:0:0:1]/', 'loopback'],
  ['https://[::ffff:127.0.0.1]/', 'loopback'],
  ['https://[::FFFF:7f00:1]/', 'loopback'],
  ['https://[::ffff:a9fe:a9fe]/', 'link-local'],
  ['https://[::127.0.0.1]/', 'loopback'],
  ['https://[64:ff9b::10.0.0.1]/', 'private'],
  ['https://[2002:c0a8:1::]/', 'private'],
  ['https://[fc00::1]/', 'private'],
  ['https://[fdff:1::1]/', 'private'],
  ['https://[fec0::1]/', 'private'],
  ['https://[fe80::1]/', 'link-local'],
  ['https://[febf::1]/', 'link-local'],
  ['https://[ff02::1]/', 'no host'],
  // The IANA registries of special-purpose addresses.
  ['https://192.0.0.8/', 'protocol'],
  ['https://192.88.99.1/', 'protocol'],
  ['https://198.19.255.255/', 'private'],
  ['https://[::ffff:0:7f00:1]/', 'loopback'],
  ['https://[::ffff:0:a00:1]/', 'private'],
  ['https://[64:ff9b:1::7f00:1]/', 'not assigned'],
  ['https://[2001:0:7f00:1::]/', 'protocol'],
  ['https://[2001:2::1]/', 'protocol'],
  ['https://[2001:10::1]/', 'protocol'],
  ['https://[100::1]/', 'no host'],
  ['https://[100:0:0:1::1]/', 'not assigned'],
  ['https://[5f00::1]/', 'not assigned'],
  ['https://[4000::1]/', 'not assigned'],
  // The registry of special-use domain names.
  ['https://a.local/', '.local'],
  ['https://a.internal/', '.internal'],
  ['https://localhost.localdomain/', '.localdomain'],
  ['https://x.home.arpa/', '.arpa'],
  ['https://a.onion./', '.onion'],
  ['https://a.invalid/', '.invalid'],
  ['https://a.TEST/', '.test'],
  ['https://a.alt/', '.alt'],
  ['https://a.example/%zz', '%zz, which encodes nothing'],
  ['https://a.example/%4', '%4, which encodes nothing'],
];
test.each(refused)(
  proves(['4.3-post-https', '4.3-post-no-port', '4.3-post-public', '7-url-failed-format'], '%j is refused'),
  (url, says) => {
    expect(urlObjection(url)).toContain(says);
  },
);

test('a URL parser reads every allowed URL as https to that host, at the default port', () => {
  const label = fc.stringMatching(/^[A-Za-z0-9_.:@%[\]x-]{0,12}$/);
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 5 }), fc.webPath(), (labels, path) => {
      const url = `https://${labels.join('.')}${path}`;
      if (urlObjection(url) !== null) return;
      const { protocol, port, username, password, hash, hostname } = new URL(url);
      expect([protocol, port, username, password, hash]).toEqual(['https:', '', '', '', '']);
      const host = labels.join('.').toLowerCase();
      // A public IPv4 address may be written in fewer numbers than four.
      if (/^[\d.]+$/.test(hostname)) expect(urlObjection(`https://${hostname}/`)).toBeNull();
      else expect(hostname).toBe(host);
    }),
    rounds(500, 40_000),
  );
});

test('no address of a range is allowed, in any notation', () => {
  const part = fc.integer({ min: 0, max: 255 });
  const written = fc.constantFrom(
    (number: number) => String(number),
    (number: number) => `0x${number.toString(16)}`,
    (number: number) => `0${number.toString(8)}`,
  );
  fc.assert(
    fc.property(fc.constantFrom(10, 127), part, part, part, written, (a, b, c, d, write) => {
      const number = ((a * 256 + b) * 256 + c) * 256 + d;
      const notations = [
        write(number),
        `${write(a)}.${write(number % 2 ** 24)}`,
        [a, b, c, d].map(write).join('.'),
      ];
      for (const host of notations) expect(urlObjection(`https://${host}/`), host).not.toBeNull();
    }),
    rounds(100, 2000),
  );
});

test('two URLs are the same when a parser reads both alike', () => {
  expect(isSameUrl('https://Hooks.Example.com', 'HTTPS://hooks.example.com/')).toBe(true);
  expect(isSameUrl('https://hooks.example.com/a/../b', 'https://hooks.example.com/b')).toBe(true);
  expect(isSameUrl('https://hooks.example.com/a', 'https://hooks.example.com/A')).toBe(false);
  expect(isSameUrl('https://hooks.example.com/', 'https://hooks.example.com/?')).toBe(false);
});
