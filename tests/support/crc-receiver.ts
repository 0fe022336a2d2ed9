/** A receiver that answers a challenge correctly, or with deliberate mistakes, using Node's own cryptography. */
import { createHash, createHmac } from 'node:crypto';

export interface Receiver {
  readonly key: (secret: string) => string | Buffer;
  readonly message: (token: string) => string | Buffer;
  readonly digest: (key: string | Buffer, message: string | Buffer) => Buffer;
  readonly encoding: (digest: Buffer) => string;
  readonly prefix: (encoded: string) => string;
  readonly value: (prefixed: string) => string;
  readonly field: string;
  readonly wrapping: (field: string, value: string) => string;
}

const right: Receiver = {
  key: (secret) => secret,
  message: (token) => token,
  digest: (key, message) => createHmac('sha256', key).update(message).digest(),
  encoding: (digest) => digest.toString('base64'),
  prefix: (encoded) => `sha256=${encoded}`,
  value: (prefixed) => prefixed,
  field: 'response_token',
  wrapping: (field, value) => JSON.stringify({ [field]: value }),
};

export function answerBy(changes: readonly Partial<Receiver>[], token: string, secret: string): string {
  const { key, message, digest, encoding, prefix, value, field, wrapping } = Object.assign(
    { ...right },
    ...changes,
  ) as Receiver;
  return wrapping(field, value(prefix(encoding(digest(key(secret), message(token))))));
}

export const known = {
  apiKey: 'xvz1evFS4wEEPTGEFPHBog7Aq',
  bearer: 'AAAAAAAAAAAAAAAAAAAAAMLheAAAAAAA0%2BuSeid%2BULvsea4JtiGRiSDSJSI%3D',
  clientId: 'M1M5R3BMVy13QmpScXkzTUt5OE46MTpjaQ',
  clientSecret: 'hM7xyGdK5cXqzRNQ',
  accessToken: '2244994945-abcdef',
  accessTokenSecret: 'zzAccessSecret',
  otherSecrets: [{ label: 'the secret of Northwind Writer', value: 'AnotherAppsSecret' }],
  earlierTokens: ['MTIzNDU2Nzg5MDEyMzQ1Ng'],
};

export const urlOf = (token: string): string => `https://hooks.example/in?crc_token=${token}`;

/** As frameworks parse it. */
const queryOf = (token: string) => ({
  crc_token: new URL(urlOf(token)).searchParams.get('crc_token') ?? '',
});

const escapedForHtml = (text: string): string => text.replaceAll('"', '&quot;').replaceAll('=', '&#x3D;');

const hash = (name: string) => (message: string | Buffer) => createHash(name).update(message).digest();
const upper = (digest: Buffer): string => digest.toString('hex').toUpperCase();

