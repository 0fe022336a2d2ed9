/** A flow to a token as the source of a program: literal texts, and values read from the environment. */
import type { Variable } from '../of-message.ts';

interface Based {
  /** Read from SVC_BASE_URL, with this default. */
  readonly base: string;
}

/** Request token, consent, access token (specification 4.1). */
export interface OAuth1Flow extends Based {
  readonly kind: 'oauth1';
  readonly key: string;
  /** `oob` for a PIN. */
  readonly callback: string;
  /** Where the user allows it: an address of the platform. */
  readonly page: string;
}

/** Authorization code with PKCE, tokens, refresh (specification 5). */
export interface PkceFlow extends Based {
  readonly kind: 'pkce';
  readonly clientId: string;
  /** A confidential client authenticates with its secret, a public one gives its id. */
  readonly isConfidential: boolean;
  readonly callback: string;
  /** Separated by spaces. */
  readonly scopes: string;
}

/** The App's own token (specification 4.2). */
export interface AppOnlyFlow extends Based {
  readonly kind: 'app-only';
  readonly key: string;
  /** The user whom its first call looks up. */
  readonly username: string;
}

export type FlowCode = OAuth1Flow | PkceFlow | AppOnlyFlow;

export interface FlowProgram {
  readonly flow: FlowCode;
  /** The values of its secrets in this world. */
  readonly variables: readonly Variable[];
}

export const consumerSecret = 'SVC_CONSUMER_SECRET';
export const clientSecret = 'SVC_CLIENT_SECRET';

/** Whether its token can be renewed (specification 5). */
export const isRenewed = ({ scopes }: PkceFlow): boolean => scopes.split(' ').includes('offline.access');

export const isByPin = ({ callback }: OAuth1Flow): boolean => callback === 'oob';

export const words = {
  open: 'Open this address and allow access:',
  pin: 'Type the PIN that the page shows:',
  back: 'Paste the address that the browser came back to:',
  denied: 'Access was not allowed',
  state: 'The state is not the one that was sent',
} as const;
