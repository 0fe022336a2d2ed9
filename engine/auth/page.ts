/** What all pages of the platform have in common: the frame, what it may do, and the page that says what went wrong. */
import type { HeaderList } from '../http/messages.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => entities[character]!);

const style = `body{font:14px/1.5 system-ui,sans-serif;color:#16191a;background:#fff;margin:0}main{max-width:352px;margin:0 auto;padding:24px 16px}h1{font-size:20px;line-height:1.3}.err{color:#ad2a1c;font-weight:550}`;

/**
 * Of the style above, and of the one that the pages with forms add (`pages.ts`, which comes later), as the policy names
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

/** `more`: a style sheet besides the one of every page. */
export const page = (title: string, body: string, more?: string): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style>${more ? `<style>${more}</style>` : ''}</head>\n<body><main>${body}</main></body></html>\n`;

/** `what` happened, `why`, and what to do `next`. */
export const errorPage = (what: string, why: string, next: string): string =>
  page(
    what,
    `<h1>${escapeHtml(what)}</h1><p class="err" role="alert">${escapeHtml(why)}</p><p>${escapeHtml(next)}</p>`,
  );
