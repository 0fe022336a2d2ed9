import { isRecord } from '../../../../../worker/api.ts';
import type { KnownEndpoint, TakenValue } from '#reference';
import type { Exchange, World } from '../../../../../worker/api.ts';
import { routeFrom } from '../../call/as-route.ts';
import type { RequestsRoute } from '../../call/route.ts';

/** A value, and the user who follows it. */
export interface Following {
  readonly value: string;
  readonly appId?: string | undefined;
  readonly user?: { readonly id: string; readonly username: string } | null;
}

/** A link to a call that takes a value: the endpoint's example, with the value in it. */
export function callWith(
  endpoint: KnownEndpoint,
  place: TakenValue,
  { value, appId, user }: Following,
): RequestsRoute {
  const { example } = endpoint;
  const self = place.self && user ? { [place.self]: user.id } : {};
  const path = { ...self, ...(place.in === 'path' && { [place.name]: value }) };
  const query = Object.entries({ ...example.query, [place.name]: value });
  return {
    view: 'requests',
    endpointId: endpoint.id,
    ...(appId && { app: appId }),
    ...(user && { as: user.username }),
    ...(Object.keys(path).length > 0 && { path }),
    ...(place.in === 'query' && { query: query.map(([name, each]) => ({ name, value: each, on: true })) }),
    ...(place.in === 'body' && {
      body: JSON.stringify(
        withMember(example.body, place.name.split('.'), place.isList ? [value] : value),
        null,
        2,
      ),
    }),
  };
}

function withMember(body: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const members = isRecord(body) ? body : {};
  return { ...members, [name]: withMember(members[name], rest, value) };
}

/** The call that gave a page token, asking for that page. */
export function pageOf(
  exchange: Exchange,
  endpoint: KnownEndpoint | null,
  world: World,
  token: string,
): RequestsRoute {
  const route = routeFrom(exchange, endpoint, world);
  const name = tokenName(exchange.request.url);
  if (route.url !== undefined) {
    const [head = '', search = ''] = route.url.split('?');
    const params = new URLSearchParams(search);
    params.set(name, token);
    return { ...route, url: `${head}?${params}` };
  }
  const rest = (route.query ?? []).filter((row) => row.name !== name);
  return { ...route, query: [...rest, { name, value: token, on: true }] };
}

/** The parameter that takes a page token: it has other names in the Advertiser API and the Catalog API. */
const tokenName = (url: string): string =>
  /^[a-z]+:\/\/[^/?]+\/5\//.test(url) ? 'cursor' : 'pagination_token';
