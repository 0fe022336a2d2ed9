/** Hostile names and addresses, written directly into the starting data, on every page that shows them. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Browser } from '../../testing/browser.ts';
import type { Page } from '../../testing/browser.ts';
import { fieldsOf, openLegs } from '../../testing/legs.ts';
import { caller } from '../../testing/platform.ts';
import type { Scenario } from '../index.ts';
import { createPlatform } from '../index.ts';
import { starter } from '../scenarios/starter.ts';
import type { App } from '../state/tables/accounts.ts';
import { escapeHtml, page } from './page.ts';
import { styleHashes } from './page-headers.ts';
import { style } from './pages.ts';

/** The starter, with its first App and its first user's name changed without any check. */
const hostile = (change: Partial<App>): Scenario => ({
  name: 'hostile',
  build(write, state) {
    const initialCredentials = starter.build(write, state);
    const [app] = [...state.tables.apps.values()];
    write.apps.update(app!.id, change);
    return initialCredentials;
  },
});

const texts = [
  '<script>alert(1)</script>',
  '</title></style></p><img src=x onerror=alert(1)>',
  '" onmouseover="alert(1)',
  "' autofocus onfocus='alert(1)",
  '<!-- --><svg/onload=alert(1)>',
  '&lt;b&gt; &amp; &#x3c;script&#x3e;',
  '\u202eevil\u2066\u2069\u2069\u202egnp.exe',
  'a\u0000b\u001b[31m\r\nSet-Cookie: x=1',
  '\ud83d\ude00'.repeat(50) + '\ud83d',
  '<b>'.repeat(3_334),
];

const urls = [
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://a.example/"onclick="alert(1)',
  "https://a.example/'><script>alert(1)</script>",
  'https://a.example/\u202egnp.exe',
  `https://a.example/${'x'.repeat(10_000)}`,
  '//evil.example',
  'vbscript:x',
];

const allowed: Readonly<Record<string, readonly string[]>> = {
  html: ['lang'],
  meta: ['charset', 'name', 'content'],
  form: ['method', 'action'],
  label: ['for'],
  input: ['id', 'name', 'type', 'value', 'autocomplete', 'required'],
  button: ['class', 'name', 'value'],
  details: ['open'],
  span: ['class', 'aria-hidden'],
  ul: ['class'],
  a: ['href', 'rel'],
  p: ['class', 'role'],
  div: ['class'],
  section: ['class'],
};
const plain = [
  'head',
  'title',
  'style',
  'body',
  'main',
  'h1',
  'h2',
  'bdi',
  'li',
  'code',
  'b',
  'small',
  'summary',
];

