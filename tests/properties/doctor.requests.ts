/** Random requests, rich enough that every known mistake has an effect on many of them. */
import fc from 'fast-check';

export type Pair = readonly [name: string, value: string];

export interface Case {
  readonly method: string;
  readonly scheme: 'http' | 'https';
  /** In lower case. */
  readonly host: string;
  /** As in the address. */
  readonly writtenHost: string;
  readonly port: string;
  readonly path: string;
  /** Encoded, as in the address. */
  readonly query: readonly Pair[];
  /** Encoded. */
  readonly form: readonly Pair[];
  /** Empty if there is another body or none. */
  readonly json: string;
  /** The fields of a multipart body, which also has a file; empty if there is another body or none. */
  readonly multipart: readonly Pair[];
  /** The host that a proxy names; empty if there is none. */
  readonly forwarded: string;
  /** Whether the sender counts a protocol parameter in both header and query twice: both are correct. */
  readonly countsTwice: boolean;
  /** Decoded, in the order of the header, without oauth_signature. */
  readonly header: readonly Pair[];
  readonly consumer_secret: string;
  /** Of a token that is sent, or of one that is not. */
  readonly token_secret: string;
  readonly otherTokenSecrets: readonly string[];
}

export const baseUrls = ['https://api.svc.example', 'https://ads-api.svc.example', 'http://127.0.0.1:8080'];

const characters = [...'abcXYZ019 -._~!\'()*+/%&=?:@[],;"\\éß漢🙂'];
const character = fc.constantFrom(...characters);
const value = fc.oneof(
  { weight: 5, arbitrary: fc.string({ unit: character, maxLength: 8 }) },
  { weight: 1, arbitrary: fc.constantFrom('false', '0', 'a\r\nb', 'a\nb', 'e\u0301', '1,2') },
);
const name = fc.oneof(
  fc.constantFrom('a', 'a1', 'A', 'B', 'b', 'a-', 'c d', '[x]', '~', 'é', "it's", '(z)', 'a_', 'id[]', 'id'),
  fc.string({ unit: character, minLength: 1, maxLength: 4 }),
);
const secret = fc
  .string({ unit: fc.constantFrom(...'abcdefXYZ0189+/=!% '), minLength: 12, maxLength: 50 })
  .filter((each) => each.trim() === each);
const token = fc.stringMatching(/^[A-Za-z0-9]{12,27}$/);

