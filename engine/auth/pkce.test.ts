import { expect, test } from 'vitest';
import { isVerifier, provesChallenge, s256 } from './pkce.ts';

const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

test('RFC 7636 appendix B', () => {
  expect(s256(verifier)).toBe(challenge);
  expect(provesChallenge(verifier, challenge, 'S256')).toBe(true);
});

test('a verifier has 43 to 256 unreserved characters (RFC 7636 4.1; choice: pkce-token)', () => {
  expect(isVerifier('-._~aZ09'.repeat(6))).toBe(true);
  expect(['a'.repeat(43), 'a'.repeat(128), 'a'.repeat(256)].every(isVerifier)).toBe(true);
  expect(
    ['', 'a'.repeat(42), 'a'.repeat(257), `${'a'.repeat(43)}+`, `${'a'.repeat(43)}\n`].some(isVerifier),
  ).toBe(false);
});

test('a challenge of one method does not match by the other (RFC 7636 4.6)', () => {
  expect(provesChallenge(verifier, verifier, 'plain')).toBe(true);
  expect(provesChallenge(verifier, verifier, 'S256')).toBe(false);
  expect(provesChallenge(verifier, challenge, 'plain')).toBe(false);
  expect(provesChallenge(challenge, challenge, 'S256')).toBe(false);
});
