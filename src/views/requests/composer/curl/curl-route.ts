import { header, utf8 } from '../../../../../worker/api.ts';
import type { EndpointDescription, World } from '../../../../../worker/api.ts';
import type { CurlRequest } from '../../../../curl/types.ts';
import { routeFrom } from '../../call/as-route.ts';
import type { RequestsRoute } from '../../call/route.ts';
import { takesForm } from '../../call/compose.ts';
import type { Held } from './held-credential.ts';

/**
 * The link that fills a draft with the call that curl would send. `endpoint` is the one that it reaches, null for none.
 * Without `held`, an Authorization header stays unchanged among the headers of a free-form call.
 */
export function curlRoute(
  { method, url, headers, body }: CurlRequest,
  endpoint: EndpointDescription | null,
  held: Held | null,
  world: Pick<World, 'apps' | 'users'>,
): RequestsRoute {
  const authorization = header(headers, 'authorization');
  const request = { method, url, headers: [...headers], ...(body !== null && { body: utf8(body) }) };
  const isForeign = authorization !== undefined && held === null;
  const fits = endpoint !== null && !isForeign && holds(endpoint, headers, body);
  const route = routeFrom(
    { request, appId: held?.appId ?? null, userId: held?.userId ?? null },
    fits ? endpoint : null,
    world,
  );
  const type = header(headers, 'content-type');
  const stays = [
    ...(isForeign ? [{ name: 'Authorization', value: authorization, on: true }] : []),
    ...(type !== undefined && mediaType(type) !== computedType(fits ? endpoint : null, body)
      ? [{ name: 'Content-Type', value: type, on: true }]
      : []),
  ];
  const rows = [...stays, ...(route.headers ?? [])];
  return { ...route, auth: held?.auth ?? 'none', ...(rows.length > 0 && { headers: rows }) };
}

const form = 'application/x-www-form-urlencoded';
const mediaType = (type: string): string => type.split(';')[0]!.trim().toLowerCase();

/**
 * Whether the endpoint's fields can represent this body: not if the endpoint has no body, or if the body should be a
 * form and is not.
 */
function holds(endpoint: EndpointDescription, headers: CurlRequest['headers'], body: string | null): boolean {
  if (body === null) return true;
  const type = mediaType(header(headers, 'content-type') ?? '');
  return endpoint.body !== null && (!takesForm(endpoint) || type === form);
}

/** The content type that the composer sets by itself. */
function computedType(endpoint: EndpointDescription | null, body: string | null): string | null {
  if (body === null || body === '') return null;
  if (endpoint) return endpoint.body && mediaType(endpoint.body.contentType);
  return /^\s*[[{"]/.test(body) ? 'application/json' : form;
}
