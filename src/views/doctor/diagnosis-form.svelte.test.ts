import { beforeEach, describe, expect, it } from 'vitest';
import { openSession } from '../../../tests/support/session.ts';
import { header } from '../../../worker/api.ts';
import type { Credential } from '../../../worker/api.ts';
import type { PageSession } from '../../state/session.svelte.ts';
import { DiagnosisForm, none, typed } from './diagnosis-form.svelte.ts';
import { swappedExample } from './example.ts';

type Signing = Extract<Credential, { kind: 'oauth1' }>;

let session: PageSession;
let held: Signing;

beforeEach(async () => {
  session = await openSession();
  held = session.world.vault.find((each): each is Signing => each.kind === 'oauth1')!;
});

describe('the form of a diagnosis', () => {
  it('takes App and token from the header that was pasted', () => {
    const form = new DiagnosisForm(session);
    form.take(swappedExample(session)!());
    expect(form.app).toBe(held.consumer_key);
    expect(form.token).toBe(held.oauth_token);
    expect(form.input).toMatchObject({
      method: 'GET',
      consumer_secret: held.consumer_secret,
      token_secret: held.oauth_token_secret,
    });
    expect(header([['Authorization', form.authorization]], 'authorization')).toContain('oauth_token');
  });

  it('asks for secrets that it does not know', () => {
    const form = new DiagnosisForm(session);
    form.url = 'https://x.example/';
    form.authorization = 'OAuth oauth_consumer_key="other", oauth_token="foreign"';
    expect([form.app, form.token]).toEqual([typed, typed]);
    form.typedSecret = 'one';
    form.typedTokenSecret = 'two';
    expect(form.input).toMatchObject({ consumer_secret: 'one', token_secret: 'two' });
    form.authorization = 'OAuth oauth_consumer_key="other"';
    expect(form.token).toBe(none);
    expect(form.input).toMatchObject({ token_secret: '' });
  });

  it('is not one without a header or an address', () => {
    const form = new DiagnosisForm(session);
    expect(form.input).toBeNull();
    form.take('OAuth a="b"');
    expect(form.input).toBeNull();
    form.take('curl https://x.example');
    expect(form.read).toMatchObject({ wrong: true });
    expect(form.input).toBeNull();
  });
});
