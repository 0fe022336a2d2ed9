/** The header that proves to a receiver that an event comes from the platform (specification 6; choice: delivery). */
import type { SecretKind } from '../spec/secret.ts';
import { signed } from './hmac.ts';

export const signatureHeader = 'svc-webhooks-signature';

/** The secrets in calls to a receiver and in its answers: the signature header, and the answer to a challenge. */
export const secretOfDelivery: Readonly<Record<string, SecretKind>> = {
  [signatureHeader]: 'signature',
  response_token: 'signature',
};

/** The header's value for exactly the bytes that are sent. */
export const deliverySignature = (body: Uint8Array, secret: string): string => signed(body, secret);

/** Whether a header's value is the signature of these bytes; false for a missing header. */
export const isSignatureOf = (value: string | undefined, body: Uint8Array, secret: string): boolean =>
  value === deliverySignature(body, secret);
