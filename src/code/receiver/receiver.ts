/** A receiver of webhooks as a whole program: it answers challenges, and takes deliveries whose signature is right. */
import { consumerSecret } from '../flow/flow.ts';

export { consumerSecret };

/** Where it listens on this machine: what `serve --receiver` leads a host name to (docs/server.md). */
export const receiverPort = 9000;
export const portVariable = 'PORT';

/** The header that carries the signature of a delivery (specification 4.3). */
export const signatureHeader = 'svc-webhooks-signature';
