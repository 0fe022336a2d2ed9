/** The call of a load: an endpoint's example, or the call in Requests. */
import { membersIn } from '../../../parts/json.ts';
import type { KnownEndpoint } from '#reference';
import { encodeForm, encodeRfc3986, isOneOf, utf8 } from '../../../../worker/api.ts';
import type { EndpointOutline, RepeatedCall } from '../../../../worker/api.ts';
import { callKeyOf } from '../../../call/call-key.ts';
import { baseOf } from '../../../state/bases.ts';
import { parseRoute } from '../../../router.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { readStoredCalls } from '../../../state/stored-calls.ts';

export const tokens = ['oauth1', 'app', 'oauth2'] as const;
export type LoadToken = (typeof tokens)[number];

export const tokenNames: Readonly<Record<LoadToken, string>> = {
  oauth1: 'OAuth 1.0a user',
  app: 'Bearer',
  oauth2: 'OAuth 2.0 user',
};

/** The parts that differ from an endpoint's example. */
export interface CallParts {
  readonly endpointId: string;
  readonly path: Readonly<Record<string, string>>;
  /** undefined for those of the example. */
  readonly query?: readonly (readonly [string, string])[];
  readonly body?: string;
}

/** Calls that can be repeated: with a token, and with an answer that ends. */
export const canRepeat = ({ api, auth, path }: EndpointOutline): boolean =>
  api === 'v2' && !path.endsWith('/stream') && auth.some((kind) => isToken(kind));

const isToken = (kind: string): kind is LoadToken => isOneOf(tokens, kind);

/** The call in Requests; null if its endpoint cannot be called repeatedly. */
export function callInRequests(endpoints: readonly EndpointOutline[]): CallParts | null {
  const kept = readStoredCalls();
  const href = kept?.hrefs[kept.current];
  const route = typeof href === 'string' ? parseRoute(href) : null;
  if (!route || 'problem' in route || route.view !== 'requests') return null;
  const endpoint = endpoints.find(({ id }) => id === route.path[0]);
  if (!endpoint || !canRepeat(endpoint)) return null;
  const named = (prefix: string) =>
    route.params.flatMap(([name, value]): [string, string][] =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    );
  const said = route.params.some(([name]) => /^-?query\./.test(name));
  const body = route.params.find(([name]) => name === 'body')?.[1];
  return {
    endpointId: endpoint.id,
    path: Object.fromEntries(named('path.')),
    ...(said && { query: named('query.') }),
    ...(body !== undefined && { body }),
  };
}

/** The call with the vault's token of this kind, or what is missing, as a sentence. */
export function repeatedCall(
  session: PageSession,
  endpoint: KnownEndpoint,
  as: LoadToken,
  parts: CallParts | null,
): RepeatedCall | { readonly problem: string } {
  const credential = session.credential(as);
  if (!credential) return { problem: lacking(session, as) };
  const { example, method, path } = endpoint;
  const given: Record<string, string> = { ...example.path, ...parts?.path };
  // An example acts for the starter's first user.
  const own = /^\/2\/users\/:(id|source_user_id)\//.exec(path)?.[1];
  if (own && as !== 'app' && session.user && parts?.path[own] === undefined) {
    const isPerson = session.world.users.some(({ id }) => id === given[own]);
    if (isPerson && !endpoint.auth.includes('app')) given[own] = session.user.id;
  }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeRfc3986(given[name] ?? ''));
  const search = encodeForm([...(parts?.query ?? Object.entries(example.query ?? {}))]);
  const body =
    parts?.body ?? (endpoint.body && example.body !== undefined ? JSON.stringify(example.body) : '');
  const hasBody = endpoint.body !== null && body !== '';
  return {
    key: callKeyOf(credential),
    request: {
      method,
      url: `${baseOf(session.greeting, endpoint)}${filled}${search && `?${search}`}`,
      headers: hasBody ? [['Content-Type', endpoint.body.contentType]] : [],
      ...(hasBody && { body: utf8(body) }),
    },
    ...(hasBody && typeof membersIn(body)['text'] === 'string' && { isNumbered: true }),
  };
}

function lacking({ app, user }: PageSession, as: LoadToken): string {
  if (!app) return 'There is no App. Make one in the portal.';
  if (as === 'app') return `The vault has no bearer token of ${app.name}.`;
  const token = as === 'oauth1' ? 'access token' : 'OAuth 2.0 token';
  return `The vault has no ${token} of @${user?.username ?? '?'} for ${app.name}.`;
}
