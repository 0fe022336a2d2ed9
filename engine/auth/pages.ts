/**
 * The platform's own pages as HTML: signing in, consent, PIN, refusals. No script, nothing fetched, every value
 * escaped; names that people chose stand in <bdi>, so that they cannot turn the text around them.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { base64 } from '../http/base64.ts';
import { utf8 } from '../http/messages.ts';
import type { HeaderList } from '../http/messages.ts';
import type { PermissionLevel } from '../spec/permissions.ts';
import { covers } from '../spec/permissions.ts';
import { toSecond } from '../state/clock.ts';
import type { Connection } from './approvals.ts';
import type { App, User } from '../state/tables/accounts.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => entities[character]!);

/** Controls, and what turns the text around it: a lone U+2069 would end even the isolation of <bdi>. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A name as people chose it, cut to what a line holds. */
function name(value: string): string {
  const seen = [...value.slice(0, 400).replaceAll(unseen, '')];
  return `<bdi>${escapeHtml(seen.length > 80 ? `${seen.slice(0, 79).join('')}…` : seen.join(''))}</bdi>`;
}

/** A link for http and https alone: any other scheme stays text. */
const link = (url: string): string =>
  /^https?:\/\//i.test(url)
    ? `<a href="${escapeHtml(url.slice(0, 200))}" rel="noopener nofollow">${name(url)}</a>`
    : name(url);

const style = `body{font:14px/1.5 system-ui,sans-serif;color:#16191a;background:#fff;margin:0}
main{max-width:352px;margin:0 auto;padding:24px 16px}h1{font-size:20px;line-height:1.3}h2{font-size:13px;margin:16px 0 4px}
p.app{color:#4a504e}label{display:block;margin:12px 0 4px;font-weight:550}input{font:inherit;width:100%;box-sizing:border-box;padding:8px;border:1px solid #82887f;border-radius:5px}
button{font:inherit;padding:8px 16px;border:1px solid #82887f;border-radius:5px;background:#fff;color:#16191a}button.main{background:#0b5cad;border-color:#0b5cad;color:#fff}
.acts{display:flex;gap:8px;margin:20px 0 16px}.err{color:#ad2a1c;font-weight:550}.hint{background:#f7f8f5;border:1px solid #dfe1dc;border-radius:5px;padding:8px 12px}
.pin{font:26px/1.4 ui-monospace,monospace;letter-spacing:.1em}ul{padding-left:20px;margin:0}code{font-family:ui-monospace,monospace}a{color:#0b5cad}`;

/**
 * What a page of the platform may do: nothing but show itself, in no frame (RFC 6749 10.13; choice: html-pages). Where
 * its forms lead is not restricted: browsers hold form-action against the redirect to the App as well.
 */
export const pageHeaders = (): HeaderList =>
  (headersOfPages ??= [
    ['x-frame-options', 'DENY'],
    [
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${base64(sha256(utf8(style)))}'; base-uri 'none'; frame-ancestors 'none'`,
    ],
    ['referrer-policy', 'no-referrer'],
    ['cache-control', 'no-store'],
  ]);

let headersOfPages: HeaderList | undefined;

const page = (title: string, body: string): string =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head>\n<body><main>${body}</main></body></html>\n`;

const hidden = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([key, value]) => `<input type="hidden" name="${escapeHtml(key)}" value="${escapeHtml(value)}">`)
    .join('');

export interface PageForm {
  /** Where the form posts to: an absolute address. */
  readonly action: string;
  /** What it carries besides what the person enters, csrf included. */
  readonly fields: Readonly<Record<string, string>>;
}

/** `users` are shown with their passwords: the accounts of a playground are no secret. */
export function loginPage(
  app: App | null,
  form: PageForm,
  username: string,
  users: readonly User[],
  error?: string,
): string {
  return page(
    'Sign in',
    `<h1>Sign in${app ? ` to go on to ${name(app.name)}` : ''}</h1>
