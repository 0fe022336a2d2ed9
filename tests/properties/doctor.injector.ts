/**
 * Signs requests wrongly, by hand: one plain function over Node's own crypto, which knows nothing of the doctor's
 * stages. Faults go by the doctor's names of mistakes, so that its answers can be compared.
 */
import { createHmac } from 'node:crypto';
import { baseUrls } from './doctor.requests.ts';
import type { Case } from './doctor.requests.ts';

export interface Fault {
  readonly id: string;
  /** Which of several ways to make it. */
  readonly variant: number;
}

/** Every fault and in how many ways it can be made. */
export const variants: Readonly<Record<string, number>> = {
  'query-left-out': 1,
  'body-left-out': 1,
  'plus-kept': 1,
  undecoded: 1,
  'json-body-included': 4,
  'realm-included': 1,
  'signature-included': 1,
  'callback-left-out': 1,
  'verifier-left-out': 1,
  'token-left-out': 1,
  'version-left-out': 1,
  'empty-token-included': 1,
  'counted-twice': 1,
  'repeated-name-once': 2,
  'empty-value-left-out': 1,
  'space-as-plus': 3,
  'marks-unencoded': 3,
  'lower-case-hex': 3,
  'parameters-unencoded': 1,
  'parameter-string-unencoded': 2,
  'encoded-thrice': 2,
  unsorted: 6,
  'sorted-decoded': 1,
  'sorted-joined': 1,
  'sorted-without-case': 1,
  'sorted-by-name-only': 1,
  'other-method': 2,
  'method-lower-case': 1,
  'other-host': 6,
  'scheme-swapped': 1,
  'default-port-kept': 1,
  'port-dropped': 1,
  'query-in-uri': 1,
  'trailing-slash': 1,
  'host-upper-case': 2,
  'other-token-secret': 3,
  'consumer-secret-missing': 1,
  'token-secret-missing': 1,
  'consumer-secret-white-space': 6,
  'token-secret-white-space': 6,
  'secrets-swapped': 1,
  'secrets-unencoded': 1,
  'secrets-encoded-twice': 1,
  'ampersand-missing': 1,
  'sha-256': 1,
  hex: 2,
  'base64-of-hex': 2,
  base64url: 2,
  'padding-lost': 1,
  'line-break': 2,
  'signature-encoded-twice': 1,
  'signature-unencoded': 1,
};

/** Faults that cannot be made at once, because each says what to do in the same place. */
const exclusive: readonly (readonly string[])[] = [
  ['unsorted', 'sorted-decoded', 'sorted-joined', 'sorted-without-case', 'sorted-by-name-only'],
  ['parameters-unencoded', 'encoded-thrice'],
  ['parameter-string-unencoded', 'encoded-thrice'],
  ['plus-kept', 'undecoded'],
  ['secrets-unencoded', 'secrets-encoded-twice'],
  ['other-token-secret', 'token-secret-missing'],
  ['token-secret-missing', 'token-secret-white-space'],
  ['consumer-secret-missing', 'consumer-secret-white-space'],
  ['hex', 'base64-of-hex'],
  ['default-port-kept', 'port-dropped'],
  ['other-host', 'host-upper-case'],
];

export const together = (one: string, other: string): boolean =>
  one !== other && !exclusive.some((group) => group.includes(one) && group.includes(other));

interface Made {
  has(id: string): boolean;
  /** -1 for a fault that is not made. */
  way(id: string): number;
}

export function wrongSignature(request: Case, faults: readonly Fault[]): string {
  const way = (id: string): number => faults.find((each) => each.id === id)?.variant ?? -1;
  const made: Made = { way, has: (id) => way(id) >= 0 };
  const digest = createHmac(made.has('sha-256') ? 'sha256' : 'sha1', keyOf(request, made))
    .update(baseStringOf(request, made))
    .digest();
  return written(digest, made);
}

function baseStringOf(request: Case, made: Made): string {
  const joined = joinedParameters(request, made);
  const uri = uriOf(request, made);
  let middle = escape(uri, 'uri', made);
  let last = escape(joined, 'string', made);
  if (made.way('encoded-thrice') === 1) last = escape(last, 'string', made);
  if (made.has('parameter-string-unencoded')) last = joined;
  if (made.way('parameter-string-unencoded') === 1) middle = uri;
  let method = request.method;
  if (made.has('other-method')) method = ['GET', 'POST'][made.way('other-method')]!;
  if (made.has('method-lower-case')) method = method.toLowerCase();
  return [method, middle, last].join('&');
}

function escape(text: string, at: 'parameter' | 'string' | 'uri' | 'secret', made: Made): string {
  const errs = (id: string): boolean =>
    made.way(id) === 0 ||
    (made.way(id) === 1 && at === 'parameter') ||
    (made.way(id) === 2 && (at === 'string' || at === 'uri'));
  let out = '';
  for (const byte of Buffer.from(text, 'utf8')) {
    const character = String.fromCharCode(byte);
    const digits = byte.toString(16).padStart(2, '0');
    if (/[A-Za-z0-9._~-]/.test(character)) out += character;
    else if (character === ' ' && errs('space-as-plus')) out += '+';
    else if ("!'()*".includes(character) && errs('marks-unencoded')) out += character;
    else out += `%${errs('lower-case-hex') ? digits : digits.toUpperCase()}`;
  }
  return out;
}

type Tagged = [where: string, name: string, value: string];

