/** A webhook receiver as a whole program: it answers challenges, and accepts deliveries with a valid signature. */
import { consumerSecret } from '../flow/flow.ts';

export { consumerSecret };

/** The local port that it listens on: `serve --receiver` maps a host name to it (docs/server.md). */
export const receiverPort = 9000;
export const portVariable = 'PORT';

/** The header that carries the signature of a delivery (specification 4.3). */
export const signatureHeader = 'svc-webhooks-signature';
