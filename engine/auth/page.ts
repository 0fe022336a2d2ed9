/** What all pages of the platform share: the HTML frame and the error page. */
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** Its hash is in the policy (page-headers.ts). */
const style = `body{font:14px/1.5 system-ui,sans-serif;color:#16191a;background:#fff;margin:0}main{max-width:352px;margin:0 auto;padding:24px 16px}h1{font-size:20px;line-height:1.3}.err{color:#ad2a1c;font-weight:550}`;

/** `more`: a style sheet in addition to the common one. */
export const page = (title: string, body: string, more?: string): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style>${more ? `<style>${more}</style>` : ''}</head>\n<body><main>${body}</main></body></html>\n`;

/** `what` happened, `why`, and what to do `next`. */
export const errorPage = (what: string, why: string, next: string): string =>
  page(
    what,
    `<h1>${escapeHtml(what)}</h1><p class="err" role="alert">${escapeHtml(why)}</p><p>${escapeHtml(next)}</p>`,
  );
