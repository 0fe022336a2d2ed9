/** The signed parameters of a request, with some faults, made by hand. */
import { createHash } from 'node:crypto';
import type { Made } from './doctor.faults.ts';
import { escapes, rawBody } from './doctor.requests.ts';
import type { Case } from './doctor.requests.ts';

export type Tagged = readonly [where: string, name: string, value: string];

export function collected(request: Case, made: Made): Tagged[] {
  const sent = fromMessage(request, made);
  const held = sent.map((each) => changed(each, made));
  return listed(withOthers(request, held, made), made);
}

function fromMessage(request: Case, made: Made): Tagged[] {
  const list: Tagged[] = [];
  for (const [name, value] of request.header) if (name !== 'realm') list.push(['header', name, value]);
  for (const [where, pairs] of [['query', request.query] as const, ['body', request.form] as const])
    for (const [name, value] of pairs)
      if (name === 'oauth_signature') continue;
      else if ((request.countsTwice || !inHeader(request, name, value)) && !made.has(`${where}-left-out`))
        list.push([where, read(name, made), read(value, made)]);
  const twice = ['query', 'body'][made.way('signed-twice')];
  list.push(...list.filter(([where]) => where === twice).map(([...each]): Tagged => each));
  const raw = rawBody(request);
  if (raw !== '') list.push(...fromRaw(raw, made.way('json-body-included')));
  if (made.has('multipart-included'))
    for (const [name, value] of request.multipart) list.push(['body', name, value]);
  const hashed = request.header.some(([name]) => name === 'oauth_body_hash');
  if (made.has('body-hash-included') && request.form.length === 0 && !hashed)
    list.push(['header', 'oauth_body_hash', createHash('sha1').update(raw).digest('base64')]);
  return list;
}

export const inHeader = (request: Case, name: string, value: string): boolean =>
  name.startsWith('oauth_') && request.header.some((each) => each[0] === name && each[1] === value);

function read(text: string, made: Made): string {
  if (made.has('undecoded')) return text;
  return decodeURIComponent(made.has('plus-kept') ? text : text.split('+').join(' '));
}

function fromRaw(raw: string, way: number): Tagged[] {
  if (way === 1) return [['body', raw, '']];
  if (way === 2) return [['body', 'body', raw]];
  if (way === 3 && raw.startsWith('{'))
    return Object.entries(JSON.parse(raw) as Record<string, unknown>).map(([name, value]) => [
      'body',
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
  return way === 0 ? raw.split('&').filter(Boolean).map(formPair) : [];
}

function formPair(part: string): Tagged {
  const [name = '', ...rest] = part.split('=');
  return ['body', lenient(name), lenient(rest.join('='))];
}

/** An invalid escape stays unchanged, as the platform reads it. */
const lenient = (text: string): string => text.replaceAll('+', ' ').replace(escapes, decodeURIComponent);

function changed([where, name, given]: Tagged, made: Made): Tagged {
  let value = given;
  if (made.has('falsy-as-empty') && where !== 'header' && ['false', '0', 'null', 'undefined'].includes(value))
    value = '';
  const text = (each: string): string => normalised(lines(each, made), made);
  if (name === 'oauth_callback' && made.way('callback-encoded-twice') === 0)
    value = encodeURIComponent(value).replace(/[!'()*]/g, escaped);
  if (name === 'oauth_callback' && made.way('callback-encoded-twice') === 1)
    value = decodeURIComponent(value);
  if (where === 'header' && made.has('header-form-encoded')) value = value.split('+').join(' ');
  if (name === 'oauth_timestamp' && made.has('timestamp-taken-twice'))
    value = String(Number(value) + [-1, 1][made.way('timestamp-taken-twice')]!);
  return [where, text(name), text(value)];
}

const escaped = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

function lines(text: string, made: Made): string {
  if (made.has('line-ends-changed')) {
    const parts = text.split('\r\n');
    if (made.way('line-ends-changed') === 0) return parts.join('\n');
    return parts.map((part) => part.split('\n').join('\r\n')).join('\r\n');
  }
  return text;
}

const normalised = (text: string, made: Made): string =>
  made.has('unicode-normalised') ? text.normalize(['NFC', 'NFD'][made.way('unicode-normalised')]) : text;

function withOthers(request: Case, held: readonly Tagged[], made: Made): Tagged[] {
  const list = [...held];
  for (const [name, value] of request.header)
    if (name === 'realm' && made.has('realm-included')) list.push(['header', name, value]);
  if (made.has('signature-included')) list.push(['header', 'oauth_signature', '']);
  const kept = list
    .filter(([, name]) => !made.has(`${name.replace(/^oauth_/, '').replaceAll('_', '-')}-left-out`))
    .filter(([where]) => where !== 'header' || !made.has('protocol-left-out'));
  const add = (name: string, value: string): void => {
    const held = [...request.header, ...request.query, ...request.form];
    if (!held.some((each) => each[0] === name)) kept.push(['header', name, value]);
  };
  if (made.has('empty-token-included')) add('oauth_token', '');
  if (made.way('empty-parameter-included') === 0) add('oauth_verifier', '');
  if (made.way('empty-parameter-included') === 1) add('oauth_callback', '');
  if (made.has('version-included')) add('oauth_version', '1.0');
  return kept;
}

function listed(list: readonly Tagged[], made: Made): Tagged[] {
  const elements = list.flatMap(([where, name, value]): Tagged[] =>
    where === 'header' || !made.has('list-split')
      ? [[where, name, value]]
      : value.split(',').map((each) => [where, name, each]),
  );
  const named = lists(elements, made);
  const once = made.has('repeated-name-once') ? oneOfEachName(named, made.way('repeated-name-once')) : named;
  return made.has('empty-value-left-out') ? once.filter(([, , value]) => value !== '') : once;
}

/** Lists under different names, or in one. */
function lists(list: readonly Tagged[], made: Made): Tagged[] {
  if (made.has('list-renamed')) return renamed(list, made.way('list-renamed'));
  const same = (name: string): Tagged[] => list.filter((each) => each[1] === name);
  const isList = (name: string): boolean => name.endsWith('[]') || same(name).length > 1;
  const joining = made.way('list-joined');
  return list.flatMap((each): Tagged[] => {
    const [where, name] = each;
    if (!isList(name) || joining < 0) return [each];
    const place = same(name).indexOf(each);
    const values = same(name).map(([, , value]) => value);
    return place > 0 ? [] : [[where, joining === 1 ? bare(name) : name, values.join(',')]];
  });
}

const bare = (name: string): string => name.replace(/\[[0-9]*\]$/, '');

/** The elements of a list have one name, or a name with brackets. */
function renamed(list: readonly Tagged[], way: number): Tagged[] {
  const isElement = ([, name]: Tagged): boolean =>
    bare(name) !== name || list.filter((each) => each[1] === name).length > 1;
  return list.map((each, at): Tagged => {
    if (!isElement(each)) return each;
    const [where, name, value] = each;
    const before = list.slice(0, at).filter((other) => isElement(other) && bare(other[1]) === bare(name));
    const names = [`${bare(name)}[]`, `${bare(name)}[${before.length}]`, bare(name)];
    return [where, names[way]!, value];
  });
}

/** The last or the first of each name. */
function oneOfEachName(list: readonly Tagged[], way: number): Tagged[] {
  const once: Tagged[] = [];
  for (const each of list) {
    const at = once.findIndex(([, name]) => name === each[1]);
    if (at < 0) once.push(each);
    else if (way === 0) once[at] = each;
  }
  return once;
}
