/** How a solution signs users in to an App: the messages of both flows, and the values kept between them. */
import { decodeForm, encodeForm, isText, itemAt, known, s256 } from '../../engine/inside.ts';
import type { OAuthCredentials, PermissionLevel } from '../../engine/inside.ts';
import type { Page } from '../../testing/browser.ts';
import { basicOf } from '../../testing/platform.ts';
import type { Answer, Client } from '../../testing/platform.ts';
import type { Learner } from './learner.ts';

type Fields = Readonly<Record<string, string>>;

export interface Token {
  readonly oauth_token: string;
  readonly oauth_token_secret: string;
}

/** RFC 7636 appendix B. */
export const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

const withQuery = (path: string, query: Fields): string =>
  Object.keys(query).length > 0 ? `${path}?${encodeForm(Object.entries(query))}` : path;

export class SignIn {
  constructor(
    private readonly learner: Learner,
    private readonly appName: string,
  ) {}

  get #app() {
    const app = this.learner.platform.portal.apps().find(({ name }) => name === this.appName);
    return known(app, `App ${this.appName}`);
  }

  /** The first approved callback address. */
  get callback(): string {
    return itemAt(this.#app.settings.callback_urls, 0);
  }

  /** Step 1 of OAuth 1.0a. */
  ask(oauth_callback = this.callback, more: Fields = {}): Promise<Answer> {
    const { consumer_key, consumer_secret } = this.learner.credential('basic', this.appName);
    return this.#post({ consumer_key, consumer_secret }, '/oauth/request_token', { oauth_callback, ...more });
  }

  /** The request token of step 1. */
  async token(oauth_callback?: string): Promise<Token> {
    return tokenIn(await this.ask(oauth_callback));
  }

  /** Step 2, in a separate browser. */
  decide({ oauth_token }: Token, username: string, decision: 'allow' | 'deny' = 'allow'): Promise<Page> {
    return this.learner.browser().decide(withQuery('/oauth/authorize', { oauth_token }), username, decision);
  }

  /** Step 3. */
  exchange(token: Token, oauth_verifier: string): Promise<Answer> {
    const { consumer_key, consumer_secret } = this.learner.credential('basic', this.appName);
    return this.#post({ consumer_key, consumer_secret, ...token }, '/oauth/access_token', { oauth_verifier });
  }

  /** All three, with a callback or `oob`; the token goes into the vault. */
  async byOAuth1(username: string, oauth_callback = this.callback, more: Fields = {}) {
    const token = tokenIn(await this.ask(oauth_callback, more));
    const page = await this.decide(token, username);
    const oauth_verifier = page.parameter('oauth_verifier') ?? page.pin;
    const access = tokenIn(await this.exchange(token, oauth_verifier));
    const level = more['svc_auth_access_type'] === 'read' ? 'read' : this.#app.permission;
    this.#keep(access, username, level);
    return { token, oauth_verifier, access };
  }

  #keep(token: Token, username: string, permission: PermissionLevel): void {
    const { id: appId, name: appName } = this.#app;
    const { consumer_key, consumer_secret } = this.learner.credential('basic', appName);
    const userId = this.learner.userId(username);
    const { oauth_token, oauth_token_secret } = token;
    this.learner.keep({
      ...{ kind: 'oauth1', id: `${appId}-oauth1-${userId}`, appId, appName, userId, username, permission },
      ...{ consumer_key, consumer_secret, oauth_token, oauth_token_secret },
    });
  }

  /** The code from a user's consent by OAuth 2.0. `chosen`: parameters that differ from the usual ones. */
  async code(
    scope: string,
    username: string,
    chosen: Fields = {},
    decision: 'allow' | 'deny' = 'allow',
  ): Promise<string> {
    const query = {
      ...{ response_type: 'code', client_id: this.#app.clientId, redirect_uri: this.callback, scope },
      ...{ state: 'st', code_challenge: s256(code_verifier), code_challenge_method: 'S256', ...chosen },
    };
    const address = withQuery('/oauth2/authorize', query);
    const page = await this.learner.browser().decide(address, username, decision);
    return page.parameter('code') ?? '';
  }

  redeem(code: string, more: Fields = {}): Promise<Answer> {
    const { callback: redirect_uri } = this;
    return this.#byClient('/2/oauth2/token', {
      grant_type: 'authorization_code',
      ...{ code, redirect_uri, code_verifier, ...more },
    });
  }

  /** The whole OAuth 2.0 flow; the token goes into the vault. */
  async byPkce(scope: string, username: string): Promise<void> {
    this.keepOAuth2(await this.redeem(await this.code(scope, username)), username);
  }

  /** Exchanges a refresh token, by default the one in the vault; with `scope` for fewer scopes. */
  refresh(username: string, refresh_token = this.refreshToken(username), scope?: string): Promise<Answer> {
    return this.#byClient('/2/oauth2/token', {
      grant_type: 'refresh_token',
      refresh_token,
      ...(scope !== undefined && { scope }),
    });
  }

  revoke(token: string): Promise<Answer> {
    return this.#byClient('/2/oauth2/revoke', { token });
  }

  refreshToken(username: string): string {
    return this.learner.credential('oauth2', this.appName, username).refresh_token ?? '';
  }

  keepOAuth2(answer: Answer, username: string): void {
    const { id: appId, name: appName } = this.#app;
    const { access_token, refresh_token, scope } = answer.json;
    const userId = this.learner.userId(username);
    this.learner.keep({
      ...{ kind: 'oauth2', id: `${appId}-oauth2-${userId}`, appId, appName, userId, username, access_token },
      refresh_token: isText(refresh_token) ? refresh_token : null,
      scopes: isText(scope) ? scope.split(' ') : [],
    });
  }

  /** Makes calls with the access token of the vault. */
  bearer(username: string): Client {
    return this.learner.withToken(this.learner.credential('oauth2', this.appName, username).access_token);
  }

  #byClient(path: string, form: Fields): Promise<Answer> {
    const { client_id, client_secret } = this.learner.credential('client', this.appName);
    if (client_secret === null)
      return this.learner.anonymous.send({ method: 'POST', path, form: { client_id, ...form } });
    const authorization = basicOf({ consumer_key: client_id, consumer_secret: client_secret });
    return this.learner.raw(authorization).send({ method: 'POST', path, form });
  }

  #post(by: OAuthCredentials, path: string, query: Fields): Promise<Answer> {
    return this.learner.signing(by).send({ method: 'POST', path: withQuery(path, query) });
  }
}

/** The token of an answer in form encoding. */
export function tokenIn(answer: Answer): Token {
  const fields = new Map(decodeForm(answer.text));
  const oauth_token = known(fields.get('oauth_token'), `oauth_token in ${answer.text}`);
  return { oauth_token, oauth_token_secret: fields.get('oauth_token_secret') ?? '' };
}
