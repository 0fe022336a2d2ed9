/** The header that proves to a receiver that an event comes from the platform (specification 6; choice: delivery). */
import { signed } from './hmac.ts';

export const signatureHeader = 'svc-webhooks-signature';

/** The header's value for exactly the bytes that are sent. */
export const deliverySignature = (body: Uint8Array, secret: string): string => signed(body, secret);

/** Whether a header's value is the signature of these bytes; false for a missing header. */
export const isSignatureOf = (value: string | undefined, body: Uint8Array, secret: string): boolean =>
  value === deliverySignature(body, secret);
