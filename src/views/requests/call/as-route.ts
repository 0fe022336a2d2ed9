import { decodeForm, header, splitUrl, text } from '../../../../worker/api.ts';
import type { AuthKind, EndpointDescription, Exchange } from '../../../../worker/api.ts';
import type { World } from '../../../../worker/api.ts';
import { takesForm } from './compose.ts';
import { authKinds } from './route.ts';
import type { AuthChoice, LinkedRow, RequestsRoute } from './route.ts';

/** The link that fills a draft with a past call: signed again, for the same App and user. */
export function routeFrom(
  { request, appId, userId }: Pick<Exchange, 'request' | 'appId' | 'userId'>,
  endpoint: EndpointDescription | null,
  { apps, users }: Pick<World, 'apps' | 'users'>,
): RequestsRoute {
  const { path = '', search = '' } = partsOf(request.url);
  const values = endpoint && valuesOf(endpoint.path, path);
  const body = request.body ? text(request.body) : '';
  const app = apps.find(({ id }) => id === appId)?.id;
  const as = users.find(({ id }) => id === userId)?.username;
  const auth = authOf(header(request.headers, 'authorization'), userId, endpoint?.auth ?? authKinds);
  const headers = request.headers.filter(([name]) => !own.has(name.toLowerCase())).map(rowOf);
  const base = {
    view: 'requests',
    auth,
    ...(app && { app }),
    ...(as && { as }),
    ...(headers.length > 0 && { headers }),
  } as const;
  if (!endpoint || !values) {
    const { method, url } = request;
    return { ...base, endpointId: null, method, url, ...(body && { body }) };
  }
  return {
    ...base,
    endpointId: endpoint.id,
    path: values,
    query: decodeForm(search).map(rowOf),
    ...(!body ? {} : takesForm(endpoint) ? { form: decodeForm(body).map(rowOf) } : { body }),
  };
}

/** The headers that a draft writes by itself. */
const own = new Set(['authorization', 'content-type']);

const rowOf = ([name, value]: readonly [string, string]): LinkedRow => ({ name, value, on: true });

function partsOf(url: string): { path?: string; search?: string } {
  const path = splitUrl(url)?.path;
  return { ...(path !== undefined && { path }), search: /\?([^#]*)/.exec(url)?.[1] ?? '' };
}

/** The values of a path's parameters; null for another path. */
function valuesOf(form: string, path: string): Record<string, string> | null {
  const given = path.split('/');
  const wanted = form.split('/');
  if (given.length !== wanted.length) return null;
  const values: Record<string, string> = {};
  for (const [at, step] of given.entries()) {
    const part = wanted[at];
    if (part?.startsWith(':')) values[part.slice(1)] = decodeURIComponent(step);
    else if (part !== step) return null;
  }
  return values;
}

function authOf(
  authorization: string | undefined,
  userId: string | null,
  takes: readonly (AuthKind | AuthChoice)[],
): AuthChoice {
  const [scheme] = /^\w+/.exec(authorization ?? '') ?? [];
  if (scheme === 'Bearer') return userId === null ? 'app' : 'oauth2';
  if (scheme === 'Basic') return takes.includes('basic') ? 'basic' : 'client';
  if (scheme !== 'OAuth') return 'none';
  if (!/\boauth_token="[^"]/.test(authorization ?? '')) return 'consumer';
  return takes.includes('oauth1') ? 'oauth1' : 'requestToken';
}
