/**
 * Signs requests wrongly, by hand: a plain function using Node's own crypto, independent of the doctor's stages. Faults
 * have the doctor's names of mistakes, so that its answers can be compared.
 */
import { createHash, createHmac } from 'node:crypto';
import { collected, inHeader } from './doctor.collected.ts';
import { madeOf } from './doctor.faults.ts';
import type { Fault, Made } from './doctor.faults.ts';
import { baseUrls, forwardedPort, sendsToken } from './doctor.requests.ts';
import type { Case } from './doctor.requests.ts';

export function wrongSignature(request: Case, faults: readonly Fault[]): string {
  const made = madeOf(faults);
  return written(digestOf(keyOf(request, made), baseStringOf(request, made), made), made);
}

/** The output of a program that signs with these faults. */
export function printedBy(request: Case, faults: readonly Fault[]) {
  const made = madeOf(faults);
  const [baseString, key] = [baseStringOf(request, made), keyOf(request, made)];
  return { baseString, key, signature: written(digestOf(key, baseString, made), made) };
}

/** A protocol parameter in both header and query counts once or twice: both are correct. */
export function readings(request: Case): Case[] {
  const twice = [...request.query, ...request.form].some(([name, value]) => inHeader(request, name, value));
  return (twice ? [false, true] : [false]).map((countsTwice) => ({ ...request, countsTwice }));
}

const rightSignatures = new WeakMap<Case, readonly string[]>();

/** Cached, because one request is used repeatedly. */
export function isRight(request: Case, signature: string): boolean {
  const right = rightSignatures.get(request) ?? readings(request).map((each) => wrongSignature(each, []));
  rightSignatures.set(request, right);
  return right.includes(signature);
}

export const rightBaseString = (request: Case): string => baseStringOf(request, madeOf([]));

function digestOf(key: string, baseString: string, made: Made): Buffer {
  if (made.has('plaintext')) return Buffer.from(key);
  if (made.has('unkeyed')) return createHash('sha1').update(baseString).digest();
  if (made.has('key-and-text-swapped')) return createHmac('sha1', baseString).update(key).digest();
  const lineBreak = ['\n', '\r\n'][made.way('base-string-line-break')] ?? '';
  const signed = made.has('base-string-encoded') ? escape(baseString, 'all', madeOf([])) : baseString;
  const hash = made.has('sha-512') ? 'sha512' : made.has('sha-256') ? 'sha256' : 'sha1';
  return createHmac(hash, key).update(`${signed}${lineBreak}`).digest();
}

function baseStringOf(request: Case, made: Made): string {
  const uri = uriOf(request, made);
  let middle = escape(uri, 'uri', made);
  if (made.has('uri-encoded-twice')) middle = escape(middle, 'uri', made);
  if (made.has('uri-unencoded') || made.way('parameter-string-unencoded') === 1) middle = uri;
  if (made.has('uri-left-out')) middle = '';
  let method = request.method;
  if (made.has('other-method')) method = ['GET', 'POST', 'PUT', 'DELETE'][made.way('other-method')]!;
  if (made.has('method-lower-case')) method = method.toLowerCase();
  const last = joinedParameters(request, made);
  if (made.way('method-left-out') === 1) return `${middle}%3F${last}`;
  return [...(made.has('method-left-out') ? [] : [method]), middle, last].join('&');
}

type Place = 'parameter' | 'string' | 'uri' | 'secret' | 'all';

/** Characters that an encoder leaves unescaped. */
const left: Readonly<Record<string, string>> = {
  'form-encoder': '*',
  'marks-unencoded': "!'()*",
  'slash-unencoded': '/',
  'brackets-unencoded': '[]',
  'reserved-unencoded': ";,/?:@&=+$#!'()*",
};

/** Everything that changes the encoding of an octet. */
const encoders = [...Object.keys(left), 'tilde-encoded', 'space-as-plus', 'lower-case-hex'];

function escape(text: string, at: Place, made: Made): string {
  const table = tableOf(at, made);
  let out = '';
  for (const byte of octets(text, at, made)) out += table[byte]!;
  return out;
}

/** The encoding of each octet in a place, cached. */
const tables = new WeakMap<Made, Partial<Record<Place, readonly string[]>>>();
const tablesByErrors = new Map<string, readonly string[]>();

