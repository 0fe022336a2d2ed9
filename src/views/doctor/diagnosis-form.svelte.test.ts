import { beforeEach, describe, expect, it } from 'vitest';
import { openSession } from '../../../tests/support/session.ts';
import { header, signRequest } from '../../../worker/api.ts';
import type { Credential } from '../../../worker/api.ts';
import type { Session } from '../../state/session.svelte.ts';
import { Case, none, typed } from './diagnosis-form.svelte.ts';
import { swappedExample } from './example.ts';
import { examine } from '../../doctor/examine.ts';

type Signing = Extract<Credential, { kind: 'oauth1' }>;

let session: Session;
let held: Signing;

beforeEach(async () => {
  session = await openSession();
  held = session.world.vault.find((each): each is Signing => each.kind === 'oauth1')!;
});

let nonces = 0;
async function refusedWith(credentials: Signing, timestamp = Math.floor(session.now / 1000)) {
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
  it('is explained by the secrets of the vault', async () => {
    expect(titles(await refusedWith({ ...held, oauth_token_secret: '' }))).toEqual(['token-secret-missing']);
    expect(titles(await refusedWith({ ...held, consumer_secret: `${held.consumer_secret} ` }))).toEqual([
      'consumer-secret-white-space',
    ]);
  });

  it('is told from one that came late', async () => {
    expect(titles(await refusedWith(held, Math.floor(session.now / 1000) - 900))).toEqual([
      'timestamp-stale',
    ]);
  });

  it('by a key that was regenerated is not blamed on the signature', async () => {
    const made = await session.playground.portal('regenerate', held.appId, 'basic');
    expect(made.ok).toBe(true);
    expect(titles(await refusedWith(held))).toContain('the signature is right');
  });

  it('of an App or a token that is not kept here is not judged', async () => {
    expect(titles(await refusedWith({ ...held, consumer_key: 'elsewhere' }))).toContain('no API Secret');
    expect(titles(await refusedWith({ ...held, oauth_token: '1-elsewhere' }))).toContain(
      'no secret for this',
    );
  });
});

describe('a case', () => {
  it('takes App and token from the header that was pasted', () => {
    const patient = new Case(session);
    patient.take(swappedExample(session)!());
    expect(patient.app).toBe(held.consumer_key);
    expect(patient.token).toBe(held.oauth_token);
    expect(patient.input).toMatchObject({
      method: 'GET',
      consumer_secret: held.consumer_secret,
      token_secret: held.oauth_token_secret,
    });
    expect(header([['Authorization', patient.authorization]], 'authorization')).toContain('oauth_token');
  });

  it('asks for secrets that it does not know', () => {
    const patient = new Case(session);
    patient.url = 'https://x.example/';
    patient.authorization = 'OAuth oauth_consumer_key="other", oauth_token="foreign"';
    expect([patient.app, patient.token]).toEqual([typed, typed]);
    patient.typedSecret = 'one';
    patient.typedTokenSecret = 'two';
    expect(patient.input).toMatchObject({ consumer_secret: 'one', token_secret: 'two' });
    patient.authorization = 'OAuth oauth_consumer_key="other"';
    expect(patient.token).toBe(none);
    expect(patient.input).toMatchObject({ token_secret: '' });
  });

  it('is not one without a header or an address', () => {
    const patient = new Case(session);
    expect(patient.input).toBeNull();
    patient.take('OAuth a="b"');
    expect(patient.input).toBeNull();
    patient.take('curl https://x.example');
    expect(patient.read).toMatchObject({ wrong: true });
    expect(patient.input).toBeNull();
  });
});
