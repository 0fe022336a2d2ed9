/** What a page of the platform may do. */
import type { HeaderList } from '../http/messages.ts';

/**
 * Of the style of every page (`page.ts`) and of the one that the pages with forms add (`pages.ts`), as the policy names
 * them (CSP 3, 6.7.2.3): written down, so that no first call waits for a hash.
 */
export const styleHashes = [
  'sha256-Fp+mIWFQR+H6gDIpHzvttSCF7IKMbRLD+1s1IDQgjak=',
  'sha256-kWY+PIsXRy2dkjF2DOppXIGGC4GOG12HHIvcLB9dfx8=',
] as const;

/**
 * What a page of the platform may do: nothing but show itself, in no frame (RFC 6749 10.13; choice: html-pages). Where
 * its forms lead is not restricted: browsers hold form-action against the redirect to the App as well.
 */
export const pageHeaders: HeaderList = [
  ['x-frame-options', 'DENY'],
  [
    'content-security-policy',
    `default-src 'none'; style-src '${styleHashes.join("' '")}'; base-uri 'none'; frame-ancestors 'none'`,
  ],
  ['referrer-policy', 'no-referrer'],
  ['cache-control', 'no-store'],
];
