import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import OAuth from 'oauth-1.0a';
import { expect, test } from 'vitest';
import { utf8 } from '../../engine/index.ts';
import type { HttpRequest } from '../../engine/index.ts';
import { proves } from '../support/clause.ts';
import { rounds } from '../support/rounds.ts';
import { plainCalls } from './calls.ts';
import type { Call, UserCredential } from './calls.ts';
import { openStand } from './stand.ts';
import { tamper, tamperings } from './tamper.ts';

/** The published client, except for its clock: the platform has its own. */
class Client extends OAuth {
  constructor(
    { consumer_key, consumer_secret }: UserCredential,
    private readonly timestamp: number,
  ) {
    super({
      consumer: { key: consumer_key, secret: consumer_secret },
      signature_method: 'HMAC-SHA1',
      hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
    });
  }

  override getTimeStamp(): number {
    return this.timestamp;
  }
}

/** Encodes the query as that client reads it, and the form body as browsers do. */
function sign(call: Call, credential: UserCredential, baseUrl: string, timestamp: number): HttpRequest {
  const query = call.query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  const url = `${baseUrl}${call.path}${query && '?'}${query}`;
  const client = new Client(credential, timestamp);
  const token = { key: credential.oauth_token, secret: credential.oauth_token_secret };
  const { body } = call;
  const data = body.kind === 'form' ? Object.fromEntries(body.pairs) : {};
  const authorization = client.toHeader(
    client.authorize({ method: call.method, url, data }, call.consumerOnly ? undefined : token),
  );
  const headers: [string, string][] = [['authorization', authorization.Authorization]];
  if (body.kind === 'none') return { method: call.method, url, headers };
  const isForm = body.kind === 'form';
  headers.push(['content-type', isForm ? 'application/x-www-form-urlencoded' : 'application/json']);
  const bytes = utf8(
    isForm ? new URLSearchParams(body.pairs.map((pair) => [...pair])).toString() : body.text,
  );
  return { method: call.method, url, headers, body: bytes };
}

test(
  proves(
    ['5-oauth1-signed-header', '4.1-header-percent-encoding', '9-oauth1-v1-1-and-v2'],
    'what npm oauth-1.0a signs is accepted, and refused with one character changed',
  ),
  async () => {
    const stand = await openStand();
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(plainCalls, fc.nat(1000), fc.nat(1000), async (call, choice, where) => {
        const { baseUrl } = stand.platform;
        const request = sign(call, stand.credential(call), baseUrl, stand.timestamp(call));
        const { kind, changed } = tamper(request, choice, where);
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
        const refused = await stand.try(changed);
        expect(refused, `${kind}: ${refused.because}`).toMatchObject({ status: 401, authenticated: false });
        if (changed.method !== 'HEAD') expect([32, 89, 135]).toContain(refused.codes[0]);
        const accepted = await stand.try(request);
        expect(accepted.authenticated, accepted.because).toBe(true);
        expect(accepted.status, accepted.because).not.toBe(401);
      }),
      rounds(120, 10_000),
    );
    expect([...seen.keys()].sort()).toEqual(Object.keys(tamperings).sort());
  },
);
