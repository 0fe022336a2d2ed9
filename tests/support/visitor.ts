/** A person with a browser: cookies, forms of the platform's own pages, redirects that are not followed. */
import { decodeForm, header } from '../../engine/inside.ts';
import type { Platform } from '../../engine/index.ts';
import { s256 } from '../../engine/auth/pkce.ts';
import { basicOf, caller } from '../../testing/platform.ts';
import type { Answer } from '../../testing/platform.ts';

const unescape = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

export class Visitor {
  #cookie = '';

  constructor(
    private readonly platform: Platform,
    private readonly username = 'jonas_berg',
  ) {}

  async open(path: string): Promise<Answer> {
    return this.#take(await this.#send({ path }));
  }

  /** Presses a button of the page's form. */
  async press(page: Answer, action: 'login' | 'allow' | 'deny', more: Record<string, string> = {}) {
    const target = unescape(/<form method="post" action="([^"]+)"/.exec(page.text)![1]!);
    const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
    const fields = hidden.map(([, name, value]) => [name!, unescape(value!)] as const);
    const form = { ...Object.fromEntries(fields), ...more, action };
    return this.#take(await this.#send({ method: 'POST', path: target, form }));
  }

  /** Signs in if asked to, allows, and returns the redirect address. */
  async allow(path: string): Promise<string> {
    let page = await this.open(path);
    if (page.text.includes('type="password"')) {
      const hint = `<code>${this.username}</code>, password <code>([^<]+)</code>`;
      const password = unescape(new RegExp(hint).exec(page.text)![1]!);
      page = await this.press(page, 'login', { username: this.username, password });
    }
    if (page.status === 200) page = await this.press(page, 'allow');
    const location = page.header('location');
    if (location === undefined) throw new Error(`No redirect: ${page.status} ${page.text.slice(0, 400)}`);
    return location;
  }

  #send(message: { method?: string; path: string; form?: Record<string, string> }): Promise<Answer> {
    const headers = this.#cookie ? ([['cookie', this.#cookie]] as const) : [];
    return caller(this.platform, []).anonymous.send({ ...message, headers });
  }

  #take(answer: Answer): Answer {
    this.#cookie = header(answer.response.headers, 'set-cookie')?.split(';')[0] ?? this.#cookie;
    return answer;
  }
}

type Keys = { consumer_key: string; consumer_secret: string };

/** Step 1 of OAuth 1.0a. */
export const askRequestToken = (platform: Platform, keys: Keys, callback: string): Promise<Answer> =>
  caller(platform, [])
    .signing(keys)
    .send({ method: 'POST', path: `/oauth/request_token?oauth_callback=${encodeURIComponent(callback)}` });

/** All three legs; returns the redirect address and the four signing credentials. */
export async function threeLegged(platform: Platform, keys: Keys, callback: string, username?: string) {
  const asked = new Map(decodeForm((await askRequestToken(platform, keys, callback)).text));
  const request = {
    ...keys,
    oauth_token: asked.get('oauth_token') ?? '',
    oauth_token_secret: asked.get('oauth_token_secret') ?? '',
  };
  const redirect = await new Visitor(platform, username).allow(
    `/oauth/authorize?oauth_token=${request.oauth_token}`,
  );
  const verifier = new Map(decodeForm(redirect.slice(redirect.indexOf('?') + 1))).get('oauth_verifier')!;
  const path = `/oauth/access_token?oauth_verifier=${verifier}`;
  const answer = await caller(platform, []).signing(request).send({ method: 'POST', path });
  const given = new Map(decodeForm(answer.text));
  return {
    redirect,
    tokens: {
      ...keys,
      oauth_token: given.get('oauth_token')!,
      oauth_token_secret: given.get('oauth_token_secret')!,
    },
  };
}

type ClientOf = { client_id: string; client_secret: string | null };

const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'; // RFC 7636 appendix B

export const authorizePath = ({ client_id }: ClientOf, redirect_uri: string): string =>
  `/oauth2/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri,
    scope: 'users.read post.read',
    state: 'st',
    code_challenge: s256(code_verifier),
    code_challenge_method: 'S256',
  })}`;

/** Authorization code with PKCE, up to the token endpoint's answer. */
export async function pkce(platform: Platform, client: ClientOf, redirect_uri: string): Promise<Answer> {
  const redirect = await new Visitor(platform).allow(authorizePath(client, redirect_uri));
  const code = new Map(decodeForm(redirect.slice(redirect.indexOf('?') + 1))).get('code') ?? '';
  return redeem(platform, client, { code, redirect_uri });
}

export function redeem(
  platform: Platform,
  { client_id, client_secret }: ClientOf,
  { code, redirect_uri }: { code: string; redirect_uri: string },
): Promise<Answer> {
  const form = { grant_type: 'authorization_code', code, redirect_uri, code_verifier };
  const as = caller(platform, []);
  const send = { method: 'POST', path: '/2/oauth2/token' };
  return client_secret === null
    ? as.anonymous.send({ ...send, form: { ...form, client_id } })
    : as.raw(basicOf({ consumer_key: client_id, consumer_secret: client_secret })).send({ ...send, form });
}
