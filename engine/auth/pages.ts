/**
 * The platform's own pages as HTML: login, consent, PIN, refusals. They have no script, load nothing, and escape every
 * value. Names that people chose are in <bdi>, so that they cannot reverse the text around them.
 */
import type { PermissionLevel } from '../spec/permissions.ts';
import { covers } from '../spec/permissions.ts';
import { escapeHtml, page as pageWith } from './page.ts';
import { toSecond } from '../state/clock.ts';
import type { Connection } from './approvals.ts';
import type { App, User } from '../state/tables/accounts.ts';

/** Added to the style of every page. Icons are characters of the text, so that nothing is loaded. */
export const style = `h2{font-size:13px;margin:16px 0 4px}
.app{display:grid;grid-template-columns:36px 1fr;gap:0 12px;align-items:center;color:#4a504e;margin:0 0 16px}.app b,.app h2{display:block;margin:0;font-size:14px;color:#16191a}
.mark{display:grid;place-items:center;width:36px;height:36px;border:2px solid;border-radius:5px;box-sizing:border-box;color:#16191a;font-weight:650}
label{display:block;margin:12px 0 4px;font-weight:550}input{font:inherit;width:100%;box-sizing:border-box;padding:8px;border:1px solid #82887f;border-radius:5px}
button{font:inherit;padding:8px 16px;border:1px solid #82887f;border-radius:5px;background:#fff;color:#16191a;cursor:pointer}button.main{background:#0b5cad;border-color:#0b5cad;color:#fff}
.accounts{border-top:1px solid #dfe1dc;margin:16px 0}button.account{display:grid;grid-template-columns:36px 1fr auto;gap:0 12px;align-items:center;width:100%;min-height:56px;padding:8px 4px;border-width:0 0 1px;border-color:#dfe1dc;border-radius:0;text-align:left;line-height:1.35}
button.account:hover{background:#eceeea}.account .mark{border:0;border-radius:50%;background:#eceeea;color:#4a504e;font-size:13px}small{display:block;color:#666c69;font-size:12px}
.account::after{content:'›';color:#666c69;font-size:20px}summary{color:#0b5cad;text-decoration:underline;cursor:pointer;padding:4px 0}
.acts{display:flex;gap:8px;margin:20px 0 16px}.hint{background:#f7f8f5;border:1px solid #dfe1dc;border-radius:5px;padding:8px 12px}.hint h2{margin-top:0}
.pin{font:26px/1.4 ui-monospace,monospace;letter-spacing:.1em}ul{padding-left:20px;margin:0}.can{list-style:'✓  '}.can ::marker{color:#17693b}.cannot{list-style:'✕  ';color:#4a504e}.cannot ::marker{color:#ad2a1c}code{font-family:ui-monospace,monospace}time{white-space:nowrap}a{color:#0b5cad}`;

const page = (title: string, body: string): string => pageWith(title, body, style);

/** Control and bidi characters. A lone U+2069 would end even the isolation of <bdi>. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A name that a person chose, cut to the length of a line. */
function name(value: string): string {
  const seen = [...value.slice(0, 400).replaceAll(unseen, '')];
  return `<bdi>${escapeHtml(seen.length > 80 ? `${seen.slice(0, 79).join('')}…` : seen.join(''))}</bdi>`;
}

/** A link for http and https only. Any other scheme stays text. */
const link = (url: string): string =>
  /^https?:\/\//i.test(url)
    ? `<a href="${escapeHtml(url.slice(0, 200))}" rel="noopener nofollow">${name(url)}</a>`
    : name(url);

/** Up to two initials, only letters and digits, so that no name can break the page. */
function initials(value: string, most: number): string {
  const words = value.slice(0, 400).match(/[\p{L}\p{N}]+/gu) ?? ['?'];
  const first = words.slice(0, most).flatMap((word) => Array.from(word).slice(0, 1));
  return escapeHtml(first.join('').toUpperCase());
}

/** The App's icon, name and website. */
const appLine = ({ name: appName, website_url }: App, tag: 'b' | 'h2' = 'b'): string =>
  `<div class="app"><span class="mark" aria-hidden="true">${initials(appName, 1)}</span><div><${tag}>${name(appName)}</${tag}>${link(website_url)}</div></div>`;

const hidden = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([key, value]) => `<input type="hidden" name="${escapeHtml(key)}" value="${escapeHtml(value)}">`)
    .join('');

