import { beforeEach, describe, expect, it } from 'vitest';
import { openSession, signingCredential } from '../../tests/support/session.ts';
import type { SigningCredential } from '../../tests/support/session.ts';
import { signRequest } from '../../worker/api.ts';
import type { PageSession } from '../state/session.svelte.ts';
import { examine } from './examine.ts';

let session: PageSession;
let held: SigningCredential;

beforeEach(async () => {
  session = await openSession();
  held = signingCredential(session);
});

let nonces = 0;
async function refusedWith(credentials: SigningCredential, timestamp = Math.floor(session.clock.now / 1000)) {
  const request = { method: 'GET', url: `${session.greeting.baseUrl}/2/users/me`, headers: [] };
  const { authorization } = signRequest(request, credentials, { nonce: `n${nonces++}`, timestamp });
  const message = { ...request, headers: [['Authorization', authorization]] as const };
  const { exchange } = await session.playground.send(message);
  const evidence = exchange.trace.find(({ signature }) => signature)?.signature;
  return { exchange, said: await examine(session, exchange, evidence) };
}
const titles = ({ said }: Awaited<ReturnType<typeof refusedWith>>) =>
  said.kind === 'diagnosis'
    ? said.diagnosis.explanations.flatMap(({ mistakes }) => mistakes.map(({ id }) => id))
    : said.text;

describe('a refused signature', () => {
  it('is explained by the secrets in the vault', async () => {
    expect(titles(await refusedWith({ ...held, oauth_token_secret: '' }))).toEqual(['token-secret-missing']);
    expect(titles(await refusedWith({ ...held, consumer_secret: `${held.consumer_secret} ` }))).toEqual([
      'consumer-secret-white-space',
    ]);
  });

  it('is distinguished from a call that came late', async () => {
    expect(titles(await refusedWith(held, Math.floor(session.clock.now / 1000) - 900))).toEqual([
      'timestamp-stale',
    ]);
  });

  it('is not blamed when its key was regenerated', async () => {
    const made = await session.playground.do('portal.regenerate', held.appId, 'basic');
    expect(made.ok).toBe(true);
    expect(titles(await refusedWith(held))).toContain('the signature is right');
  });

  it('is not judged if its App or token is not kept here', async () => {
    expect(titles(await refusedWith({ ...held, consumer_key: 'elsewhere' }))).toContain('no API Secret');
    expect(titles(await refusedWith({ ...held, oauth_token: '1-elsewhere' }))).toContain(
      'no secret for this',
    );
  });
});

describe('a secret that was edited', () => {
  it('is named, because the page knows what it signed with', async () => {
    const request = { method: 'GET', url: `${session.greeting.baseUrl}/2/users/me`, headers: [] };
    const edited = { ...held, consumer_secret: 'edited by hand' };
    const signed = signRequest(request, edited, {
      nonce: 'edited',
      timestamp: Math.floor(session.clock.now / 1000),
    });
    session.secrets.signed = [signed.steps];
    const message = { ...request, headers: [['Authorization', signed.authorization]] as const };
    const { exchange } = await session.playground.send(message);
    const said = await examine(session, exchange, undefined);
    expect(titles({ exchange, said })).toEqual(['consumer-secret-differs']);
  });
});
