import { expect, test } from 'vitest';
import { signRequest } from '../../auth/signature.ts';
import { diagnose } from './doctor.ts';

const request = { method: 'GET', url: 'https://api.svc.example/2/users/me?a=1', headers: [] };
const right = { consumer_secret: 'consumer', token_secret: 'token' };

function findings(used: typeof right, otherSecrets: readonly (typeof right)[]) {
  const { authorization } = signRequest(
    request,
    {
      consumer_key: 'k',
      consumer_secret: used.consumer_secret,
      oauth_token: 't',
      oauth_token_secret: used.token_secret,
    },
    { nonce: 'n', timestamp: 1 },
  );
  const { explanations, verdict, signatures } = diagnose({
    ...request,
    authorization,
    ...right,
    context: { otherSecrets },
  });
  expect(signatures?.right).toHaveLength(28);
  return [verdict, ...explanations.flatMap(({ mistakes }) => mistakes.map(({ id }) => id))];
}

test('names the secret that differs, if the one used is known', () => {
  const [consumer, token] = [
    { ...right, consumer_secret: 'other' },
    { ...right, token_secret: 'other' },
  ];
  const both = { consumer_secret: 'some', token_secret: 'other' };
  expect(findings(consumer, [token, consumer])).toEqual(['explained', 'consumer-secret-differs']);
  expect(findings(token, [token])).toEqual(['explained', 'token-secret-differs']);
  expect(findings(both, [both])).toEqual(['explained', 'consumer-secret-differs', 'token-secret-differs']);
});

test('the right secrets do not differ, and unrelated ones prove nothing', () => {
  expect(findings(right, [right])).toEqual(['correct']);
  expect(findings({ ...right, token_secret: 'x' }, [right, { ...right, token_secret: 'y' }])).toEqual([
    'unknown',
  ]);
  expect(findings({ ...right, token_secret: '' }, [{ ...right, token_secret: '' }])).toEqual([
    'explained',
    'token-secret-missing',
  ]);
});
