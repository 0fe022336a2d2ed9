/** Which URLs a webhook may have (specification 4.3; choice: webhook-url). */
import { addressObjection } from '../spec/public-address.ts';

/** Characters of a URL (specification 2.1). */
export const urlLength = { least: 1, most: 200 } as const;

/** Why a value is refused as the URL of a webhook; null for one that is allowed. */
export const urlObjection = (url: unknown): string | null => addressObjection('url', url, urlLength);

/** Whether two URLs lead to the same place. */
export const isSameUrl = (one: string, other: string): boolean => placeOf(one) === placeOf(other);

/** What is no URL leads nowhere but to itself. */
const placeOf = (url: string): string => (URL.canParse(url) ? new URL(url).href : url);
