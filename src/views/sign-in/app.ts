/** The App's side of the flows: what it sends, and what it reads from the answers. Pure. */
import { membersIn } from '../../parts/json.ts';
import { decodeForm, encodeForm, isResponse, s256, text } from '../../../worker/api.ts';
import type { CallKey, Credential, PermissionLevel, Sent } from '../../../worker/api.ts';
import type { BreakId } from './breaks.ts';
import { changeLast, signedLate } from './breaks.ts';
import type { Asked, Flow } from './flows.ts';
import type { RequestParameter, RequestSpec } from './request-spec.ts';
import type { BrowserPage, PageNode } from '../../browser/page.ts';

/** The App's settings, and what it remembers from step to step. */
export interface Memory {
  readonly baseUrl: string;
  readonly appId: string;
  readonly appName: string;
  readonly consumer_key: string;
  readonly consumer_secret: string;
  readonly client_id: string;
  /** null for a public client. */
  readonly client_secret: string | null;
  /** `oob` for a PIN. */
  readonly callback: string;
  /** The scopes that OAuth 2.0 requests, separated by spaces. */
  readonly scopes: string;
  readonly state: string;
  readonly code_verifier: string;
  /** The user whom the proof call of an App without a user looks up. */
  readonly username: string;
  /** The request token; after the exchange, the access token. */
  readonly oauth_token?: string;
  readonly oauth_token_secret?: string;
  readonly oauth_verifier?: string;
  readonly code?: string;
  readonly access_token?: string;
}

type Breaks = ReadonlySet<BreakId>;

export const strangeCallback = 'https://evil.example/cb';
export const usualScopes = 'post.read users.read offline.access';

const line = (where: RequestParameter['where'], name: string, value: string): RequestParameter => ({
  where,
  name,
  value,
});

const spec = (
  method: string,
  url: string,
  lines: readonly RequestParameter[],
  auth: CallKey,
): RequestSpec => ({
  method,
  url,
  lines,
  auth,
  headers: [],
});

/** specification 4.1, step 1. `oauth_timestamp` is set for a wrong clock. */
export function requestTokenSpec(memory: Memory, breaks: Breaks, now: number): RequestSpec {
  const callback = breaks.has('callback') ? strangeCallback : memory.callback;
  const late = line('header', 'oauth_timestamp', String(Math.floor((now - signedLate) / 1000)));
  const lines = [line('header', 'oauth_callback', callback), ...(breaks.has('skew') ? [late] : [])];
  const { consumer_key, consumer_secret } = memory;
  const secret = breaks.has('key') ? changeLast(consumer_secret) : consumer_secret;
  return spec('POST', `${memory.baseUrl}/oauth/request_token`, lines, {
    kind: 'oauth1',
    consumer_key,
    consumer_secret: secret,
  });
}

/** Where the App sends the browser: specification 4.1, step 2; RFC 6749 4.1.1 and RFC 7636 4.3. */
export function pageUrl({ page, isOAuth1 }: Flow, memory: Memory, breaks: Breaks): string {
  const parameters: [string, string][] = isOAuth1
    ? [['oauth_token', memory.oauth_token ?? '']]
    : [
        ['response_type', 'code'],
        ['client_id', memory.client_id],
        ['redirect_uri', breaks.has('callback') ? strangeCallback : memory.callback],
        ['scope', memory.scopes],
        ['state', memory.state],
        ['code_challenge', s256(memory.code_verifier)],
        ['code_challenge_method', 'S256'],
      ];
  return `${memory.baseUrl}${page}?${encodeForm(parameters)}`;
}

/** specification 4.1, step 3; 4.2; RFC 6749 4.1.3 with RFC 7636 4.5. */
export function tokenSpec(flow: Flow, memory: Memory, breaks: Breaks): RequestSpec {
  const url = `${memory.baseUrl}${flow.tokenPath}`;
  if (flow.isOAuth1) return accessTokenSpec(url, memory, breaks);
  if (flow.id === 'app-only') return bearerSpec(url, memory, breaks);
  const verifier = breaks.has('code_verifier') ? changeLast(memory.code_verifier) : memory.code_verifier;
  const { client_id, client_secret } = memory;
  const lines = [
    line('body', 'grant_type', 'authorization_code'),
    line('body', 'code', memory.code ?? ''),
    line('body', 'redirect_uri', memory.callback),
    line('body', 'code_verifier', verifier),
  ];
  return client_secret === null
    ? spec('POST', url, [...lines, line('body', 'client_id', client_id)], { kind: 'none' })
    : spec('POST', url, lines, { kind: 'basic', id: client_id, secret: client_secret });
}

