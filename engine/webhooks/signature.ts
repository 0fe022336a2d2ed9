/** The header by which a consumer sees that an event comes from the platform (specification 6; choice: delivery). */
import { signed } from './hmac.ts';

export const signatureHeader = 'svc-webhooks-signature';

/** The header's value over the very bytes that are sent. */
export const deliverySignature = (body: Uint8Array, secret: string): string => signed(body, secret);

/** Whether a header's value is the one of these bytes; a header that is absent is not. */
export const isSignatureOf = (value: string | undefined, body: Uint8Array, secret: string): boolean =>
  value === deliverySignature(body, secret);
