/** The call of an endpoint's example, and ways to spoil it that are independent of its declaration. */
import type { EndpointDescription } from '../../engine/index.ts';
import { utf8 } from '../../engine/index.ts';
import type { Client, Message, caller } from '../../testing/platform.ts';

type As = ReturnType<typeof caller>;

const tooMuch = new Uint8Array(9_000_000);
const asForm = [['content-type', 'application/x-www-form-urlencoded']] as const;
const asJson = [['content-type', 'application/json']] as const;

/** The valid call first; each of the others has one error, and is sent with and without its preconditions. */
export function* attempts(endpoint: EndpointDescription, good: Message): Generator<Message> {
  const { path } = good;
  const { method } = endpoint;
  const withQuery = (query: string) => ({
    ...good,
    path: `${path}${path.includes('?') ? '&' : '?'}${query}`,
  });
  yield good;
  yield withQuery('unknown=1&max_results=x&hidden=');
  yield withQuery('max_results=5&max_results=6&oauth_token=a&oauth_token=b&state=a&state=b');
  yield withQuery('text=%FF&x=%C3%28');
  yield { ...good, path: path.replace(/\d{5,}/, '7') };
  yield { ...good, path: path.replace(/\d{5,}/, '%FF') };
  for (const account of ['atlas001', 'nobody', '%FF'])
    if (/\/accounts\/\w/.test(path)) yield { ...good, path: path.replace(/(?<=\/accounts\/)\w+/, account) };
  yield { ...good, path: `${path}?${'x'.repeat(9000)}` };
  yield { ...good, method: 'PATCH' };
  yield { method, path, body: tooMuch };
  yield { method, path, body: utf8('{') };
  yield { method, path, headers: asJson, body: utf8('{') };
  yield { method, path, headers: asJson, body: new Uint8Array([0x22, 0xff, 0x22]) };
  yield { method, path, json: {} };
  yield { method, path, form: {} };
  yield { method, path, form: { grant_type: 'strange', client_id: 'nobody' } };
  yield { method, path, headers: asForm, body: utf8('token=%FF&state=%FF') };
  yield { method, path, headers: asForm, body: utf8('token=a&token=b&csrf=a&csrf=b') };
  yield { method, path, headers: [...asForm, ['content-encoding', 'gzip']], body: utf8('x') };
  yield { ...good, headers: [...(good.headers ?? []), ['content-encoding', 'br']] };
  yield {
    ...good,
    path: path.startsWith('/') ? `http://api.svc.example${path}` : path.replace('https:', 'http:'),
  };
}

/** All callers: anonymous ones, strangers, and each App and its user with each kind of authentication. */
export function callers(as: As, appNames: Iterable<string>): Client[] {
  const all = [as.anonymous, as.raw('Strange x'), as.withBearer('none'), as.raw('Basic !')];
  for (const name of appNames)
    all.push(as.bearer(name), as.basic(name), as.consumer(name), as.user('mira_holm', name));
  return all;
}