/** One of the forms that senders use: everything escaped, marks left, spaces as + or %20. */
function onWire(text: string, style: number): string {
  const escaped = encodeURIComponent(text);
  const plus = style & 1 ? escaped.replaceAll('%20', '+') : escaped;
  return style & 2 ? plus.replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16)}`) : plus;
}

const wirePair = fc
  .tuple(name, value, fc.nat(3))
  .map(([first, second, style]): Pair => [onWire(first, style), onWire(second, style)]);

/** Some with a name twice, the higher value first. */
const wirePairs = fc.array(wirePair, { maxLength: 4 }).chain((pairs) =>
  fc.constantFrom(
    pairs,
    pairs,
    pairs.flatMap(([first, second]): Pair[] => [
      [first, `${second}9`],
      [first, second],
    ]),
  ),
);

export const escapes = /(?:%[0-9a-f]{2})+/gi;

/** Whether its escapes are UTF-8: signing by hand has no text for other octets. */
const isText = (text: string): boolean =>
  (text.match(escapes) ?? []).every((run) => {
    try {
      return decodeURIComponent(run) !== '';
    } catch {
      return false;
    }
  });

/** In a body that is not a form, where the platform accepts any content. */
const rawValue = value.filter(isText);

const json = fc
  .dictionary(
    fc.constantFrom('text', 'a', 'b c', 'for'),
    fc.oneof(rawValue, fc.integer(), fc.boolean(), fc.constant([1, 'x'])),
  )
  .map((members) => JSON.stringify(members));

const fields = fc.array(fc.tuple(fc.constantFrom('text', 'c d', 'a'), rawValue), {
  minLength: 1,
  maxLength: 2,
});

const body = fc.oneof(
  { weight: 3, arbitrary: fc.record({ form: wirePairs, json: fc.constant(''), multipart: fc.constant([]) }) },
  { weight: 2, arbitrary: fc.record({ form: fc.constant([]), json, multipart: fc.constant([]) }) },
  { weight: 1, arbitrary: fc.record({ form: fc.constant([]), json: fc.constant(''), multipart: fields }) },
);

export const boundary = 'b0undary';
export const forwardedPort = '5443';

/** A body that is not a form, as sent; empty if there is a form or no body. */
export function rawBody({ json: content, multipart }: Case): string {
  if (multipart.length === 0) return content;
  const parts = multipart.map(
    ([first, second]) => `Content-Disposition: form-data; name="${first}"\r\n\r\n${second}`,
  );
  const file = 'Content-Disposition: form-data; name="media"; filename="a.txt"\r\n\r\nText';
  return [...parts, file].map((part) => `--${boundary}\r\n${part}\r\n`).join('') + `--${boundary}--\r\n`;
}

const some = <T>(made: fc.Arbitrary<T>) => fc.option(made, { nil: undefined, freq: 2 });

const protocol = fc.record({
  oauth_nonce: fc.oneof({ weight: 3, arbitrary: token }, { weight: 1, arbitrary: fc.constant('a+b/c=') }),
  oauth_timestamp: fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }).map(String),
  oauth_token: fc.oneof(
    { weight: 5, arbitrary: token },
    { weight: 2, arbitrary: fc.constantFrom(undefined, undefined, '') },
  ),
  oauth_callback: some(
    fc.constantFrom('oob', 'https://app.example/back?x=1&y=(2)', 'https://app.example/a+b?x=%2F'),
  ),
  oauth_verifier: some(fc.stringMatching(/^[0-9]{7}$/)),
  oauth_version: fc.option(fc.constant('1.0'), { nil: undefined, freq: 4 }),
  oauth_body_hash: fc.constantFrom(undefined, undefined, 'Lve95gjOVATpfV8EL5X4nxwjKHE='),
  realm: some(fc.constantFrom('https://api.svc.example', 'a b')),
});

export const cases: fc.Arbitrary<Case> = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
    scheme: fc.constantFrom('https', 'https', 'https', 'http'),
    host: fc.constantFrom('api.svc.example', 'ads-api.svc.example', 'localhost'),
    shout: fc.boolean(),
    port: fc.constantFrom('', '', '443', '80', '8443'),
    path: fc.constantFrom(
      '/1.1/statuses/update.json',
      '/2/posts',
      '/2/posts/',
      '/oauth/request_token',
      '/a%20b/%C3%A9',
      '/caf%c3%a9/sam%5Fode',
      '/2/Users/(me)/x;v=1',
      '',
    ),
    query: wirePairs,
    body,
    protocol,
    order: fc.array(fc.nat(99), { minLength: 12, maxLength: 12 }),
    twice: fc.constantFrom('no', 'no', 'no', 'no', 'counted once', 'counted twice'),
    forwarded: fc.constantFrom('', '', 'app.internal'),
    consumer_secret: secret,
    token_secret: secret,
    otherTokenSecrets: fc.array(secret, { maxLength: 3 }),
  })
  .map(({ shout, body: content, protocol: given, order, twice, ...rest }): Case => {
    const header = Object.entries({
      oauth_consumer_key: 'xvz1evFS4wEEPTGEFPHBog',
      oauth_signature_method: 'HMAC-SHA1',
      ...given,
    })
      .filter((pair): pair is [string, string] => pair[1] !== undefined)
      .map((pair, index) => ({ pair, rank: order[index]! }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ pair }): Pair => pair);
    const again: Pair[] = twice !== 'no' && given.oauth_token ? [['oauth_token', given.oauth_token]] : [];
    return {
      ...rest,
      ...content,
      header,
      countsTwice: twice === 'counted twice',
      query: [...rest.query, ...again],
      writtenHost: shout ? rest.host.replace(/^./, (first) => first.toUpperCase()) : rest.host,
    };
  });

/** Whether a token is sent: only then its secret is part of the key. */
export const sendsToken = ({ header }: Case): boolean =>
  header.some(([name, value]) => name === 'oauth_token' && value !== '');
