/** npm `oauth`: it parses the query itself, so it accepts what the other signer misreads. */
import { OAuth } from 'oauth';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8 } from '../../engine/index.ts';
import type { HttpRequest } from '../../engine/index.ts';
import { proves } from '../support/clause.ts';
import { rounds } from '../support/rounds.ts';
import { repeatingCalls } from './calls.ts';
import type { Call, Pair, UserCredential } from './calls.ts';
import { openStand } from './stand.ts';
import { tamper } from './tamper.ts';

/** The published client, except for its clock: the platform has its own. */
class Client extends OAuth {
  constructor(
    { consumer_key, consumer_secret }: UserCredential,
    private readonly timestamp: number,
  ) {
    super('', '', consumer_key, consumer_secret, '1.0', null, 'HMAC-SHA1');
  }

  override _getTimestamp(): number {
    return this.timestamp;
  }

  /** The Authorization header that its get, post and delete create. */
  header(token: string, secret: string, method: string, url: string, form: Record<string, string[]>): string {
    return this._buildAuthorizationHeaders(this._prepareParameters(token, secret, method, url, form));
  }
}

/** Ways to write the same address. */
const bases = ['https://api.svc.example', 'https://API.svc.Example', 'https://api.svc.example:443'];

/** Ways to write the same value: + or %20 for a space, an unencoded =. */
const writings: readonly ((value: string) => string)[] = [
  encodeURIComponent,
  (value) => encodeURIComponent(value).replaceAll('%20', '+'),
  (value) => encodeURIComponent(value).replaceAll('%3D', '='),
  (value) => encodeURIComponent(value).replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
];

function group(pairs: readonly Pair[]): Record<string, string[]> {
  const grouped: Record<string, string[]> = {};
  for (const [name, value] of pairs) (grouped[name] ??= []).push(value);
  return grouped;
}

function sign(
  call: Call,
  credential: UserCredential,
  timestamp: number,
  base: string,
  write: (value: string) => string,
): HttpRequest {
  const query = call.query.map(([name, value]) => `${encodeURIComponent(name)}=${write(value)}`).join('&');
  // This client sends an apostrophe in the path as %27, and signs it like that.
  const url = `${base}${call.path.replaceAll("'", '%27')}${query && '?'}${query}`;
  const client = new Client(credential, timestamp);
  const { body } = call;
  const form = group(body.kind === 'form' ? body.pairs : []);
  const token = call.consumerOnly ? '' : credential.oauth_token;
  const secret = call.consumerOnly ? '' : credential.oauth_token_secret;
  const authorization = client.header(token, secret, call.method, url, form);
  const headers: [string, string][] = [['Authorization', authorization]];
  if (body.kind === 'none') return { method: call.method, url, headers };
  const isForm = body.kind === 'form';
  headers.push([
    'Content-Type',
    isForm ? 'application/x-www-form-urlencoded;charset=UTF-8' : 'application/json',
  ]);
  const pairs = Object.entries(form).flatMap(([name, values]) => values.map((value) => [name, value]));
  const text = isForm ? new URLSearchParams(pairs).toString() : body.text;
  return { method: call.method, url, headers, body: utf8(text) };
}

test(
  proves(
    ['5-oauth1-signed-header', '4.1-header-percent-encoding'],
    'what npm oauth signs is accepted: repeated names, + and =, escapes in any case, a port and capitals in the host',
  ),
  async () => {
    const stand = await openStand();
    const base = fc.constantFrom(...bases);
    const writing = fc.constantFrom(...writings);
    await fc.assert(
      fc.asyncProperty(repeatingCalls, base, writing, fc.nat(1000), fc.nat(1000), async (call, ...rest) => {
        const [address, write, choice, where] = rest;
        const request = sign(call, stand.credential(call), stand.timestamp(call), address, write);
        const { kind, changed } = tamper(request, choice, where);
        const refused = await stand.try(changed);
        expect(refused, `${kind}: ${refused.because}`).toMatchObject({ status: 401, authenticated: false });
        const accepted = await stand.try(request);
        expect(accepted.authenticated, accepted.because).toBe(true);
        expect(accepted.status, accepted.because).not.toBe(401);
      }),
      rounds(120, 10_000),
    );
  },
);
