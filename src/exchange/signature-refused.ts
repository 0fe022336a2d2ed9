import { header, isResponse } from '../../worker/api.ts';
import type { Exchange } from '../../worker/api.ts';

/**
 * Whether the doctor can explain the refusal: of a signature of OAuth 1.0a, its timestamp or its nonce. Behind
 * `Fresh`, all three were accepted, and the call was refused for another reason.
 */
export const isSignatureRefused = ({ request, outcome, trace }: Exchange): boolean =>
  isResponse(outcome) &&
  outcome.status === 401 &&
  /^OAuth /i.test(header(request.headers, 'authorization') ?? '') &&
  !trace.some((line) => line.verb === 'Fresh' && line.outcome === 'passed');
