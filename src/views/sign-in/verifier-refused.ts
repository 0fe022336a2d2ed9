import type { Sent } from '../../../worker/api.ts';

export interface Mistyped {
  readonly given: string;
  readonly shown: string;
}

/**
 * Whether the platform refused a verifier because it is not the approved one; `isLast`: the request token ended with
 * it.
 */
export function verifierRefused({ exchange }: Sent): { readonly isLast: boolean } | null {
  const refusal = exchange.trace.find(({ problem }) => problem === 'verifierWrong');
  return refusal ? { isLast: refusal.reason === 'requestTokenEnded' } : null;
}

/** "You gave 1111111, the page shows 3018284". */
export const mistypedWords = ({ given, shown }: Mistyped): string =>
  `You gave ${given}, the page shows ${shown}`;
