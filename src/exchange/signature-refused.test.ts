import { beforeEach, expect, it } from 'vitest';
import { openSession, signingCredential } from '../../tests/support/session.ts';
import type { SigningCredential } from '../../tests/support/session.ts';
import { decodeForm, isResponse, signRequest, text } from '../../worker/api.ts';
import type { OAuthCredentials } from '../../worker/api.ts';
import type { PageSession } from '../state/session.svelte.ts';
import { isSignatureRefused } from './signature-refused.ts';

let session: PageSession;
let held: SigningCredential;
beforeEach(async () => {
  session = await openSession();
  held = signingCredential(session);
});

let nonces = 0;
interface Sending {
  readonly method?: string;
  readonly keys?: OAuthCredentials;
  readonly protocol?: Readonly<Record<string, string>>;
  readonly nonce?: string;
}
async function send(path: string, { method = 'GET', keys = held, protocol = {}, nonce }: Sending = {}) {
  const request = { method, url: `${session.greeting.baseUrl}${path}`, headers: [] };
  const timestamp = Math.floor(session.clock.now / 1000);
  const { authorization } = signRequest(request, keys, {
    nonce: nonce ?? `n${nonces++}`,
    timestamp,
    protocol,
  });
  const message = { ...request, headers: [['Authorization', authorization]] as const };
  return (await session.playground.send(message)).exchange;
}

it('the doctor is asked about a wrong signature and a used nonce, not about an accepted call', async () => {
  expect(isSignatureRefused(await send('/2/users/me', { keys: { ...held, oauth_token_secret: '' } }))).toBe(
    true,
  );
  expect(isSignatureRefused(await send('/2/users/me', { nonce: 'once' }))).toBe(false);
  expect(isSignatureRefused(await send('/2/users/me', { nonce: 'once' }))).toBe(true);
});

it('the doctor is not asked about a right signature whose verifier was refused', async () => {
  const { consumer_key, consumer_secret } = held;
  const asked = await send('/oauth/request_token', {
    method: 'POST',
    keys: { consumer_key, consumer_secret },
    protocol: { oauth_callback: 'oob' },
  });
  const given = decodeForm(isResponse(asked.outcome) ? text(asked.outcome.body) : '');
  const keys = { consumer_key, consumer_secret, ...Object.fromEntries(given) };
  const refused = await send('/oauth/access_token', {
    method: 'POST',
    keys,
    protocol: { oauth_verifier: 'mistyped' },
  });
  expect(refused.outcome).toMatchObject({ status: 401 });
  expect(isSignatureRefused(refused)).toBe(false);
});
