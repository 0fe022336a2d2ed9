import type { Exchange, LabelledSecret } from '../../engine/inside.ts';

/** What stands in a program for the consumer secret of the App that practises, and for that of another App. */
export const ownSecret = 'CONSUMER_SECRET';
export const otherSecret = 'OTHER_SECRET';

/** What came of a program that was registered in the practice world. */
export interface Registering {
  /** The program as it ran: secrets stand in the places that were kept for them. */
  readonly code: string;
  readonly host: string;
  readonly url: string;
  readonly appName: string;
  /** The consumer secret of that App. */
  readonly secret: string;
  readonly otherSecrets: readonly LabelledSecret[];
  /** The call that registers it. */
  readonly call: Exchange;
  /** What the platform asked of the receiver. */
  readonly challenge: Exchange;
}