${error ? `<p class="err" role="alert">${escapeHtml(error)}</p>` : ''}
<form method="post" action="${escapeHtml(form.action)}">${hidden({ ...form.fields, action: 'login' })}
<label for="username">Username</label><input id="username" name="username" autocomplete="username" required value="${escapeHtml(username)}">
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required>
<div class="acts"><button class="main">Sign in</button></div></form>
<section class="hint"><h2>The accounts of this playground</h2><ul>${users
      .map(
        (user) =>
          `<li><code>${escapeHtml(user.username)}</code>, password <code>${escapeHtml(user.password)}</code></li>`,
      )
      .join('')}</ul></section>`,
  );
}

/** What a level allows, least first, in the words of platform.md 5, rule 3. */
const abilities: readonly { level: PermissionLevel; text: string }[] = [
  { level: 'read', text: 'Read posts, timelines and profile information' },
  { level: 'read-write', text: 'Create posts' },
  { level: 'read-write', text: 'Follow users' },
  { level: 'read-write', text: 'Update profile elements' },
  { level: 'read-write', text: 'Hide replies' },
  { level: 'read-write-directmessages', text: 'Read, write and delete Direct Messages' },
];

/** What a permission level, and the e-mail toggle of an App, allow and what not. */
export function levelTexts(permission: PermissionLevel, email: boolean): { can: string[]; cannot: string[] } {
  const seeEmail = ['See your email address'];
  const texts = (wanted: boolean) =>
    abilities.filter(({ level }) => covers(permission, level) === wanted).map(({ text }) => text);
  return {
    can: [...texts(true), ...(email ? seeEmail : [])],
    cannot: [...texts(false), 'See your password', ...(email ? [] : seeEmail)],
  };
}

/** What a consent page asks. */
export interface Question {
  readonly app: App;
  readonly can: readonly string[];
  readonly cannot: readonly string[];
  readonly switchUser: string;
  /** The address of the connected-apps page. */
  readonly settings: string;
}

export function consentPage(
  { app, can, cannot, switchUser, settings }: Question,
  user: User,
  form: PageForm,
): string {
  const list = (items: readonly string[]) =>
    `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
  const legal = [
    app.terms_url && `Its terms: ${link(app.terms_url)}.`,
    app.privacy_url && `Its privacy policy: ${link(app.privacy_url)}.`,
  ].filter(Boolean);
  return page(
    'Authorize an App',
    `<p class="app">${name(app.name)}, ${link(app.website_url)}</p>
<h1>Let ${name(app.name)} use your account?</h1>
<p>You are signed in as <b>@${escapeHtml(user.username)}</b>. <a href="${escapeHtml(switchUser)}">Not you?</a></p>
<h2>It will be able to</h2>${list(can)}
<h2>It will not be able to</h2>${list(cannot)}
<form method="post" action="${escapeHtml(form.action)}">${hidden(form.fields)}
<div class="acts"><button class="main" name="action" value="allow">Allow</button><button name="action" value="deny">Deny</button></div></form>
<p>You can take this back at any time under <a href="${escapeHtml(settings)}">connected apps</a>. ${legal.join(' ')}</p>`,
  );
}

/** The Apps that can act for a user (choice: approvals). */
export function connectedPage(
  user: User,
  connections: readonly Connection[],
  form: PageForm,
  switchUser: string,
): string {
  const access = ({ flow, level, since }: Connection['access'][number]): string =>
    `<li>${flowNames[flow]}, <code>${escapeHtml(level)}</code>, ${since === null ? 'no token fetched yet' : `since <time>${toSecond(since)}</time>`}</li>`;
  const each = ({ app, access: list }: Connection): string =>
    `<h2>${name(app.name)}</h2><p class="app">${link(app.website_url)}</p><ul>${list.map(access).join('')}</ul>
<form method="post" action="${escapeHtml(form.action)}">${hidden({ ...form.fields, app_id: app.id })}
<div class="acts"><button name="action" value="withdraw">Take access back</button></div></form>`;
  return page(
    'Connected apps',
    `<h1>Apps that can use your account</h1>
<p>You are signed in as <b>@${escapeHtml(user.username)}</b>. <a href="${escapeHtml(switchUser)}">Not you?</a></p>
${connections.length > 0 ? connections.map(each).join('\n') : '<p>There is none.</p>'}`,
  );
}

const flowNames = { oauth1: 'OAuth 1.0a', oauth2: 'OAuth 2.0' } as const;

export const pinPage = (app: App, pin: string): string =>
  page(
    'Your PIN',
    `<h1>You let ${name(app.name)} use your account</h1><p>Go back to ${name(app.name)} and enter this PIN:</p><p class="pin"><code>${escapeHtml(pin)}</code></p>`,
  );

export const deniedPage = (app: App): string =>
  page(
    'Denied',
    `<h1>${name(app.name)} gets nothing</h1><p>You did not let it use your account. You can close this page.</p>`,
  );

/** `what` happened, `why`, and what to do `next`. */
export const errorPage = (what: string, why: string, next: string): string =>
  page(
    what,
    `<h1>${escapeHtml(what)}</h1><p class="err" role="alert">${escapeHtml(why)}</p><p>${escapeHtml(next)}</p>`,
  );