export interface PageForm {
  /** Where the form posts to: an absolute address. */
  readonly action: string;
  /** Hidden fields, including csrf. */
  readonly fields: Readonly<Record<string, string>>;
}

/** An account that a click signs in, and the remark beside its name. */
export interface Account {
  readonly user: User;
  readonly remark: string;
}

/** Most accounts that are offered as buttons. Others can be typed. */
const mostAccounts = 6;

/**
 * Each account is a form that posts the same username and password that a user would type. The accounts of a playground
 * are not secret. The fields for typing are folded while they are empty.
 */
export function loginPage(
  app: App | null,
  form: PageForm,
  username: string,
  accounts: readonly Account[],
  error?: string,
): string {
  return page(
    'Sign in',
    `${app ? appLine(app) : ''}<h1>Choose an account to go on</h1>
${app ? `<p>${name(app.name)} will ask what it may do. You decide on the next page.</p>` : ''}
${error ? `<p class="err" role="alert">${escapeHtml(error)}</p>` : ''}
<div class="accounts">${accounts
      .slice(0, mostAccounts)
      .map((account) => accountForm(account, form))
      .join('')}</div>
<details${error !== undefined || username !== '' ? ' open' : ''}><summary>Another account, or type username and password</summary>
<form method="post" action="${escapeHtml(form.action)}">${hidden({ ...form.fields, action: 'login' })}
<label for="username">Username</label><input id="username" name="username" autocomplete="username" required value="${escapeHtml(username)}">
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required>
<div class="acts"><button class="main">Sign in</button></div></form>
<section class="hint"><h2>The accounts of this playground</h2><ul>${accounts
      .map(
        ({ user }) =>
          `<li><code>${escapeHtml(user.username)}</code>, password <code>${escapeHtml(user.password)}</code></li>`,
      )
      .join('')}</ul></section></details>`,
  );
}

function accountForm({ user, remark }: Account, form: PageForm): string {
  const { username, password } = user;
  const fields = { ...form.fields, action: 'login', username, password };
  return `<form method="post" action="${escapeHtml(form.action)}">${hidden(fields)}<button class="account"><span class="mark" aria-hidden="true">${initials(user.name, 2)}</span><span>${name(user.name)} @${escapeHtml(username)}${remark && `<small>${escapeHtml(remark)}</small>`}</span></button></form>`;
}

/** What each level allows, lowest first, in the words of specification 5, rule 3. */
const abilities: readonly { level: PermissionLevel; text: string }[] = [
  { level: 'read', text: 'Read posts, timelines and profile information' },
  { level: 'read-write', text: 'Create posts' },
  { level: 'read-write', text: 'Follow users' },
  { level: 'read-write', text: 'Update profile elements' },
  { level: 'read-write', text: 'Hide replies' },
  { level: 'read-write-directmessages', text: 'Read, write and delete Direct Messages' },
];

/** What a permission level and the e-mail toggle of an App allow, and what they do not. */
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
  const list = (kind: 'can' | 'cannot', items: readonly string[]) =>
    `<ul class="${kind}">${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
  const legal = [
    app.terms_url && `Its terms: ${link(app.terms_url)}.`,
    app.privacy_url && `Its privacy policy: ${link(app.privacy_url)}.`,
  ].filter(Boolean);
  return page(
    'Authorize an App',
    `${appLine(app)}
<h1>Let ${name(app.name)} use your account?</h1>
<p>You are signed in as <b>@${escapeHtml(user.username)}</b>. <a href="${escapeHtml(switchUser)}">Not you?</a></p>
<h2>It will be able to</h2>${list('can', can)}
<h2>It will not be able to</h2>${list('cannot', cannot)}
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
    `${appLine(app, 'h2')}<ul>${list.map(access).join('')}</ul>
<form method="post" action="${escapeHtml(form.action)}">${hidden({ ...form.fields, app_id: app.id })}
<div class="acts"><button name="action" value="withdraw">Take access back</button></div></form>`;
  return page(
    'Connected apps',
    `<h1>Apps that can use your account</h1>
<p>You are signed in as <b>@${escapeHtml(user.username)}</b>. <a href="${escapeHtml(switchUser)}">Not you?</a></p>
${connections.length > 0 ? connections.map(each).join('\n') : '<p>No App can use your account.</p>'}`,
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
