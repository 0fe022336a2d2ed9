import { describe, expect, it } from 'vitest';
import { comparePrinted } from '../../../../engine/doctor/signature/doctor.ts';
import type { Printed } from '../../../../engine/doctor/signature/doctor.ts';
import { signRequest } from '../../../../engine/index.ts';
import { conclusionOf, keyBars, rowsOf } from './words.ts';

const url = 'https://api.svc.example/2/posts/search/recent?query=harbour%20lights';
const secrets = { consumer_secret: 'consumer+secret', oauth_token_secret: 'token-secret' };
const signed = (given: Partial<typeof secrets> = {}, nonce = 'n1') =>
  signRequest(
    { method: 'GET', url, headers: [] },
    { consumer_key: 'key', oauth_token: 'token', ...secrets, ...given },
    { nonce, timestamp: 1_772_446_102 },
  );
const right = signed().steps;

function compared(authorization: string, printed: Printed) {
  const { consumer_secret, oauth_token_secret: token_secret } = secrets;
  const input = { method: 'GET', url, headers: [], authorization, consumer_secret, token_secret };
  const result = comparePrinted(input, printed);
  if (!result) throw new Error('the request was not read');
  return result;
}
const said = (authorization: string, printed: Printed) => {
  const made = compared(authorization, printed);
  return { ...conclusionOf(made), states: rowsOf(made).map(({ state }) => state) };
};
const withSignature = (signature: string) =>
  signed().authorization.replace(
    /oauth_signature="[^"]*"/,
    `oauth_signature="${encodeURIComponent(signature)}"`,
  );

describe('lift 3: which of the three parts is wrong', () => {
  it('is all right', () => {
    const printed = { baseString: right.baseString, key: right.signingKey };
    expect(said(signed().authorization, printed)).toMatchObject({
      level: 'ok',
      title: 'All three are right',
      states: ['the same', 'the same', 'the same'],
    });
  });

  it('is the base string, from the character where its escape begins', () => {
    const plus = right.baseString.replace('%2520', '%2B');
    const at = right.baseString.indexOf('%2520') + 1;
    const made = said(signed().authorization, { baseString: plus });
    expect(made.title).toBe('Your base string is wrong');
    expect(made.texts[0]).toContain('Spaces were encoded as + and not as %20.');
    expect(made.states[0]).toBe(`differs at ${at}`);
    expect(made.texts.at(-1)).toBe('But the signature is right: it was not made from what is pasted here.');
    const wronglySigned = withSignature('AAAAAAAAAAAAAAAAAAAAAAAAAAA=');
    expect(said(wronglySigned, { baseString: plus }).texts.join()).not.toContain('Yet');
  });

  it('is the key, which no text of the comparison contains', () => {
    const key = right.signingKey.replace('&', '%0A&');
    const made = compared(withSignature('AAAAAAAAAAAAAAAAAAAAAAAAAAA='), {
      baseString: right.baseString,
      key,
    });
    expect(conclusionOf(made).title).toBe('Your key is wrong. Your base string is right.');
    expect(conclusionOf(made).texts.join()).toContain('white space around it (a line break at its end)');
    expect(conclusionOf(made).texts.join()).not.toContain('Proved');
    const own = signed({ consumer_secret: 'consumer+secret\n' });
    const proved = compared(own.authorization, { baseString: right.baseString, key });
    expect(conclusionOf(proved).texts.at(-1)).toBe(
      'Proved: your base string and your key give your signature, all 28 characters.',
    );
    expect(keyBars(made.key)?.yours.map(({ text }) => text)).toEqual([
      '17 the same',
      '3 of yours',
      '13 the same',
    ]);
    expect(JSON.stringify([made.key, made.signature])).not.toMatch(/consumer(?:\+|%2B)secret|token-secret/);
  });

  it('is the last step: hex instead of Base64', () => {
    const hex = Buffer.from(right.signature, 'base64').toString('hex');
    const printed = { baseString: right.baseString, key: right.signingKey, signature: hex };
    const made = said(signed().authorization, printed);
    expect(made.title).toBe('The last step is wrong. Your base string and your key are right.');
    expect(made.texts[0]).toContain('The digest was written in hex.');
  });

  it('says that the base string of another call does not show which is wrong', () => {
    const made = said(signed().authorization, { baseString: signed({}, 'n2').steps.baseString });
    expect(made).toMatchObject({ title: 'This base string belongs to another call', level: 'warn' });
    expect(made.texts[0]).toBe(
      'Its `oauth_nonce` differs from the header above. Apart from that, the base string is right.',
    );
  });

  it('asks for the key if the base string alone does not settle it', () => {
    const foreign = signed({ consumer_secret: 'of another App' }).authorization;
    const made = said(foreign, { baseString: right.baseString });
    expect(made).toMatchObject({ level: 'warn', title: 'Your base string is right' });
    expect(made.states).toEqual(['the same', 'not settled', 'differs']);
  });
});
