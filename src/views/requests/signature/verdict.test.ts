import { expect, it } from 'vitest';
import { signRequest } from '../../../../worker/api.ts';
import type { Sent, TraceLine } from '../../../../worker/api.ts';
import { basicSteps } from './basic.ts';
import { signatureVerdict } from './verdict.ts';

const credentials = { consumer_key: 'k', consumer_secret: 's' };
const plain = { method: 'GET', url: 'https://api.svc.example/2/users/me', headers: [] };
const signed = signRequest(plain, credentials, { nonce: 'n', timestamp: 1 });
const later = signRequest(plain, credentials, { nonce: 'm', timestamp: 2 });
const line = { at: 0, text: '', sections: [], choices: [] };
const authenticated: TraceLine = { ...line, verb: 'Authenticated', outcome: 'passed' };
const refused: TraceLine = {
  ...line,
  verb: 'Refused',
  outcome: 'refused',
  signature: { received: 'a', expected: 'b', baseString: 'GET&' },
};

function sent(authorization: string, trace: readonly TraceLine[]): Sent {
  const outcome = { kind: 'response' as const, status: 200, headers: [], body: new Uint8Array() };
  const request = { ...plain, headers: [['Authorization', authorization] as const] };
  const ids = { endpointId: null, appId: null, userId: null };
  return {
    outcome,
    exchange: {
      sequence: 1,
      at: 0,
      durationMs: 1,
      direction: 'in',
      ...ids,
      request,
      outcome,
      trace,
      windows: [],
    },
  };
}

it('compares the signature shown with the one that was sent', () => {
  expect(signatureVerdict(signed.steps, sent(signed.authorization, [authenticated]))).toEqual({
    result: 'same',
    current: true,
  });
  expect(signatureVerdict(later.steps, sent(signed.authorization, [authenticated]))).toEqual({
    result: 'same',
    current: false,
  });
});

it('says so if the platform computed another, or did not check it', () => {
  expect(signatureVerdict(signed.steps, sent(signed.authorization, [refused]))?.result).toBe('other');
  expect(signatureVerdict(signed.steps, sent(signed.authorization, []))?.result).toBe('unchecked');
});

it('says nothing before the first call and after an unsigned one', () => {
  expect(signatureVerdict(signed.steps, null)).toBeNull();
  expect(signatureVerdict(signed.steps, sent('Bearer AAA', [authenticated]))).toBeNull();
});

it('makes the Basic header of percent-encoded halves', () => {
  expect(basicSteps('k:1', 's/2')).toEqual({
    key: 'k%3A1',
    secret: 's%2F2',
    joined: 'k%3A1:s%2F2',
    encoded: 'ayUzQTE6cyUyRjI=',
  });
});
