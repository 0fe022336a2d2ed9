/** The steps of both user flows, one at a time, so that a test can make something go wrong in between. */
import { decodeForm, encodeForm, s256 } from '../engine/inside.ts';
import type { CommandArgs, OAuthCredentials } from '../engine/index.ts';
import { Browser } from './browser.ts';
import type { Page } from './browser.ts';
import { basicOf, start } from './platform.ts';
import type { Answer, StartOptions } from './platform.ts';
import { appNamed, must } from './portal.ts';

export type Fields = Readonly<Record<string, string>>;

/** The fields of a form-encoded answer. */
export const fieldsOf = (answer: Answer): Record<string, string> =>
  Object.fromEntries(decodeForm(answer.text));

export interface Token {
  readonly oauth_token: string;
  readonly oauth_token_secret: string;
}

/** RFC 7636 appendix B. */
export const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

/** A platform on the starter with one App, and a browser. */
export async function openLegs(appName = 'Northwind Reader', options: StartOptions = {}) {
  const { platform, as } = await start(options);
  const keys = as.credential('basic', appName);
  const { client_id, client_secret } = as.credential('client', appName);
  const app = () => appNamed(platform, appName);
  const callback = app().settings.callback_urls[0]!;
  const post = (who: ReturnType<typeof as.signing>, path: string, query: Fields = {}, form?: Fields) =>
    who.send({
      method: 'POST',
      path: `${path}${Object.keys(query).length > 0 ? `?${encodeForm(Object.entries(query))}` : ''}`,
      ...(form && { form }),
    });

  /** Step 1 with these query parameters. */
  const ask = (query: Fields = { oauth_callback: callback }, by: OAuthCredentials = keys) =>
    post(as.signing(by), '/oauth/request_token', query);
  const askToken = async (query?: Fields): Promise<Token> => {
    const answer = await ask(query);
    if (answer.status !== 200) throw new Error(answer.text);
    return fieldsOf(answer) as unknown as Token;
  };
  /** Step 2 in a new browser, up to the redirect to the App. */
  const decide = (
    token: Token,
    username = 'jonas_berg',
    decision: 'allow' | 'deny' = 'allow',
    way = 'authorize',
  ) => Browser.of(platform).decide(`/oauth/${way}?oauth_token=${token.oauth_token}`, username, decision);
  /** Step 3. */
  const exchange = (token: Token, query: Fields) =>
    post(as.signing({ ...keys, ...token }), '/oauth/access_token', query);
  /** All three steps. */
  async function grant(
    username?: string,
    query: Fields = {},
  ): Promise<Token & { user_id: string; screen_name: string }> {
    const token = await askToken({ oauth_callback: callback, ...query });
    const oauth_verifier = (await decide(token, username)).parameter('oauth_verifier') ?? '';
    return fieldsOf(await exchange(token, { oauth_verifier })) as never;
  }

  const authorizeQuery = (chosen: Readonly<Record<string, string | null>> = {}): string => {
    const usual = {
      response_type: 'code',
      client_id,
      redirect_uri: callback,
      scope: 'users.read post.read offline.access',
      state: 'st',
      code_challenge: s256(code_verifier),
      code_challenge_method: 'S256',
    };
    const pairs = Object.entries<string | null>({ ...usual, ...chosen });
    return `/oauth2/authorize?${encodeForm(pairs.filter((pair): pair is [string, string] => pair[1] !== null))}`;
  };
  const consent = (
    chosen: Readonly<Record<string, string | null>> = {},
    username = 'jonas_berg',
  ): Promise<Page> => Browser.of(platform).decide(authorizeQuery(chosen), username);
  /** A call by the client, with the proof for its type. */
  const byClient = (path: string, form: Fields) =>
    client_secret === null
      ? post(as.anonymous, path, {}, { client_id, ...form })
      : post(as.raw(basicOf({ consumer_key: client_id, consumer_secret: client_secret })), path, {}, form);
  const redeem = (code: string, more: Fields = {}) =>
    byClient('/2/oauth2/token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback,
      code_verifier,
      ...more,
    });
  const refresh = (refresh_token: string, more: Fields = {}) =>
    byClient('/2/oauth2/token', { grant_type: 'refresh_token', refresh_token, ...more });
  const revoke = (token: string, more: Fields = {}) => byClient('/2/oauth2/revoke', { token, ...more });
  /** Code and token in one step; throws unless both are given. */
  async function pkce(scope?: string, username?: string): Promise<OAuth2Answer> {
    const page = await consent(scope === undefined ? {} : { scope }, username);
    const answer = await redeem(page.parameter('code') ?? '');
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json as unknown as OAuth2Answer;
  }

  return {
    ...{ platform, as, keys, client: { client_id, client_secret }, app, callback, post },
    ...{ ask, askToken, decide, exchange, grant },
    ...{ authorizeQuery, consent, byClient, redeem, refresh, revoke, pkce },
    browser: () => Browser.of(platform),
    update: async (patch: CommandArgs<'portal.updateApp'>[1]) =>
      must(await platform.do('portal.updateApp', app().id, patch)),
  };
}

export interface OAuth2Answer {
  readonly token_type: string;
  readonly expires_in: number;
  readonly access_token: string;
  readonly scope: string;
  readonly refresh_token: string;
}
