import { header } from '../../../../worker/api.ts';
import type { Sent, SignatureSteps } from '../../../../worker/api.ts';
import { authorizationParts } from '../call/authorization.ts';

/**
 * The platform's verdict on the signature of the last call. `same`: it computed the same; `other`: it computed another;
 * `unchecked`: the call ended before the signature was checked. `current` tells whether that call carried the signature
 * that is shown now, or an earlier one.
 */
export interface SignatureVerdict {
  readonly result: 'same' | 'other' | 'unchecked';
  readonly current: boolean;
}

/** null if the last call was not signed. */
export function signatureVerdict(steps: SignatureSteps, lastSent: Sent | null): SignatureVerdict | null {
  if (!lastSent) return null;
  const { request, trace } = lastSent.exchange;
  const sent = sentSignature(header(request.headers, 'authorization') ?? '');
  if (sent === null) return null;
  const refused = trace.some(({ signature }) => signature !== undefined);
  const authenticated = trace.some(({ verb, outcome }) => verb === 'Authenticated' && outcome === 'passed');
  return {
    result: refused ? 'other' : authenticated ? 'same' : 'unchecked',
    current: sent === steps.signature,
  };
}

function sentSignature(authorization: string): string | null {
  const part = authorizationParts(authorization).find(({ name }) => name === 'oauth_signature');
  if (part?.value === undefined) return null;
  try {
    return decodeURIComponent(part.value);
  } catch {
    return part.value;
  }
}