function tableOf(at: Place, made: Made): readonly string[] {
  const known = tables.get(made) ?? {};
  tables.set(made, known);
  return (known[at] ??= errorsIn(at, made));
}

function errorsIn(at: Place, made: Made): readonly string[] {
  const errors = encoders.filter(
    (id) =>
      made.way(id) === 0 ||
      (made.way(id) === 1 && at === 'parameter') ||
      (made.way(id) === 2 && (at === 'string' || at === 'uri')),
  );
  const key = errors.join();
  const table = tablesByErrors.get(key) ?? Array.from({ length: 256 }, (_, byte) => escaped(byte, errors));
  tablesByErrors.set(key, table);
  return table;
}

function escaped(byte: number, errors: readonly string[]): string {
  const errs = (id: string): boolean => errors.includes(id);
  const character = String.fromCharCode(byte);
  const digits = byte.toString(16).padStart(2, '0');
  const encodesTilde = errs('tilde-encoded') || errs('form-encoder');
  if (/[A-Za-z0-9._-]/.test(character) || (character === '~' && !encodesTilde)) return character;
  if (character === ' ' && (errs('space-as-plus') || errs('form-encoder'))) return '+';
  if (errors.some((id) => left[id]?.includes(character))) return character;
  return `%${errs('lower-case-hex') ? digits : digits.toUpperCase()}`;
}

