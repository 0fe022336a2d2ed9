/** Cases in which signers differ from RFC 5849. Every base string here was written by hand from its text. */
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createPlatform, isResponse, utf8 } from '../../engine/index.ts';
import type { Exchange, HttpRequest, Scenario } from '../../engine/inside.ts';
import { starter } from '../../engine/scenarios/starter.ts';

/** The starter, with keys short enough to write by hand. */
const short: Scenario = {
  name: 'short keys',
  build: (write, state) => {
    const initialCredentials = starter.build(write, state);
    const [app] = state.tables.apps.values();
    write.apps.update(app!.id, { consumer_key: 'ck', consumer_secret: 'cs' });
    const token = state.tables.user_tokens.firstBy('app_user', `${app!.id}:${app!.owner_id}`)!;
    write.user_tokens.insert({ ...token, oauth_token: 'tk', oauth_token_secret: 't&s' });
    return initialCredentials;
  },
};
const timestamp = 1_772_444_472;
/** Consumer secret and token secret, each encoded, joined by & (3.4.2). */
const key = 'cs&t%26s';

/** The protocol parameters, encoded again, as they appear inside a base string. */
const protocol =
  'oauth_consumer_key%3Dck%26oauth_nonce%3Dn%26oauth_signature_method%3DHMAC-SHA1' +
  `%26oauth_timestamp%3D${timestamp}%26oauth_token%3Dtk%26oauth_version%3D1.0`;
const host = 'https%3A%2F%2Fapi.svc.example';
const me = `${host}%2F2%2Fusers%2Fme`;

