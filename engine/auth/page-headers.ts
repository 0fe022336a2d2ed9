/** The security headers of the platform's pages. */
import type { HeaderList } from '../http/messages.ts';

/**
 * Hashes of the style of every page (`page.ts`) and of the one that pages with forms add (`pages.ts`), as the policy
 * names them (CSP 3, 6.7.2.3). They are constants so that the first call does not wait for a hash.
 */
export const styleHashes = [
  'sha256-Fp+mIWFQR+H6gDIpHzvttSCF7IKMbRLD+1s1IDQgjak=',
  'sha256-kWY+PIsXRy2dkjF2DOppXIGGC4GOG12HHIvcLB9dfx8=',
] as const;

/**
 * A page may only show itself, and not in a frame (RFC 6749 10.13; choice: html-pages). form-action is not restricted,
 * because browsers apply it to the redirect to the App as well.
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