/** The mistake of this id, in code; a stage has several. */
export const mistakes: readonly (readonly [id: string, change: Partial<Receiver>])[] = [
  ['api-key', { key: () => known.apiKey }],
  ['bearer-token', { key: () => known.bearer }],
  ['client-id', { key: () => known.clientId }],
  ['client-secret', { key: () => known.clientSecret }],
  ['access-token', { key: () => known.accessToken }],
  ['access-token-secret', { key: () => known.accessTokenSecret }],
  ['other-secret', { key: () => 'AnotherAppsSecret' }],
  ['key-and-secret', { key: (secret) => `${known.apiKey}&${secret}` }],
  ['key-absent', { key: () => '' }],
  ['key-absent', { key: () => 'undefined' }],
  ['key-percent-encoded', { key: encodeURIComponent }],
  ['key-percent-encoded', { key: (secret) => `${encodeURIComponent(secret)}&` }],
  ['key-percent-decoded', { key: decodeURIComponent }],
  ['key-quoted', { key: (secret) => `"${secret}"` }],
  ['key-white-space', { key: (secret) => `${secret}\n` }],
  ['key-white-space', { key: (secret) => ` ${secret}` }],
  ['key-decoded-as-base64', { key: (secret) => Buffer.from(Buffer.from(secret).toString('hex'), 'hex') }],
  ['key-cut', { key: (secret) => secret.slice(0, -1) }],
  ['key-cut', { key: (secret) => secret.slice(1) }],
  ['key-hashed', { key: (secret) => hash('sha256')(secret) }],
  ['key-hashed', { key: (secret) => hash('sha256')(secret).toString('hex') }],
  ['key-hashed', { key: (secret) => hash('md5')(secret).toString('hex') }],
  ['key-encoded', { key: (secret) => Buffer.from(secret, 'utf16le') }],
  ['token-decoded', { message: decodeURIComponent }],
  ['token-decoded', { message: (token) => decodeURIComponent(token.replaceAll('+', ' ')) }],
  ['token-encoded', { message: encodeURIComponent }],
  ['token-white-space', { message: (token) => `${token}\n` }],
  ['token-quoted', { message: (token) => JSON.stringify(token) }],
  ['token-quoted', { message: (token) => `['${token}']` }],
  ['token-changed', { message: (token) => Buffer.from(token, 'utf16le') }],
  ['whole-url', { message: urlOf }],
  ['whole-url', { message: (token) => `/in?crc_token=${token}` }],
  ['query-string', { message: (token) => `crc_token=${token}` }],
  ['query-string', { message: (token) => JSON.stringify(queryOf(token)) }],
  ['query-string', { message: (token) => JSON.stringify(queryOf(token), null, 2) }],
  ['query-string', { message: (token) => JSON.stringify(queryOf(token)).replace(':', ': ') }],
  ['query-string', { message: (token) => JSON.stringify({ crc_token: [queryOf(token).crc_token] }) }],
  ['query-string', { message: (token) => `{'crc_token': '${queryOf(token).crc_token}'}` }],
  ['token-absent', { message: () => '' }],
  ['token-absent', { message: () => 'undefined' }],
  ['token-absent', { message: () => 'null' }],
  ['earlier-token', { message: () => known.earlierTokens[0]! }],
  ['other-hash', { digest: (key, message) => createHmac('sha1', key).update(message).digest() }],
  ['other-hash', { digest: (key, message) => createHmac('sha512', key).update(message).digest() }],
  ['without-key', { digest: (_, message) => hash('sha256')(message) }],
  [
    'without-key',
    { digest: (key, message) => hash('sha256')(Buffer.concat([Buffer.from(key), Buffer.from(message)])) },
  ],
  ['without-key', { digest: (key) => hash('sha256')(key) }],
  ['swapped', { digest: (key, message) => createHmac('sha256', message).update(key).digest() }],
  ['hex', { encoding: (digest) => digest.toString('hex') }],
  ['hex', { encoding: upper }],
  ['base64url', { encoding: (digest) => digest.toString('base64url') }],
  ['padding-lost', { encoding: (digest) => digest.toString('base64').replaceAll('=', '') }],
  ['base64-of-hex', { encoding: (digest) => btoa(digest.toString('hex')) }],
  ['base64-twice', { encoding: (digest) => btoa(digest.toString('base64')) }],
  ['byte-numbers', { encoding: (digest) => String(new Uint8Array(digest)) }],
  ['hex-separated', { encoding: (digest) => upper(digest).match(/../g)!.join('-') }],
  ['raw-bytes', { encoding: (digest) => digest.toString('latin1') }],
  ['prefix-missing', { prefix: (encoded) => encoded }],
  ['prefix-other', { prefix: (encoded) => `SHA256=${encoded}` }],
  ['prefix-other', { prefix: (encoded) => `sha256:${encoded}` }],
  ['prefix-other', { prefix: (encoded) => `HMAC-SHA256 ${encoded}` }],
  ['value-white-space', { prefix: (encoded) => `sha256= ${encoded}` }],
  ['prefix-doubled', { prefix: (encoded) => `sha256=sha256=${encoded}` }],
  ['value-white-space', { value: (prefixed) => `${prefixed}\n` }],
  ['value-white-space', { value: (prefixed) => ` ${prefixed} ` }],
  ['value-quoted', { value: (prefixed) => `"${prefixed}"` }],
  ['python-bytes', { value: (prefixed) => `b'${prefixed}'` }],
  ['value-percent-encoded', { value: encodeURIComponent }],
  ['value-html-escaped', { value: (prefixed) => prefixed.replaceAll('=', '&#x3D;') }],
  ['other-field', { field: 'responseToken' }],
  ['other-field', { field: 'response-token' }],
  ['other-field', { field: 'crc_token' }],
  ['other-field', { field: 'response_token ' }],
  ['wrapped', { wrapping: (field, value) => JSON.stringify({ data: { [field]: value } }) }],
  ['in-array', { wrapping: (field, value) => JSON.stringify([{ [field]: value }]) }],
  ['stringified', { wrapping: (field, value) => JSON.stringify(JSON.stringify({ [field]: value })) }],
  ['byte-order-mark', { wrapping: (field, value) => `\uFEFF${JSON.stringify({ [field]: value })}` }],
  ['form', { wrapping: (field, value) => new URLSearchParams({ [field]: value }).toString() }],
  ['not-quite-json', { wrapping: (field, value) => `{'${field}': '${value}'}` }],
  ['json-html-escaped', { wrapping: (field, value) => escapedForHtml(JSON.stringify({ [field]: value })) }],
  ['text-around-json', { wrapping: (field, value) => `Notice: x\n${JSON.stringify({ [field]: value })}` }],
];

/** Mistakes that send the value without a field. */
export const withoutField: typeof mistakes = [
  ['plain-text', { wrapping: (_, value) => value }],
  ['bare-string', { wrapping: (_, value) => JSON.stringify(value) }],
  ['html', { wrapping: (_, value) => `<html><body><p>${value}</p></body></html>` }],
];

/** Mistakes that send something other than a digest. */
export const unsigned: typeof mistakes = [
  ['echo', { digest: (_, message) => Buffer.from(message), encoding: String }],
  ['echo', { digest: (_, message) => Buffer.from(message) }],
  ['echo', { digest: (_, message) => Buffer.from(message), encoding: (bytes) => bytes.toString('hex') }],
  ['secret-sent', { digest: (key) => Buffer.from(key), encoding: String }],
  ['secret-sent', { digest: (key) => Buffer.from(key) }],
];