function accessTokenSpec(url: string, memory: Memory, breaks: Breaks): RequestSpec {
  const verifier = memory.oauth_verifier ?? '';
  const { consumer_key, consumer_secret, oauth_token = '', oauth_token_secret = '' } = memory;
  return spec(
    'POST',
    url,
    [line('header', 'oauth_verifier', breaks.has('verifier') ? changeLast(verifier) : verifier)],
    { kind: 'oauth1', consumer_key, consumer_secret, oauth_token, oauth_token_secret },
  );
}

function bearerSpec(url: string, memory: Memory, breaks: Breaks): RequestSpec {
  const { consumer_key, consumer_secret } = memory;
  const secret = breaks.has('key') ? changeLast(consumer_secret) : consumer_secret;
  const lines = [line('body', 'grant_type', breaks.has('grant') ? 'password' : 'client_credentials')];
  return spec('POST', url, lines, { kind: 'basic', id: consumer_key, secret });
}

/** A call that requires the new token. */
export function proofSpec(flow: Flow, memory: Memory): RequestSpec {
  if (flow.isOAuth1) {
    const { consumer_key, consumer_secret, oauth_token = '', oauth_token_secret = '' } = memory;
    const auth = { kind: 'oauth1', consumer_key, consumer_secret, oauth_token, oauth_token_secret } as const;
    return spec('GET', `${memory.baseUrl}/2/users/me`, [], auth);
  }
  const path = flow.id === 'app-only' ? `/2/users/by/username/${memory.username}` : '/2/users/me';
  return spec('GET', `${memory.baseUrl}${path}`, [], { kind: 'bearer', token: memory.access_token ?? '' });
}

/** The values of a token answer by name: a form or a JSON object. */
export function given({ outcome }: Sent): Readonly<Record<string, string>> {
  if (!isResponse(outcome)) return {};
  const body = text(outcome.body);
  if (!body.startsWith('{')) return Object.fromEntries(decodeForm(body));
  return Object.fromEntries(Object.entries(membersIn(body)).map(([name, value]) => [name, String(value)]));
}

export const parametersOf = (url: string): Readonly<Record<string, string>> =>
  Object.fromEntries(decodeForm(/\?([^#]*)/.exec(url)?.[1] ?? ''));

/** What a page of the platform asks the person for; null if nothing. */
export function asks(page: BrowserPage): Asked | null {
  const actions = fieldsNamed(page.pieces, 'action');
  if (actions.includes('login')) return 'login';
  if (actions.includes('allow')) return 'decide';
  return page.title === 'Your PIN' ? 'pin' : null;
}

const fieldsNamed = (pieces: readonly PageNode[], name: string): string[] =>
  pieces.flatMap((piece) => {
    if (typeof piece === 'string') return [];
    const { attributes, children } = piece;
    const own = attributes['name'] === name ? [attributes['value'] ?? ''] : [];
    return [...own, ...fieldsNamed(children, name)];
  });

interface Holder {
  readonly userId: string;
  readonly username: string;
  readonly permission: PermissionLevel;
}

/** The token as the vault keeps it; its id is always the same for the same App, user and kind. */
export function credentialOf(flow: Flow, memory: Memory, answer: Sent, holder: Holder): Credential {
  const { appId, appName, consumer_key, consumer_secret } = memory;
  const base = { appId, appName };
  const got = given(answer);
  if (flow.id === 'app-only')
    return { ...base, id: `${appId}-app`, kind: 'app', bearer_token: got['access_token'] ?? '' };
  const { userId, username, permission } = holder;
  if (flow.id === 'pkce')
    return {
      ...base,
      id: `${appId}-oauth2-${userId}`,
      kind: 'oauth2',
      access_token: got['access_token'] ?? '',
      refresh_token: got['refresh_token'] ?? null,
      scopes: (got['scope'] ?? '').split(' '),
      userId,
      username,
    };
  return {
    ...base,
    id: `${appId}-oauth1-${userId}`,
    kind: 'oauth1',
    consumer_key,
    consumer_secret,
    oauth_token: got['oauth_token'] ?? '',
    oauth_token_secret: got['oauth_token_secret'] ?? '',
    userId,
    username,
    permission,
  };
}
