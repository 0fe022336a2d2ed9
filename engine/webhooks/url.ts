/** Which URLs a webhook may have (specification 4.3; choice: webhook-url). */
import { addressObjection } from '../spec/public-address.ts';

/** Characters of a URL (specification 2.1). */
export const urlLength = { least: 1, most: 200 } as const;

/** Why a value is refused as the URL of a webhook; null for one that is allowed. */
export const urlObjection = (url: unknown): string | null => addressObjection('url', url, urlLength);
