import { encodeForm } from '../../worker/api.ts';
import { basicCredentials } from '../curl/options.ts';
import { Unreadable } from '../curl/types.ts';
import { FormText, isArray, isMap, pairsOf, plain, textOf } from './literal.ts';
import type { Literal, Placed } from './literal.ts';
import { callsIn } from './program.ts';
import type { FoundCall, SnippetRequest } from './program.ts';
import type { SnippetCall } from './types.ts';

const formType = 'application/x-www-form-urlencoded;charset=UTF-8';

export const fetchCalls = (text: string): SnippetCall[] =>
  callsIn(text, 'JavaScript', /((?:(?:window|globalThis|self)\s*\.\s*)?fetch)\s*\(/y, fetched);

export const axiosCalls = (text: string): SnippetCall[] =>
  callsIn(text, 'JavaScript', /(axios\s*(?:\.\s*[a-z]+\s*)?)\(/y, byAxios);

/** The members of an options object, with the place of the object. */
const members =
  (given: Placed | undefined) =>
  (name: string): Placed | null => {
    if (!given || !isMap(given.value)) return null;
    const value = given.value.get(name);
    return value === undefined || value === null ? null : { ...given, value };
  };

function noOptions(given: Placed | undefined): void {
  if (given && given.value !== null && !isMap(given.value))
    throw new Unreadable('The options of the call are not an object.', given.start, given.end);
}

/** https://fetch.spec.whatwg.org/#dom-global-fetch */
function fetched({ args: [address, init], start, end }: FoundCall): SnippetRequest {
  if (!address) throw new Unreadable('The call has no address.', start, end);
  noOptions(init);
  const option = members(init);
  const [method, headersGiven, body] = [option('method'), option('headers'), option('body')];
  const headers = headersGiven ? pairsOf(headersGiven, 'The headers') : [];
  if (body && !(body.value instanceof FormText)) textOf(body, 'The body');
  const written = method ? textOf(method, 'The method') : 'GET';
  return {
    // fetch writes the well-known methods in upper case.
    method: /^(?:delete|get|head|options|post|put)$/i.test(written) ? written.toUpperCase() : written,
    url: absolute(textOf(address, 'The address'), address),
    headers: typed(
      headers,
      body === null ? null : body.value instanceof FormText ? formType : 'text/plain;charset=UTF-8',
    ),
    body: body && textOf(body, 'The body'),
  };
}

/** https://axios-http.com/docs/req_config */
function byAxios(call: FoundCall): SnippetRequest {
  const verb = /\.([a-z]+)$/.exec(call.callee)?.[1] ?? null;
  const { config, address, data } = argumentsOf(call, verb);
  noOptions(config);
  const option = members(config);
  const url = address ?? option('url');
  if (!url) throw new Unreadable('The call has no address.', call.start, call.end);
  const method = option('method');
  const [base, params, auth, headersGiven] = [
    option('baseURL'),
    option('params'),
    option('auth'),
    option('headers'),
  ];
  const written = textOf(url, 'The address');
  const whole =
    base && !/^[a-z][\w+.-]*:\/\//i.test(written) ? joined(textOf(base, 'baseURL'), written) : written;
  const headers = headersGiven ? pairsOf(headersGiven, 'The headers') : [];
  if (auth) headers.push(['Authorization', basicOf(auth)]);
  const sent = bodyOf(data ?? option('data'), headers);
  const query = params ? encodeForm(indexed(params)) : '';
  return {
    method: (verb === null || verb === 'request'
      ? method
        ? textOf(method, 'The method')
        : 'get'
      : verb
    ).toUpperCase(),
    url: absolute(query === '' ? whole : `${whole}${whole.includes('?') ? '&' : '?'}${query}`, url),
    headers: typed(headers, sent.type),
    body: sent.body,
  };
}

const bodyless = new Set(['get', 'delete', 'head', 'options']);
const withBody = new Set(['post', 'put', 'patch']);

function argumentsOf({ args, callee, start, end }: FoundCall, verb: string | null) {
  const [first, second, third] = args;
  if (verb === null)
    return first && isMap(first.value)
      ? { config: first, address: null, data: null }
      : { config: second, address: first ?? null, data: null };
  if (verb === 'request') return { config: first, address: null, data: null };
  if (bodyless.has(verb)) return { config: second, address: first ?? null, data: null };
  if (withBody.has(verb)) return { config: third, address: first ?? null, data: second ?? null };
  throw new Unreadable(`${callee.slice(0, 40)} does not send a request that can be read here.`, start, end);
}

function bodyOf(
  data: Placed | null,
  headers: readonly (readonly [string, string])[],
): { readonly body: string | null; readonly type: string | null } {
  if (!data || data.value === null) return { body: null, type: null };
  const { value } = data;
  if (value instanceof FormText) return { body: value.text, type: formType };
  if (typeof value === 'string') return { body: value, type: 'application/x-www-form-urlencoded' };
  const asForm = headers.some(
    ([name, type]) => name.toLowerCase() === 'content-type' && type.startsWith('application/x-www-form'),
  );
  return asForm
    ? { body: encodeForm(indexed(data)), type: null }
    : { body: JSON.stringify(plain(value)), type: 'application/json' };
}

/** axios writes a list under its name with brackets. */
function indexed(given: Placed): [string, string][] {
  if (given.value instanceof FormText)
    return Array.from(new URLSearchParams(given.value.text), ([name, value]) => [name, value]);
  if (!isMap(given.value)) return pairsOf(given, 'The parameters');
  const named = Array.from(given.value, ([name, value]): [string, Literal] => [
    isArray(value) ? `${name}[]` : name,
    value,
  ]);
  return pairsOf({ ...given, value: new Map(named) }, 'The parameters');
}

function basicOf(auth: Placed): string {
  const option = members(auth);
  const [username, password] = [option('username'), option('password')];
  if (!username || !password) throw new Unreadable('auth has no username or password.', auth.start, auth.end);
  return basicCredentials(`${textOf(username, 'username')}:${textOf(password, 'password')}`);
}

const joined = (base: string, path: string): string =>
  path === '' ? base : `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;

export function absolute(url: string, { start, end }: Pick<Placed, 'start' | 'end'>): string {
  if (!/^https?:\/\//i.test(url))
    throw new Unreadable(
      `The address ${url.slice(0, 60)} is relative: write it out with its host.`,
      start,
      end,
    );
  return url.replace(/#[^]*$/, '');
}

/** With the content type that the library adds, unless one is given. */
export const typed = (
  headers: readonly (readonly [string, string])[],
  type: string | null,
): (readonly [string, string])[] =>
  type === null || headers.some(([name]) => name.toLowerCase() === 'content-type')
    ? [...headers]
    : [...headers, ['Content-Type', type]];
