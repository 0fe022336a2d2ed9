import type { Exchange, LabelledSecret } from '../../engine/inside.ts';

/** Placeholders in a program for the consumer secret of the practising App, and for that of another App. */
export const ownSecret = 'CONSUMER_SECRET';
export const otherSecret = 'OTHER_SECRET';

/** The result of registering a program in the practice world. */
export interface Registering {
  /** The program as it ran, with the secrets in their places. */
  readonly code: string;
  readonly host: string;
  readonly url: string;
  readonly appName: string;
  /** The consumer secret of that App. */
  readonly secret: string;
  readonly otherSecrets: readonly LabelledSecret[];
  /** The call that registered it. */
  readonly call: Exchange;
  /** The platform's request to the receiver. */
  readonly challenge: Exchange;
}
