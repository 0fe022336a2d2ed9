import { beforeEach, describe, expect, it } from 'vitest';
import { openSession, signingCredential } from '../../../tests/support/session.ts';
import type { SigningCredential } from '../../../tests/support/session.ts';
import { header, loadDoctor } from '../../../worker/api.ts';
import type { PageSession } from '../../state/session.svelte.ts';
import { none, typed } from './diagnosis-form.svelte.ts';
import { DoctorDesk } from './desk.svelte.ts';
import { examplesOf } from './example.ts';

let session: PageSession;
let held: SigningCredential;

beforeEach(async () => {
  session = await openSession();
  held = signingCredential(session);
});

const pasted = (text: string) => {
  const desk = new DoctorDesk(session);
  desk.take(text);
  return desk.current!;
};

describe('a dropped file', () => {
  it('is read like pasted text, and an unreadable one says so', async () => {
    const desk = new DoctorDesk(session);
    await desk.takeFile(new File(['OAuth oauth_consumer_key="other"'], 'header.txt'));
    expect(desk.requests).toHaveLength(1);
    const gone = new File([], 'gone.txt');
    gone.slice = () => {
      throw new DOMException('gone', 'NotFoundError');
    };
    await desk.takeFile(gone);
    expect(desk.problems.map(({ problem }) => problem)).toEqual(['gone.txt cannot be read.']);
    expect(desk.requests).toHaveLength(1);
  });
});

describe('a pasted request', () => {
  it('finds App and token by its header', async () => {
    const [example] = examplesOf(session, await loadDoctor());
    const one = pasted(example?.write() ?? '');
    expect(one.signedFor).toBe('platform');
    expect(one.app).toBe(held.consumer_key);
    expect(one.token).toBe(held.oauth_token);
    expect(one.input).toMatchObject({
      method: 'GET',
      consumer_secret: held.consumer_secret,
      token_secret: held.oauth_token_secret,
    });
    expect(header([['Authorization', one.authorization]], 'authorization')).toContain('oauth_token');
  });

  it('of this platform asks for secrets that the vault does not have', () => {
    const one = pasted('OAuth oauth_consumer_key="other", oauth_token="foreign"');
    expect(one.lacks).toBe('address');
    one.url = `${session.greeting.baseUrl}/2/users/me`;
    expect([one.app, one.token, one.lacks]).toEqual([typed, typed, 'consumer secret']);
    one.typedSecret = 'one';
    expect([one.lacks, one.input]).toEqual(['token secret', null]);
    one.typedTokenSecret = 'two';
    expect(one.input).toMatchObject({ consumer_secret: 'one', token_secret: 'two' });
    one.authorization = 'OAuth oauth_consumer_key="other"';
    expect(one.token).toBe(none);
    expect(one.input).toMatchObject({ token_secret: '' });
  });

  it('of another host is judged by the typed secrets, and without a clock', async () => {
    const desk = new DoctorDesk(session);
    await desk.doctor.whenLoaded;
    desk.take(`curl 'https://api.shop.example/a?b=1' -H 'Authorization: OAuth oauth_consumer_key="ck"'`);
    const one = desk.current;
    if (!one) throw new Error('nothing was read');
    expect([one.signedFor, one.host, one.path, one.lacks]).toEqual([
      'other',
      'api.shop.example',
      '/a',
      'consumer secret',
    ]);
    one.typedSecret = 'cs';
    expect(one.input?.context).not.toHaveProperty('now');
    expect(one.input?.context).not.toHaveProperty('baseUrls');
    expect(one.repaired?.request.url).toBe('https://api.shop.example/a?b=1');
  });

  it('Q1: of another host keeps its method, realm and token in the repaired request too', async () => {
    const header = `OAuth realm="shop", oauth_consumer_key="ck", oauth_token="", oauth_signature_method="HMAC-SHA256", oauth_nonce="n", oauth_timestamp="1", oauth_signature="x"`;
    const desk = new DoctorDesk(session);
    await desk.doctor.whenLoaded;
    desk.take(`curl 'https://shop.example/a?b=1' -H 'Authorization: ${header}'`);
    const one = desk.current;
    if (!one) throw new Error('nothing was read');
    one.typedSecret = 'cs';
    expect(one.input?.rules).toEqual({ method: 'declared' });
    expect(one.repaired?.authorization).toMatch(
      /^OAuth realm="shop", oauth_consumer_key="ck", oauth_token="", oauth_signature_method="HMAC-SHA256", oauth_nonce="\w{24}", oauth_timestamp="\d+", oauth_signature="[^"]{44,60}"$/,
    );
    expect(one.repaired?.onTheWay).toContainEqual({
      code: 'HMAC-SHA256',
      text: 'is kept, as it was declared.',
    });
    one.authorization = header.replace('HMAC-SHA256', 'RSA-SHA1');
    expect(one.repaired).toBeNull();
    // What is not computed needs no secrets.
    one.typedSecret = '';
    expect([one.needsSecrets, one.lacks, one.input?.consumer_secret]).toEqual([false, null, '']);
    one.typedSecret = 'cs';
    one.chosenFor = 'platform';
    expect(one.input).not.toHaveProperty('rules');
    expect(one.repaired?.authorization).toContain('oauth_signature_method="HMAC-SHA1"');
  });

  it('may have no header at all: then it is signed', () => {
    const one = pasted(`curl ${session.greeting.baseUrl}/2/users/me`);
    expect(one.lacks).toBe('consumer secret');
    one.chosenApp = held.consumer_key;
    expect(one.repaired?.authorization).toContain(`oauth_consumer_key="${held.consumer_key}"`);
  });
});

describe('the desk', () => {
  it('reads several requests at once, keeps unreadable text, and holds at most fifty', () => {
    const desk = new DoctorDesk(session);
    desk.take(`curl https://a.example/1\ncurl https://a.example/2 -F a=1\ncurl https://a.example/3`);
    expect(desk.requests.map(({ path }) => path)).toEqual(['/1', '/3']);
    expect(desk.problems).toMatchObject([{ near: '-F a=1' }]);
    expect(desk.text).toContain('-F a=1');
    expect(desk.current?.path).toBe('/1');
    for (let at = 0; at < 60; at++) desk.take(`curl https://b.example/${at}`);
    expect(desk.requests).toHaveLength(50);
    expect(desk.current?.path).toBe('/59');
    desk.show(desk.next(-1)!.id);
    desk.remove(desk.currentId!);
    expect([desk.requests.length, desk.current?.path]).toEqual([49, '/59']);
  });

  it('Q14: puts a program back once, no matter how many of its calls cannot be read', () => {
    const desk = new DoctorDesk(session);
    const text = `fetch(address, { headers: sign(1) });\nfetch('https://a.example', { headers: sign(2) });`;
    desk.take(text);
    expect(desk.problems).toHaveLength(2);
    expect(desk.text).toBe(text);
  });

  it('passes typed secrets on to the next request with the same key', () => {
    const desk = new DoctorDesk(session);
    const text = `curl https://a.example/1 -H 'Authorization: OAuth oauth_consumer_key="k"'`;
    desk.take(text);
    desk.current!.typedSecret = 'cs';
    desk.take(text);
    expect(desk.current?.typedSecret).toBe('cs');
    desk.take(text.replace('a.example', 'b.example'));
    expect(desk.current?.typedSecret).toBe('');
  });
});
