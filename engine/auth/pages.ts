/**
 * The platform's own pages as HTML: signing in, consent, PIN, refusals. No script, nothing fetched, every value
 * escaped; names that people chose stand in <bdi>, so that they cannot turn the text around them.
 */
import type { PermissionLevel } from '../spec/permissions.ts';
import { covers } from '../spec/permissions.ts';
import { escapeHtml, page } from './page.ts';
import { toSecond } from '../state/clock.ts';
import type { Connection } from './approvals.ts';
import type { App, User } from '../state/tables/accounts.ts';

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
