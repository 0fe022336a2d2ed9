/** The contestants of `npm run bench`: calls through the engine, and the floors for comparison. */
import { Hono } from 'hono';
import { http, HttpResponse, getResponse } from 'msw';
import { createPlatform, signRequest, utf8 } from '../../../engine/index.ts';
import type { Credential, HttpRequest, Platform } from '../../../engine/index.ts';
import { bareHmac } from '../../support/hmac.ts';

export interface Contestant {
  /** The work of one call. */
  readonly says: string;
  /** Creates a request, before the clock starts: only the answer is measured. */
  readonly prepare?: () => HttpRequest;
  readonly run: (request: HttpRequest | undefined) => unknown;
  /** Called before each portion of a round, outside the measured part. */
  readonly rest?: (isFirst: boolean) => Promise<unknown>;
}

/** A moment on the platform's clock, in epoch seconds, with as many digits as the signed calls have. */
const timestamp = 1_772_444_472;
const url = 'https://api.svc.example/2/users/2244994945';

/** In the order of the report. A floor does not use the platform. */
export const contestants = {
  hono: () => {
    const app = new Hono();
    app.get('/2/users/:id', (context) => context.json({}));
    const headers = bearerHeaders('token');
    return { says: 'Hono, empty JSON route', run: () => app.fetch(new Request(url, { headers })) };
  },
  bare: () => {
    const headers = bearerHeaders('token');
    return {
      says: 'bare Request and Response',
      run: () =>
        new Response(new Request(url, { headers }).url, { headers: { 'content-type': 'text/plain' } }),
    };
  },
  bodiless: () => {
    const app = new Hono();
    app.get('/2/users/:id', (context) => context.body(null));
    const headers = bearerHeaders('token');
    return { says: 'Hono, route without a body', run: () => app.fetch(new Request(url, { headers })) };
  },
  msw: () => {
    const handlers = [http.get('https://api.svc.example/2/users/:id', () => HttpResponse.json({}))];
    const headers = bearerHeaders('token');
    return { says: 'MSW, same route', run: () => getResponse(handlers, new Request(url, { headers })) };
  },
  hmac: () => {
    const credentials = credentialOf(createPlatform(), 'oauth1');
    const request = { method: 'GET', url, headers: [] };
    const { baseString, signingKey } = signRequest(request, credentials, { nonce: 'n1', timestamp }).steps;
    return { says: 'bare HMAC-SHA1 of @noble/hashes', run: () => bareHmac(signingKey, baseString) };
  },
  fetch: async () => {
    const platform = await unlimited();
    const headers = bearerHeaders(credentialOf(platform, 'app').bearer_token);
    return {
      says: '(a) bearer GET by fetch',
      run: () => platform.fetch(new Request(url, { headers })),
      rest: nextWindow(platform),
    };
  },
  bearer: async () => {
    const platform = await unlimited();
    const headers = bearerHeaders(credentialOf(platform, 'app').bearer_token);
    return {
      says: '(a) bearer GET by handle',
      run: () => platform.handle({ method: 'GET', url, headers }),
      rest: nextWindow(platform),
    };
  },
  signed: async () => {
    const platform = await unlimited();
    const sign = signer(platform);
    return {
      says: '(b) OAuth 1.0a GET by handle',
      prepare: () => sign({ method: 'GET', url, headers: [] }),
      run: (request) => platform.handle(request!),
      rest: nextWindow(platform),
    };
  },
  post: async () => {
    const platform = await unlimited();
    const sign = signer(platform);
    let counter = 0;
    return {
      says: '(c) POST /2/posts by handle',
      prepare: () =>
        sign({
          method: 'POST',
          url: 'https://api.svc.example/2/posts',
          headers: [['content-type', 'application/json']],
          body: utf8(JSON.stringify({ text: `Post number ${counter++}` })),
        }),
      run: (request) => platform.handle(request!),
      rest: nextWindow(platform),
    };
  },
} satisfies Record<string, () => Contestant | Promise<Contestant>>;

export type ContestantName = keyof typeof contestants;

const bearerHeaders = (token: string): [string, string][] => [['authorization', `Bearer ${token}`]];

async function unlimited(): Promise<Platform> {
  const platform = createPlatform();
  await platform.do('portal.setAbuse', false);
  return platform;
}

/** Lets the limits' windows of 15 minutes end; at the start of a round, also those of a day. */
function nextWindow(platform: Platform): (isFirst: boolean) => Promise<unknown> {
  return (isFirst) => platform.clock.advance(isFirst ? 86_400_000 : 900_000);
}

function signer(platform: Platform): (request: HttpRequest) => HttpRequest {
  const credentials = credentialOf(platform, 'oauth1');
  let counter = 0;
  return (request) => {
    const timestamp = Math.floor(platform.clock.now() / 1000);
    const { authorization } = signRequest(request, credentials, { nonce: `n${counter++}`, timestamp });
    return { ...request, headers: [...request.headers, ['authorization', authorization]] };
  };
}

function credentialOf<K extends Credential['kind']>(
  { initialCredentials }: Platform,
  kind: K,
): Extract<Credential, { kind: K }> {
  const found = initialCredentials.find(
    (each): each is Extract<Credential, { kind: K }> => each.kind === kind,
  );
  if (!found) throw new Error(`The starting data has no credential of the kind ${kind}`);
  return found;
}