/** The strict reader has already parsed the page. This checks its elements, attributes and links. */
function expectInert(page: Page): void {
  expect(page.response).not.toBeNull();
  for (const { name, attributes } of page.markup.elements) {
    expect([...Object.keys(allowed), ...plain]).toContain(name);
    for (const attribute of attributes.keys())
      expect(allowed[name] ?? [], `${name} ${attribute}`).toContain(attribute);
    const target = attributes.get('href') ?? attributes.get('action');
    if (target !== undefined) expect(target).toMatch(/^(https?:\/\/|\/oauth2?\/)/i);
  }
  expect(page.markup.text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(page.markup.text).not.toContain('\u0000');
  expect(page.html.length).toBeLessThan(20_000);
}

/** Every kind of page that shows data of the App. */
async function pagesOf(change: Partial<App>): Promise<Page[]> {
  const { askToken, browser, authorizeQuery } = await openLegs('Northwind Reader', {
    scenario: hostile(change),
  });
  const pages: Page[] = [];
  for (const decision of ['allow', 'deny'] as const) {
    const token = await askToken({ oauth_callback: 'oob' });
    const person = browser();
    const login = await person.open(`/oauth/authorize?oauth_token=${token.oauth_token}`);
    const consent = await person.login(login, 'jonas_berg');
    pages.push(login, consent, await person.submit(consent, decision));
  }
  const person = browser();
  const login = await person.open(authorizeQuery());
  pages.push(login, await person.login(login, 'jonas_berg'));
  pages.push(await person.open('/oauth/authenticate'), await person.open('/oauth2/authorize'));
  return pages;
}

describe('the pages', () => {
  test.each(texts)('a hostile App name is inert: %j', async (text) => {
    const change = { description: text, purpose: text, organization_name: text };
    for (const page of await pagesOf(change)) expectInert(page);
    const named = await pagesNamed(text);
    for (const page of named) expectInert(page);
    const shown = named[1]!.markup.elements.find(({ name }) => name === 'bdi')!.text;
    expect(shown.length).toBeLessThanOrEqual(160);
    if (text === texts[0]) expect(shown).toBe(text);
  });

  test.each(urls)('a hostile address of an App is inert: %j', async (url) => {
    for (const page of await pagesOf({
      website_url: url,
      terms_url: url,
      privacy_url: url,
      organization_url: url,
    }))
      expectInert(page);
  });

  test.each([...texts, ...urls])('a hostile parameter is inert: %j', async (text) => {
    const { askToken, browser, authorizeQuery } = await openLegs();
    const value = encodeURIComponent(text.slice(0, 400).toWellFormed());
    const token = await askToken();
    const person = browser();
    const prefilled = await person.open(
      `/oauth/authorize?oauth_token=${token.oauth_token}&screen_name=${value}`,
    );
    const pages = [
      prefilled,
      await person.submit(prefilled, null, { username: text.slice(0, 400), password: text.slice(0, 400) }),
      await person.open(`/oauth/authorize?oauth_token=${value}`),
      await person.open(authorizeQuery({ redirect_uri: text.slice(0, 400).toWellFormed() })),
      await person.open(authorizeQuery({ client_id: text.slice(0, 400).toWellFormed() })),
      await person.open(authorizeQuery({ state: text.slice(0, 400).toWellFormed() })),
    ];
    for (const page of pages)
      for (const { name } of page.markup.elements) expect(name).not.toMatch(/script|img|svg/);
    expect(pages[0]!.markup.form!.action).toBe('https://api.svc.example/oauth/authorize');
  });

  test('no page has a script, an external style or an image', async () => {
    for (const page of await pagesOf({})) {
      expect(page.html).not.toMatch(/<script|<link|<img|<iframe|url\(|@import|javascript:/i);
      expect(page.header('content-type')).toBe('text/html; charset=utf-8');
    }
  });

  test('escaping leaves none of the five characters', () => {
    expect(escapeHtml(`<a href="x" title='y'>&</a>`)).toBe(
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;',
    );
  });
});

/** Login, consent and PIN of an App with this name. */
async function pagesNamed(name: string): Promise<Page[]> {
  const platform = createPlatform({ scenario: hostile({ name }) });
  const as = caller(platform);
  const asked = await as.consumer().post('/oauth/request_token?oauth_callback=oob');
  const token = fieldsOf(asked)['oauth_token']!;
  const person = Browser.of(platform);
  const login = await person.open(`/oauth/authorize?oauth_token=${token}`);
  const consent = await person.login(login, 'jonas_berg');
  return [login, consent, await person.submit(consent, 'allow')];
}

test('the policy of pages names the hashes of their styles, so that browsers take them', () => {
  const sheets = [...page('', '', style).matchAll(/<style>([^]*?)<\/style>/g)].map(([, sheet]) => sheet!);
  const hashes = sheets.map((sheet) => `sha256-${createHash('sha256').update(sheet).digest('base64')}`);
  expect(hashes).toEqual(styleHashes);
});

describe('the accounts of the login page', () => {
  const accounts = (page: Page) => page.markup.forms.filter(({ fields }) => fields['password']);

  test('are forms that post what a user would type, and say how each account relates to the App', async () => {
    const { askToken, browser } = await openLegs('Northwind Viewer');
    const token = await askToken();
    const person = browser();
    const login = await person.open(`/oauth/authorize?oauth_token=${token.oauth_token}`);
    const forms = accounts(login);
    expect(forms.map(({ fields }) => fields['username'])).toEqual([
      'mira_holm',
      'jonas_berg',
      'aiko_tan',
      'sam_ode',
    ]);
    const buttons = login.markup.elements.filter(({ attributes }) => attributes.get('class') === 'account');
    expect(buttons.map(({ text }) => text)).toEqual([
      'MHMira Holm @mira_holmOwner of the App',
      'JBJonas Berg @jonas_bergHas let this App in before',
      'ATAiko Tan 丹愛子 @aiko_tanHas not let this App in yet',
      'SỌSamuel Ọdẹ @sam_odeHas not let this App in yet',
    ]);
    const consent = await person.post(forms[2]!.action, forms[2]!.fields);
    expect([consent.status, consent.asksConsent]).toEqual([200, true]);
    expect(consent.markup.text).toContain('@aiko_tan');
  });

  test('carry the token of the session: a form of another session does not sign anybody in', async () => {
    const { askToken, browser } = await openLegs();
    const token = await askToken();
    const address = `/oauth/authorize?oauth_token=${token.oauth_token}`;
    const [stranger, person] = [browser(), browser()];
    const [form] = accounts(await stranger.open(address));
    await person.open(address);
    expect((await person.post(form!.action, form!.fields)).status).toBe(403);
    expect((await person.open(address)).asksPassword).toBe(true);
  });

  test('keep the fields folded while they are empty', async () => {
    const { askToken, browser } = await openLegs();
    const address = `/oauth/authorize?oauth_token=${(await askToken()).oauth_token}`;
    const person = browser();
    const isOpen = (page: Page) =>
      page.markup.elements.find(({ name }) => name === 'details')!.attributes.has('open');
    const login = await person.open(address);
    expect(isOpen(login)).toBe(false);
    expect(isOpen(await person.open(`${address}&screen_name=sam_ode`))).toBe(true);
    expect(isOpen(await person.login(login, 'sam_ode', 'wrong'))).toBe(true);
  });
});

test('the consent page has the mark of the App, what it may do and what it may not', async () => {
  const { askToken, browser } = await openLegs();
  const person = browser();
  const login = await person.open(`/oauth/authorize?oauth_token=${(await askToken()).oauth_token}`);
  const { markup } = await person.login(login, 'sam_ode');
  const classes = markup.elements.flatMap(({ attributes }) => attributes.get('class') ?? []);
  expect(classes).toEqual(expect.arrayContaining(['app', 'mark', 'can', 'cannot']));
  expect(markup.elements.find(({ attributes }) => attributes.get('class') === 'mark')!.text).toBe('N');
});
