import { describe, expect, it } from 'vitest';
import { encodeForm, utf8 } from '../../../../worker/api.ts';
import { flows } from '../flows.ts';
import type { FlowStep } from '../flow-steps.ts';
import { pageUrl } from '../app.ts';
import type { Memory } from '../app.ts';
import { build } from '../request-spec.ts';
import type { RequestSpec } from '../request-spec.ts';
import { derivationsOf } from './derive.ts';
import type { Derivation } from './derive.ts';

// RFC 7636 appendix B
const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const code_challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const kept = { code_verifier, state: 'xyz' };

const stepOf = (kind: FlowStep['kind'], request: FlowStep['request'], spec: RequestSpec | null = null) =>
  ({ id: 1, kind, request, spec, sent: null, why: null, again: [] }) satisfies FlowStep;

const url = pageUrl(
  flows.pkce,
  {
    ...kept,
    baseUrl: 'https://api.svc.example',
    client_id: 'c',
    callback: 'https://a.example',
    scopes: 's',
  } as Memory,
  new Set(),
);
const redirect = stepOf('redirect', { method: '302', url, headers: [] });

const valuesOf = (derivation: Derivation | undefined) =>
  Object.fromEntries((derivation?.rows ?? []).map(({ name, value }) => [name, value]));

describe('derivations for the PKCE redirect', () => {
  it('shows the challenge, by the bytes of RFC 7636 appendix B', () => {
    const [challenge, state] = derivationsOf(redirect, [redirect], kept);
    expect(valuesOf(challenge)).toMatchObject({
      code_verifier,
      'SHA-256': '13d31e961a1ad8ec2f16b10c4c982e0876a878ad6df144566ee1894acb70f9c3',
      code_challenge,
    });
    expect(valuesOf(state)).toEqual({ random: 'xyz', state: 'xyz' });
  });
});

describe('derivations for the way back', () => {
  const back = (state: string) =>
    derivationsOf(
      stepOf('return', { method: 'GET', url: `https://a.example/?code=1&state=${state}`, headers: [] }),
      [redirect],
      kept,
    )[0]!.rows.at(-1);

  it('shows the comparison of state', () => {
    expect(back('xyz')).toMatchObject({ value: 'xyz', remark: 'the same as what was sent' });
    expect(back('xyz')).not.toHaveProperty('isWrong');
    expect(back('xyy')).toMatchObject({ value: 'xyy', isWrong: true });
  });
});

describe('derivations for the exchange', () => {
  const auth = { kind: 'basic', id: 'a b', secret: 'p:w' } as const;
  const token = (verifier: string) =>
    stepOf(
      'token',
      {
        method: 'POST',
        url: 'https://x.example/t',
        headers: [],
        body: utf8(encodeForm([['code_verifier', verifier]])),
      },
      { method: 'POST', url: 'https://x.example/t', lines: [], headers: [], auth },
    );

  it('shows the check of the verifier against the redirect, and Basic with its secret masked', () => {
    const [check, basic] = derivationsOf(token(code_verifier), [redirect], kept);
    expect(check!.rows.at(-1)).toMatchObject({ value: code_challenge, remark: 'the same as computed' });
    expect(valuesOf(basic)['Authorization']).toBe(`Basic ${btoa('a%20b:p%3Aw')}`);
    expect(basic!.rows.filter(({ isSecret }) => isSecret).map(({ name }) => name)).toEqual([
      'secret',
      'join by :',
      'Base64',
      'Authorization',
    ]);
  });

  it('shows where a wrong verifier differs', () => {
    const [check] = derivationsOf(token(`${code_verifier.slice(0, -1)}x`), [redirect], kept);
    expect(check!.rows.at(-1)).toMatchObject({ isWrong: true, remark: 'not the same as computed' });
    expect(valuesOf(check)['computed']).not.toBe(code_challenge);
  });
});

describe('derivations for a signed message', () => {
  const spec: RequestSpec = {
    method: 'POST',
    url: 'https://api.svc.example/oauth/request_token',
    lines: [
      { where: 'header', name: 'oauth_callback', value: 'https://a.example/cb?x=ä' },
      { where: 'query', name: 'q', value: '1 2' },
    ],
    auth: { kind: 'oauth1', consumer_key: 'key', consumer_secret: 'hush' },
    headers: [],
  };
  const request = build(spec, { nonce: 'n1', timestamp: 1_700_000_000 });

  it('shows exactly the signature that was sent, with its base string and its masked key', () => {
    const [signed] = derivationsOf(stepOf('request_token', request, spec), [], kept);
    const sent = /oauth_signature="([^"]*)"/.exec(request.headers[0]![1])![1]!;
    const values = valuesOf(signed);
    expect(values['oauth_signature']).toBe(sent);
    expect(encodeURIComponent(values['Base64']!)).toBe(sent);
    expect(values['base string']).toMatch(/^POST&https%3A%2F%2Fapi\.svc\.example%2Foauth%2Frequest_token&/);
    expect(values['base string']).toContain('q%3D1%25202');
    expect(signed!.rows.find(({ name }) => name === 'signing key')).toMatchObject({
      value: 'hush&',
      isSecret: true,
    });
  });

  it('belong to the message as it was sent last', () => {
    const again = build(spec, { nonce: 'n2', timestamp: 1_700_000_009 });
    const step = {
      ...stepOf('request_token', request, spec),
      again: [{ spec, request: again, sent: null as never }],
    };
    const sent = /oauth_signature="([^"]*)"/.exec(again.headers[0]![1])![1]!;
    expect(valuesOf(derivationsOf(step, [], kept)[0])['oauth_signature']).toBe(sent);
  });
});

it('are empty if nothing was computed', () => {
  const open = stepOf('open', { method: 'GET', url, headers: [] });
  expect(derivationsOf(open, [redirect], kept)).toEqual([]);
});