interface Case {
  readonly title: string;
  readonly method?: string;
  readonly url: string;
  /** Content type and body. */
  readonly body?: readonly [type: string, text: string];
  readonly base: string;
}
const form = 'application/x-www-form-urlencoded';
const cases: readonly Case[] = [
  {
    title: '3.4.1.2: the default port and capitals of scheme and host go',
    url: 'HTTPS://API.svc.EXAMPLE:443/2/users/me',
    base: `GET&${me}&${protocol}`,
  },
  {
    title: '3.4.1.2: the path stays as written, with its last slash',
    url: 'https://api.svc.example/2/users/me/',
    base: `GET&${me}%2F&${protocol}`,
  },
  {
    title: '3.4.1.2: escapes of the path stay as written, in their case',
    url: 'https://api.svc.example/2/users/by/username/mira%5fholm',
    base: `GET&${host}%2F2%2Fusers%2Fby%2Fusername%2Fmira%255fholm&${protocol}`,
  },
  {
    title: '3.4.1.3.2: a repeated name stays repeated, sorted by the encoded value',
    url: 'https://api.svc.example/2/users/me?ids=2&ids=10&ids=1&ids=',
    base: `GET&${me}&ids%3D%26ids%3D1%26ids%3D10%26ids%3D2%26${protocol}`,
  },
  {
    title: '3.4.1.3.2: the same pair twice counts twice',
    url: 'https://api.svc.example/2/users/me?a=1&a=1',
    base: `GET&${me}&a%3D1%26a%3D1%26${protocol}`,
  },
  {
    title: '3.4.1.3.1: + is a space, %2B is a plus',
    url: 'https://api.svc.example/2/users/me?a=b+c%2Bd',
    base: `GET&${me}&a%3Db%2520c%252Bd%26${protocol}`,
  },
  {
    title: '3.4.1.3.1: a value goes on after its second =',
    url: 'https://api.svc.example/2/users/me?a=b=c==',
    base: `GET&${me}&a%3Db%253Dc%253D%253D%26${protocol}`,
  },
  {
    title: '3.4.1.3.1: names are decoded before they are encoded',
    url: 'https://api.svc.example/2/users/me?a%5B0%5D=x&%C3%A9=y',
    base: `GET&${me}&%25C3%25A9%3Dy%26a%255B0%255D%3Dx%26${protocol}`,
  },
  {
    title: '3.6: hex digits are capitals, whatever they were, and the unreserved are bare',
    url: 'https://api.svc.example/2/users/me?a=%c3%a9%7e%41',
    base: `GET&${me}&a%3D%25C3%25A9~A%26${protocol}`,
  },
  {
    title: '3.6: what encodeURIComponent leaves bare is encoded',
    url: "https://api.svc.example/2/users/me?a=!*'()",
    base: `GET&${me}&a%3D%2521%252A%2527%2528%2529%26${protocol}`,
  },
  {
    title: '3.4.1.3.2: names sort by the bytes of their encoded form, not by code units',
    // U+FF5E is EF BD 9E and U+1D11E is F0 9D 84 9E; UTF-16 has them the other way round.
    url: 'https://api.svc.example/2/users/me?%F0%9D%84%9E=1&%EF%BD%9E=2',
    base: `GET&${me}&%25EF%25BD%259E%3D2%26%25F0%259D%2584%259E%3D1%26${protocol}`,
  },
  {
    title: '3.4.1.3.2: an encoded name sorts by its %, before letters and digits',
    url: 'https://api.svc.example/2/users/me?a=1&%7C=2&0=3&a-b=4',
    base: `GET&${me}&%257C%3D2%260%3D3%26a%3D1%26a-b%3D4%26${protocol}`,
  },
  {
    title: '3.4.1.3.1: empty values, missing ones and empty pairs',
    url: 'https://api.svc.example/2/users/me?&a=&b&&',
    base: `GET&${me}&a%3D%26b%3D%26${protocol}`,
  },
  {
    title: '3.4.1.3.1: a form body counts beside the query',
    method: 'POST',
    url: 'https://api.svc.example/oauth2/invalidate_token?a=1',
    body: [`${form}; charset=UTF-8`, 'a=1&z=%20+'],
    base: `POST&${host}%2Foauth2%2Finvalidate_token&a%3D1%26a%3D1%26${protocol}%26z%3D%2520%2520`,
  },
  {
    title: '3.4.1.3.1: a body of another type does not count',
    method: 'POST',
    url: 'https://api.svc.example/2/posts',
    body: ['application/json', '{"text":"a=1&b=2"}'],
    base: `POST&${host}%2F2%2Fposts&${protocol}`,
  },
  {
    title: 'choice o1-collect: an OAuth parameter that stands in the query as well counts once',
    url: 'https://api.svc.example/2/users/me?oauth_token=tk',
    base: `GET&${me}&${protocol}`,
  },
];

const hmac = (base: string) => createHmac('sha1', key).update(base).digest('base64');

function request({ method = 'GET', url, body }: Case, signature: string): HttpRequest {
  const authorization =
    'OAuth realm="not signed", oauth_version="1.0", oauth_token="tk", oauth_nonce="n", oauth_consumer_key="ck", ' +
    `oauth_signature_method="HMAC-SHA1", oauth_timestamp="${timestamp}", oauth_signature="${encodeURIComponent(signature)}"`;
  const headers: [string, string][] = [['Authorization', authorization]];
  if (!body) return { method, url, headers };
  return { method, url, headers: [...headers, ['Content-Type', body[0]]], body: utf8(body[1]) };
}

describe('base strings by hand', () => {
  test.each(cases)('$title', async (each) => {
    const platform = createPlatform({ scenario: short });
    await platform.clock.freeze(timestamp * 1000);
    let last: Exchange | undefined;
    platform.exchanges.subscribe((exchange) => (last = exchange));

    const refused = await platform.handle(request(each, hmac(`${each.base} `)));
    expect(refused).toMatchObject({ status: 401 });
    expect(last!.trace.find(({ signature }) => signature)?.signature).toEqual({
      received: hmac(`${each.base} `),
      expected: hmac(each.base),
      baseString: each.base,
    });

    const accepted = await platform.handle(request(each, hmac(each.base)));
    expect(!isResponse(accepted) ? 0 : accepted.status).not.toBe(401);
    expect(last!.userId).toBe('2244994945');
  });
});