function collected(request: Case, made: Made): Tagged[] {
  const list: Tagged[] = [];
  const repeated: Tagged[] = [];
  for (const [name, value] of request.header) if (name !== 'realm') list.push(['header', name, value]);
  for (const [where, pairs] of [['query', request.query] as const, ['body', request.form] as const])
    for (const [name, value] of pairs)
      if (inHeader(request, name, value)) repeated.push([where, name, value]);
      else if (!made.has(`${where}-left-out`)) list.push([where, read(name, made), read(value, made)]);
  list.push(...fromJson(request.json, made.way('json-body-included')));
  for (const [name, value] of request.header)
    if (name === 'realm' && made.has('realm-included')) list.push(['header', name, value]);
  if (made.has('signature-included')) list.push(['header', 'oauth_signature', '']);
  const kept = list.filter(([, name]) => !made.has(`${name.replace('oauth_', '')}-left-out`));
  if (made.has('empty-token-included') && !request.header.some(([name]) => name === 'oauth_token'))
    kept.push(['header', 'oauth_token', '']);
  if (made.has('counted-twice')) kept.push(...repeated);
  const once = made.has('repeated-name-once') ? oneOfEachName(kept, made.way('repeated-name-once')) : kept;
  return made.has('empty-value-left-out') ? once.filter(([, , value]) => value !== '') : once;
}

const inHeader = (request: Case, name: string, value: string): boolean =>
  name.startsWith('oauth_') && request.header.some((each) => each[0] === name && each[1] === value);

function read(text: string, made: Made): string {
  if (made.has('undecoded')) return text;
  return decodeURIComponent(made.has('plus-kept') ? text : text.split('+').join(' '));
}

function fromJson(json: string, way: number): Tagged[] {
  if (json === '') return [];
  if (way === 1) return [['body', json, '']];
  if (way === 2) return [['body', 'body', json]];
  if (way === 3)
    return Object.entries(JSON.parse(json) as Record<string, unknown>).map(([name, value]) => [
      'body',
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
  return way === 0 ? json.split('&').filter(Boolean).map(formPair) : [];
}

function formPair(part: string): Tagged {
  const [name = '', ...rest] = part.split('=');
  return ['body', lenient(name), lenient(rest.join('='))];
}

function lenient(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** The last of each name, or the first. */
function oneOfEachName(list: readonly Tagged[], way: number): Tagged[] {
  const once: Tagged[] = [];
  for (const each of list) {
    const at = once.findIndex(([, name]) => name === each[1]);
    if (at < 0) once.push(each);
    else if (way === 0) once[at] = each;
  }
  return once;
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
    n: encode(name),
    v: encode(value),
  }));
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
  return items.map(({ n, v }) => `${n}=${v}`).join('&');
}

function uriOf(request: Case, made: Made): string {
  const own = request.scheme === 'https' ? '443' : '80';
  const isOwn = request.port === '' || request.port === own;
  let { host }: { host: string } = request;
  let scheme: string = request.scheme;
  let port = isOwn ? '' : request.port;
  let path = request.path === '' ? '/' : request.path;
  const other = new URL(baseUrls[made.way('other-host') >> 1] ?? baseUrls[0]!);
  if (made.has('other-host') && (other.hostname !== host || other.port !== request.port)) {
    host = other.hostname;
    port = other.port;
    if (made.way('other-host') & 1) scheme = other.protocol.slice(0, -1);
  }
  if (made.has('scheme-swapped')) scheme = scheme === 'http' ? 'https' : 'http';
  if (made.has('default-port-kept') && isOwn) port = own;
  if (made.has('port-dropped') && !isOwn) port = '';
  if (made.has('trailing-slash')) path = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
  if (made.has('host-upper-case'))
    host = made.way('host-upper-case') === 0 ? request.host.toUpperCase() : request.writtenHost;
  const query = request.query.map((each) => each.join('=')).join('&');
  const end = made.has('query-in-uri') && query !== '' ? `?${query}` : '';
  return `${scheme}://${host}${port === '' ? '' : `:${port}`}${path}${end}`;
}

function keyOf(request: Case, made: Made): string {
  let consumer = request.consumer_secret;
  let token = request.token_secret;
  if (made.has('other-token-secret'))
    token = request.otherTokenSecrets[made.way('other-token-secret')] ?? token;
  if (made.has('consumer-secret-missing')) consumer = '';
  if (made.has('token-secret-missing')) token = '';
  consumer = stray(consumer, made.way('consumer-secret-white-space'));
  if (request.token_secret !== '') token = stray(token, made.way('token-secret-white-space'));
  if (made.has('secrets-swapped')) [consumer, token] = [token, consumer];
  const once = (text: string): string => escape(text, 'secret', made);
  const encode = (text: string): string => {
    if (made.has('secrets-unencoded')) return text;
    return made.has('secrets-encoded-twice') ? once(once(text)) : once(text);
  };
  return encode(consumer) + (made.has('ampersand-missing') ? '' : '&') + encode(token);
}

const stray = (text: string, way: number): string =>
  [`${text} `, `${text}\n`, ` ${text}`, `${text}\r\n`, `${text}\t`, ` ${text} `][way] ?? text;

function written(digest: Buffer, made: Made): string {
  const hex = digest.toString('hex');
  const hexOf = (id: string): string => (made.way(id) === 1 ? hex.toUpperCase() : hex);
  let signature = digest.toString('base64');
  if (made.has('hex')) signature = hexOf('hex');
  if (made.has('base64-of-hex')) signature = Buffer.from(hexOf('base64-of-hex')).toString('base64');
  if (made.has('base64url')) signature = signature.split('+').join('-').split('/').join('_');
  if (made.way('base64url') === 1 || made.has('padding-lost')) signature = signature.replace(/=+$/, '');
  if (made.has('line-break')) signature += ['\n', '\r\n'][made.way('line-break')]!;
  if (made.has('signature-encoded-twice')) signature = encodeURIComponent(signature);
  if (made.has('signature-unencoded')) signature = signature.split('+').join(' ');
  return signature;
}
