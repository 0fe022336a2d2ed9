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

const style = `body{font:14px/1.5 system-ui,sans-serif;color:#16191a;background:#fff;margin:0}
main{max-width:352px;margin:0 auto;padding:24px 16px}h1{font-size:20px;line-height:1.3}h2{font-size:13px;margin:16px 0 4px}
p.app{color:#4a504e}label{display:block;margin:12px 0 4px;font-weight:550}input{font:inherit;width:100%;box-sizing:border-box;padding:8px;border:1px solid #82887f;border-radius:5px}
button{font:inherit;padding:8px 16px;border:1px solid #82887f;border-radius:5px;background:#fff;color:#16191a}button.main{background:#0b5cad;border-color:#0b5cad;color:#fff}
.acts{display:flex;gap:8px;margin:20px 0 16px}.err{color:#ad2a1c;font-weight:550}.hint{background:#f7f8f5;border:1px solid #dfe1dc;border-radius:5px;padding:8px 12px}
.pin{font:26px/1.4 ui-monospace,monospace;letter-spacing:.1em}ul{padding-left:20px;margin:0}code{font-family:ui-monospace,monospace}a{color:#0b5cad}`;

/** Of the style above, as the policy names it (CSP 3, 6.7.2.3): written down, so that no first call waits for a hash. */
export const styleHash = 'sha256-eVD+qjDpayYkCOyivyjAlhYYZ1LcnW1GJeUpggf8PUQ=';

/**
 * What a page of the platform may do: nothing but show itself, in no frame (RFC 6749 10.13; choice: html-pages). Where
 * its forms lead is not restricted: browsers hold form-action against the redirect to the App as well.
 */
export const pageHeaders: HeaderList = [
  ['x-frame-options', 'DENY'],
  [
    'content-security-policy',
    `default-src 'none'; style-src '${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
  ],
  ['referrer-policy', 'no-referrer'],
  ['cache-control', 'no-store'],
];

export const page = (title: string, body: string): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head>\n<body><main>${body}</main></body></html>\n`;

/** `what` happened, `why`, and what to do `next`. */
export const errorPage = (what: string, why: string, next: string): string =>
  page(
    what,
    `<h1>${escapeHtml(what)}</h1><p class="err" role="alert">${escapeHtml(why)}</p><p>${escapeHtml(next)}</p>`,
  );
