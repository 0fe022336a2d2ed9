import { encodeForm } from '../../worker/api.ts';
import { basicCredentials } from '../curl/options.ts';
import { Unreadable } from '../curl/types.ts';
import { pythonJson } from './expressions.ts';
import { absolute, typed } from './javascript.ts';
import { FormText, isArray, pairsOf, textOf } from './literal.ts';
import type { Placed } from './literal.ts';
import { callsIn } from './program.ts';
import type { CallArgument, FoundCall, SnippetRequest } from './program.ts';
import type { SnippetCall } from './types.ts';

const verbs = 'get|post|put|patch|delete|head|options|request';
const session = /([A-Za-z_]\w*)\s*=\s*requests\s*\.\s*[Ss]ession\s*\(/g;

/** https://requests.readthedocs.io/en/latest/api/ */
export function requestsCalls(text: string): SnippetCall[] {
  const names = ['requests', ...Array.from(text.matchAll(session), ([, name]) => name ?? 'requests')];
  const owners = [...new Set(names)].join('|');
  const callees = new RegExp(String.raw`((?:${owners})\s*\.\s*(?:${verbs}))\s*\(`, 'y');
  return callsIn(text, 'Python', callees, requested);
}

const positions: Readonly<Record<string, readonly string[]>> = {
  get: ['url', 'params'],
  options: ['url'],
  head: ['url'],
  delete: ['url'],
  post: ['url', 'data', 'json'],
  put: ['url', 'data'],
  patch: ['url', 'data'],
  request: ['method', 'url'],
};

function requested({ callee, args, start, end }: FoundCall): SnippetRequest {
  const verb = callee.slice(callee.indexOf('.') + 1);
  const names = positions[verb] ?? [];
  const given = new Map<string, CallArgument>();
  for (const [at, each] of args.entries()) {
    const name = each.name ?? names[at];
    if (name !== undefined && each.value !== null) given.set(name, each);
  }
  const [url, method] = [given.get('url'), given.get('method')];
  if (!url) throw new Unreadable('The call has no address.', start, end);
  if (given.has('files')) {
    const { start: from, end: to } = given.get('files') ?? { start, end };
    throw new Unreadable('It sends files, which this page cannot read.', from, to);
  }
  const headers = headersOf(given);
  const { body, type } = bodyOf(given.get('data'), given.get('json'));
  const params = given.get('params');
  const query = params ? formOf(params, 'The parameters') : '';
  const address = textOf(url, 'The address').replace(/#[^]*$/, '');
  return {
    method: (verb === 'request' ? (method ? textOf(method, 'The method') : 'GET') : verb).toUpperCase(),
    url: absolute(query === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${query}`, url),
    headers: typed(headers, type),
    body,
  };
}

function headersOf(given: ReadonlyMap<string, CallArgument>): [string, string][] {
  const [headers, auth] = [given.get('headers'), given.get('auth')];
  const all = headers ? pairsOf(headers, 'The headers') : [];
  if (!auth) return all;
  const [user, password] = isArray(auth.value) ? auth.value : [];
  if (typeof user !== 'string' || typeof password !== 'string')
    throw new Unreadable('What auth= signs with is computed when the program runs.', auth.start, auth.end);
  return [...all, ['Authorization', basicCredentials(`${user}:${password}`)]];
}

function bodyOf(data: Placed | undefined, json: Placed | undefined) {
  if (data && typeof data.value === 'string') return { body: data.value, type: null };
  if (data) return { body: formOf(data, 'The data'), type: 'application/x-www-form-urlencoded' };
  return json ? { body: pythonJson(json.value), type: 'application/json' } : { body: null, type: null };
}

const formOf = (given: Placed, what: string): string =>
  given.value instanceof FormText || typeof given.value === 'string'
    ? textOf(given, what)
    : encodeForm(pairsOf(given, what));