function octets(text: string, at: Place, made: Made): Buffer {
  const utf8 = Buffer.from(text, 'utf8');
  if (at !== 'parameter') return utf8;
  if (made.has('utf-8-twice')) return Buffer.from(utf8.toString('latin1'), 'utf8');
  if (!made.has('latin-1')) return utf8;
  const highest = made.way('latin-1') === 0 ? 255 : 127;
  const points = Array.from(text, (each) => each.codePointAt(0)!);
  return Buffer.from(points.map((point) => (point <= highest ? point : 0x3f)));
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

const orders = [
  'header query body',
  'query body header',
  'body query header',
  'query header body',
  'body header query',
  'header body query',
];

interface Item {
  readonly where: string;
  readonly name: string;
  readonly value: string;
  readonly n: string;
  readonly v: string;
}

function joinedParameters(request: Case, made: Made): string {
  const once = (text: string): string => escape(text, 'parameter', made);
  const encode = (text: string): string => {
    if (made.has('parameters-unencoded')) return text;
    return made.way('encoded-thrice') === 0 ? once(once(text)) : once(text);
  };
  const items = collected(request, made).map(([where, name, value]) => ({
    where,
    name,
    value,
    n: made.has('names-unencoded') ? name : encode(name),
    v: isBare(where, name, made) ? value : encode(value),
  }));
  sort(items, made);
  return join(items, made);
}

const isBare = (where: string, name: string, made: Made): boolean =>
  where === 'header' &&
  (made.way('protocol-values-unencoded') === 0 ||
    (made.way('protocol-values-unencoded') === 1 && name === 'oauth_nonce'));

function sort(items: Item[], made: Made): void {
  const order = orders[made.way('unsorted')]?.split(' ');
  if (order) items.sort((a, b) => order.indexOf(a.where) - order.indexOf(b.where));
  else if (made.has('sorted-decoded'))
    items.sort((a, b) => compare(a.name, b.name) || compare(a.value, b.value));
  else if (made.has('sorted-joined')) items.sort((a, b) => compare(`${a.n}=${a.v}`, `${b.n}=${b.v}`));
  else if (made.has('sorted-without-case'))
    items.sort(
      (a, b) =>
        compare(a.n.toLowerCase(), b.n.toLowerCase()) || compare(a.v.toLowerCase(), b.v.toLowerCase()),
    );
  else if (made.has('sorted-by-name-only')) items.sort((a, b) => compare(a.n, b.n));
  else items.sort((a, b) => compare(a.n, b.n) || compare(a.v, b.v));
}

/** Joined and encoded again. */
function join(items: readonly Item[], made: Made): string {
  const again = (text: string): string => {
    if (made.has('parameter-string-unencoded')) return text;
    const once = escape(text, 'string', made);
    return made.way('encoded-thrice') === 1 ? escape(once, 'string', made) : once;
  };
  let equals = made.way('joined-with-commas') === 1 ? ',' : '=';
  let ampersand = made.has('joined-with-entities') ? '&amp;' : '&';
  if (made.has('joined-with-commas')) ampersand = ',';
  if (made.way('separators-unencoded') !== 0) equals = again(equals);
  if (!made.has('separators-unencoded')) ampersand = again(ampersand);
  const stray = again('&');
  const pairs = items.map(({ n, v }) =>
    v === '' && made.has('equals-left-out') ? again(n) : `${again(n)}${equals}${again(v)}`,
  );
  const [end, start] = [0, 1].map((way) => (made.way('stray-ampersand') === way ? stray : ''));
  return `${start}${pairs.join(ampersand)}${end}`;
}

function uriOf(request: Case, made: Made): string {
  const own = request.scheme === 'https' ? '443' : '80';
  const isOwn = request.port === '' || request.port === own;
  let { host }: { host: string } = request;
  let scheme: string = request.scheme;
  let port = isOwn ? '' : request.port;
  const other = new URL(baseUrls[made.way('other-host') >> 1] ?? baseUrls[0]!);
  if (made.has('other-host') && (other.hostname !== host || other.port !== request.port)) {
    host = other.hostname;
    port = other.port;
    if (made.way('other-host') & 1) scheme = other.protocol.slice(0, -1);
  }
  if (made.has('scheme-swapped')) scheme = scheme === 'http' ? 'https' : 'http';
  if (made.has('default-port-kept') && isOwn) port = own;
  if (made.has('port-dropped') && !isOwn) port = '';
  if (made.has('host-upper-case'))
    host = made.way('host-upper-case') === 0 ? request.host.toUpperCase() : request.writtenHost;
  const inner = innerPlace(request, made.way('inner-host'));
  if (inner) ({ host, scheme = scheme, port = port } = inner);
  if (made.has('inner-port')) {
    const others = own === '443' ? '80' : '443';
    const rare = ['3000', '8443', '8000', '5000', '4000', '8888', '9000'];
    const near = [others, '8080', request.forwarded && forwardedPort];
    const chosen = [...near, ...rare, ...rare][made.way('inner-port')]!;
    const endsTls = made.way('inner-port') >= near.length + rare.length;
    const isPossible = chosen !== '' && chosen !== (request.port || own);
    if (isPossible && !endsTls) port = chosen;
    if (isPossible && endsTls && request.scheme === 'https') [scheme, port] = ['http', chosen];
  }
  const query = request.query.map((each) => each.join('=')).join('&');
  const end = made.has('query-in-uri') && query !== '' ? `?${query}` : '';
  return `${scheme}://${host}${port === '' ? '' : `:${port}`}${pathOf(request, made)}${end}`;
}

function innerPlace(request: Case, way: number): { host: string; scheme?: string; port?: string } | null {
  if (way < 0) return null;
  if (way === 2) return request.forwarded === '' ? null : { host: request.forwarded };
  const host = ['localhost', '127.0.0.1'][way < 2 ? way : way & 1]!;
  if (host === request.host) return null;
  return way < 2 ? { host } : { host, scheme: 'http', port: ['', '8080', '3000'][(way - 3) >> 1]! };
}

function pathOf(request: Case, made: Made): string {
  let path = request.path === '' ? '/' : request.path;
  if (made.has('trailing-slash')) path = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
  if (made.has('path-decoded')) path = decodeURIComponent(path);
  if (made.way('path-encoded-again') === 0) path = path.split('%').join('%25');
  if (made.way('path-encoded-again') === 1)
    path = path.replace(/[^A-Za-z0-9._~/%-]/g, (each) => escape(each, 'all', madeOf([])));
  const cases = ['toUpperCase', 'toLowerCase'] as const;
  const change = cases[made.way('path-escapes-case')];
  if (change) path = path.replace(/%../g, (each) => each[change]());
  if (made.has('path-template-signed')) path = templateOf(path, made.way('path-template-signed'));
  if (made.has('path-parameters-left-out')) {
    const [start, last] = [path.slice(0, path.lastIndexOf('/') + 1), path.slice(path.lastIndexOf('/') + 1)];
    path = start + last.split(';')[0]!;
  }
  if (made.has('path-left-out')) path = made.way('path-left-out') === 0 ? '/' : '';
  const second = path.indexOf('/', 1);
  if (made.has('path-prefix-left-out') && second > 1) path = path.slice(second);
  if (made.has('extension-confused')) path = path.endsWith('.json') ? path.slice(0, -5) : `${path}.json`;
  if (made.has('path-lower-case')) path = path.toLowerCase();
  return made.has('slash-doubled') ? `/${path}` : path;
}

/** Appends a part under the name of a parameter. */
function templateOf(path: string, way: number): string {
  const parts = path.split('/');
  const at = 2 + Math.floor(way / 3);
  if (!parts[at]) return path;
  const name = [':id', '{id}', `:${parts[at - 1]!}`][way % 3]!;
  parts[at] = parts[at].endsWith('.json') ? `${name}.json` : name;
  return parts.join('/');
}

function keyOf(request: Case, made: Made): string {
  const stated = (name: string): string | undefined => request.header.find((each) => each[0] === name)?.[1];
  let consumer = request.consumer_secret;
  const isSent = sendsToken(request);
  let token = isSent ? request.token_secret : '';
  if (made.has('other-token-secret') && isSent)
    token = request.otherTokenSecrets[made.way('other-token-secret')] ?? token;
  if (made.has('token-unsent') && !isSent)
    token = [request.token_secret, ...request.otherTokenSecrets][made.way('token-unsent')] ?? token;
  if (made.has('token-secret-undefined'))
    token = ['undefined', 'null', 'None'][made.way('token-secret-undefined')]!;
  if (made.has('consumer-key-as-secret')) consumer = stated('oauth_consumer_key')!;
  if (made.has('token-as-secret')) token = stated('oauth_token') ?? token;
  if (made.has('consumer-secret-in-both')) token = consumer;
  if (made.has('consumer-secret-missing')) consumer = '';
  if (made.has('token-secret-missing')) token = '';
  consumer = stray(
    quoted(consumer, made.way('consumer-secret-quoted')),
    made.way('consumer-secret-white-space'),
  );
  if (isSent)
    token = stray(quoted(token, made.way('token-secret-quoted')), made.way('token-secret-white-space'));
  if (made.has('secrets-swapped')) [consumer, token] = [token, consumer];
  const once = (text: string): string => escape(text, 'secret', made);
  const encode = (text: string, place: string): string => {
    if (made.has('secrets-unencoded') || made.has(`${place}-secret-unencoded`)) return text;
    return made.has('secrets-encoded-twice') ? once(once(text)) : once(text);
  };
  const ampersand = made.has('ampersand-missing') ? '' : made.has('ampersand-encoded') ? '%26' : '&';
  return encode(consumer, 'consumer') + ampersand + encode(token, 'token');
}

const stray = (text: string, way: number): string =>
  [`${text} `, `${text}\n`, ` ${text}`, `${text}\r\n`, `${text}\t`, `${text}\r`, ` ${text} `][way] ?? text;

const quoted = (text: string, way: number): string => [`"${text}"`, `'${text}'`][way] ?? text;

function written(digest: Buffer, made: Made): string {
  const hex = digest.toString('hex');
  const hexOf = (id: string): string => (made.way(id) === 1 ? hex.toUpperCase() : hex);
  let signature = made.has('plaintext') ? digest.toString() : digest.toString('base64');
  if (made.has('hex')) signature = hexOf('hex');
  if (made.has('base64-of-hex')) signature = Buffer.from(hexOf('base64-of-hex')).toString('base64');
  if (made.has('digest-as-text'))
    signature = Buffer.from(digest.toString('latin1'), 'utf8').toString('base64');
  if (made.has('base64-twice')) signature = Buffer.from(signature).toString('base64');
  if (made.has('base64url')) signature = signature.split('+').join('-').split('/').join('_');
  if (made.way('base64url') === 1 || made.has('padding-lost')) signature = signature.replace(/=+$/, '');
  if (made.has('line-break')) signature += ['\n', '\r\n'][made.way('line-break')]!;
  if (made.has('signature-encoded-twice')) signature = escape(signature, 'all', madeOf([]));
  if (made.has('signature-unencoded')) signature = signature.split('+').join(' ');
  return signature;
}
