/** The person of a lesson's solution: does on the platform what a person at the page would do. */
import { Browser } from '../../testing/browser.ts';
import { basicOf, Client } from '../../testing/platform.ts';
import { must } from '../../testing/portal.ts';
import { deliveryLimits, known, signRequest, utf8 } from '../../engine/inside.ts';
import type {
  CommandAnswer,
  CommandArgs,
  CommandId,
  ComposeOptions,
  Credential,
  HttpRequest,
  OAuthCredentials,
  Platform,
  SendResult,
} from '../../engine/inside.ts';

/** Answers calls to the outside. */
export type Outside = Required<Pick<ComposeOptions, 'send' | 'open'>>;

type CredentialOf<K extends Credential['kind']> = Extract<Credential, { readonly kind: K }>;

export class Learner {
  /** The person's credentials, like the page's vault. */
  readonly vault: Credential[];
  #signed = 0;
  /** Nonces count up, so that two runs give the same bytes; an earlier learner has other nonces. */
  readonly #nonces: string;

  constructor(
    readonly platform: Platform,
    vault: readonly Credential[] = platform.initialCredentials,
    /** Receives the texts that are written down in a step. */
    readonly write: (text: string) => void = () => undefined,
    private readonly around: Pick<Outside, 'send'> | null = null,
  ) {
    this.vault = [...vault];
    this.#nonces = `lesson-${platform.exchanges.list().length}-`;
  }

  /** Runs a command, which must succeed. */
  async do<C extends CommandId>(
    id: C,
    ...args: CommandArgs<C>
  ): Promise<Extract<CommandAnswer<C>, { readonly ok: true }>> {
    return must(await this.platform.do(id, ...args));
  }

  appId(name: string): string {
    const app = this.platform.portal.apps().find((each) => each.name === name);
    return known(app, `App ${name}`).id;
  }

  userId(username: string): string {
    const user = this.platform.portal.users().find((each) => each.username === username);
    return known(user, `user ${username}`).id;
  }

  /** The newest one in the vault. */
  credential<K extends Credential['kind']>(kind: K, appName: string, username?: string): CredentialOf<K> {
    const found = this.vault.findLast(
      (each): each is CredentialOf<K> =>
        each.kind === kind &&
        each.appName === appName &&
        (username === undefined || ('username' in each && each.username === username)),
    );
    return known(found, `${kind} of ${appName} ${username ?? ''}`);
  }

  /** Puts it into the vault, in place of the previous one. */
  keep(credential: Credential): void {
    const before = this.vault.findIndex(({ id }) => id === credential.id);
    if (before === -1) this.vault.push(credential);
    else this.vault[before] = credential;
  }

  get anonymous(): Client {
    return this.#client(() => undefined);
  }

  /** With this value of the Authorization header. */
  raw(authorization: string): Client {
    return this.#client(() => authorization);
  }

  bearer(appName: string): Client {
    return this.raw(`Bearer ${this.credential('app', appName).bearer_token}`);
  }

  basic(appName: string): Client {
    return this.raw(basicOf(this.credential('basic', appName)));
  }

  /** With an OAuth 2.0 access token. */
  withToken(token: string): Client {
    return this.raw(`Bearer ${token}`);
  }

  user(username: string, appName: string): Client {
    return this.signing(this.credential('oauth1', appName, username));
  }

  /** Signed with OAuth 1.0a; `options` for deliberate errors. */
  signing(credentials: OAuthCredentials, options: Partial<Parameters<typeof signRequest>[2]> = {}): Client {
    return this.#client((request) => this.sign(request, credentials, options));
  }

  /** The value of the Authorization header. */
  sign(
    request: HttpRequest,
    credentials: OAuthCredentials,
    options: Partial<Parameters<typeof signRequest>[2]> = {},
  ): string {
    const timestamp = Math.floor(this.platform.clock.now() / 1000);
    const nonce = this.#nonces + String(++this.#signed);
    return signRequest(request, credentials, { nonce, timestamp, ...options }).authorization;
  }

  /** A browser in which nobody is signed in yet. */
  browser(): Browser {
    return Browser.of(this.platform);
  }

  /** Sends a forged delivery to a receiver, without the platform. */
  async deliver(url: string, body: string, headers: HttpRequest['headers'] = []): Promise<SendResult> {
    const sent: HttpRequest = { method: 'POST', url, headers, body: utf8(body) };
    return known(this.around, 'world outside').send(sent, deliveryLimits);
  }

  /** Advances the clock. */
  async advance(ms: number): Promise<void> {
    await this.platform.clock.advance(ms);
  }

  #client(authorize: (request: HttpRequest) => string | undefined): Client {
    return new Client(this.platform, authorize);
  }
}
