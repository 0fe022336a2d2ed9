/** A platform as a test calls it: with the starter's credentials, only through `handle`. */
import {
  createPlatform,
  encodeForm,
  header,
  isClosed,
  isResponse,
  signRequest,
  text,
  utf8,
} from '../engine/inside.ts';
import type {
  Row,
  Outcome,
  Credential,
  Exchange,
  HeaderList,
  HttpRequest,
  HttpResponse,
  OAuthCredentials,
  Platform,
  PlatformOptions,
  Snapshot,
} from '../engine/inside.ts';

export type CredentialOf<K extends Credential['kind']> = Extract<Credential, { kind: K }>;

/** The members of a body that tests look at; missing ones are undefined. */
export interface AnswerBody {
  readonly errors: readonly {
    readonly code: number;
    readonly message: string;
    readonly [more: string]: unknown;
  }[];
  readonly data: Entity & readonly Entity[];
  readonly meta: Readonly<Record<string, string>> & { readonly result_count: number };
  readonly includes: Readonly<Record<string, readonly Entity[]>>;
  readonly access_token: string;
  readonly token_type: string;
  readonly [more: string]: unknown;
}

export type Entity = Readonly<Record<string, unknown>> & { readonly id: string; readonly text: string };

/** The base of the Advertiser API by default. */
export const adsHost = 'https://ads-api.svc.example';

/** The parts of a call, except for the caller. */
export interface Message {
  readonly method?: string;
  /** A path with its query, added to the platform's base; or an absolute address. */
  readonly path: string;
  readonly headers?: HeaderList;
  /** At most one of the three. */
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly id?: string;
}

/** An answer with the platform's record of it. */
export class Answer {
  constructor(
    private readonly platform: Platform,
    readonly request: HttpRequest,
    readonly outcome: Outcome,
  ) {}

  get closed(): boolean {
    return isClosed(this.outcome);
  }

  get response(): HttpResponse {
    if (!isResponse(this.outcome)) throw new Error(`No response: ${this.outcome.kind}`);
    return this.outcome;
  }

  /** For a stream, the status of its head. */
  get status(): number {
    return this.head.status;
  }

  /** For a stream, nothing, because it has not begun. */
  get text(): string {
    return this.outcome.kind === 'stream' ? '' : text(this.response.body);
  }

  get json(): AnswerBody {
    return JSON.parse(this.text) as AnswerBody;
  }

  /** Status and headers. */
  get head(): Pick<HttpResponse, 'status' | 'headers'> {
    return this.outcome.kind === 'stream' ? this.outcome : this.response;
  }

  /** The first code of `errors`; undefined for a body without codes, such as a page's. */
  get code(): number | undefined {
    return this.text === '' || this.header('content-type')?.startsWith('text/html')
      ? undefined
      : (this.json as Partial<AnswerBody>).errors?.[0]?.code;
  }

  header(name: string): string | undefined {
    return header(this.head.headers, name);
  }

  /** A header as a number; NaN when it is missing. */
  number(name: string): number {
    return Number(this.header(name) ?? Number.NaN);
  }

  get exchange(): Exchange {
    const found = this.platform.exchanges.list().findLast(({ request }) => request === this.request);
    if (!found) throw new Error('The log does not have this call');
    return found;
  }

  /** The last reason that the trace gives for a refusal. */
  get because(): string {
    return this.exchange.trace.findLast(({ verb }) => verb === 'Refused')?.text ?? '';
  }
}

type Authorize = (request: HttpRequest) => string | undefined;

/** One caller: each of its requests carries its authorization. */
export class Client {
  constructor(
    private readonly platform: Platform,
    private readonly authorize: Authorize,
  ) {}

  get(path: string): Promise<Answer> {
    return this.send({ path });
  }

  delete(path: string): Promise<Answer> {
    return this.send({ method: 'DELETE', path });
  }

  post(path: string, json?: unknown): Promise<Answer> {
    return this.send({ method: 'POST', path, ...(json !== undefined && { json }) });
  }

  async send(message: Message): Promise<Answer> {
    const request = this.prepare(message);
    return new Answer(this.platform, request, await this.platform.handle(request));
  }

  /** The request as it would be sent now, signed if the caller signs. */
  prepare(message: Message): HttpRequest {
    const request = toRequest(this.platform, message);
    const authorization = this.authorize(request);
    if (authorization === undefined) return request;
    return { ...request, headers: [...request.headers, ['authorization', authorization]] };
  }
}

/** The starter's credentials; pass `initialCredentials` for a platform that was continued from a snapshot. */
export function caller(
  platform: Platform,
  initialCredentials: readonly Credential[] = platform.initialCredentials,
) {
  const credential = <K extends Credential['kind']>(
    kind: K,
    appName: string,
    username?: string,
  ): CredentialOf<K> => {
    const found = initialCredentials.find(
      (each) =>
        each.kind === kind &&
        each.appName === appName &&
        (username === undefined || (each.kind === 'oauth1' && each.username === username)),
    );
    if (!found) throw new Error(`The initialCredentials has no ${kind} of ${appName} ${username ?? ''}`);
    return found as CredentialOf<K>;
  };
  const client = (authorize: Authorize) => new Client(platform, authorize);
  return {
    credential,
    /** The id of the first webhook. */
    webhookId: () => platform.snapshot().tables['webhooks']![0]?.['id'] as string | undefined,
    /** The ids of the first product catalog, its first set and its first feed. */
    shop: () => {
      const { catalogs, product_sets: sets, product_feeds: feeds } = platform.snapshot().tables;
      const idOf = (rows: readonly Row[] | undefined) => rows?.[0]?.['id'] as string | undefined;
      return { catalogId: idOf(catalogs), setId: idOf(sets), feedId: idOf(feeds) };
    },
    /** Without an Authorization header. */
    anonymous: client(() => undefined),
    /** With this Authorization header. */
    raw: (authorization: string) => client(() => authorization),
    /** With this bearer token. */
    withBearer: (token: string) => client(() => `Bearer ${token}`),
    /** Signed with these four values, or with only the consumer's two. */
    signing: (credentials: OAuthCredentials) => client((request) => sign(platform, request, credentials)),
    bearer: (appName = 'Northwind Reader') =>
      client(() => `Bearer ${credential('app', appName).bearer_token}`),
    basic: (appName = 'Northwind Reader') => client(() => basicOf(credential('basic', appName))),
    /** OAuth 1.0a signed with only the API key. */
    consumer: (appName = 'Northwind Reader') => {
      const { consumer_key, consumer_secret } = credential('basic', appName);
      return client((request) => sign(platform, request, { consumer_key, consumer_secret }));
    },
    user: (username = 'mira_holm', appName = 'Northwind Reader') => {
      const signer = credential('oauth1', appName, username);
      return client((request) => sign(platform, request, signer));
    },
  };
}

export interface StartOptions extends PlatformOptions {
  readonly abuse?: boolean;
  /** The credentials with which a snapshot was built: a platform continued from one shows none. */
  readonly credentials?: readonly Credential[];
}

/** A fault of the platform fails the test as an unhandled rejection, because no caller waits for it. */
const failTest = (error: Error): void => void Promise.reject(error);

/** A platform on the starter's four users, with its caller. The abuse mechanism is off by default. */
export async function start({ abuse = false, credentials, ...options }: StartOptions = {}) {
  const platform = createPlatform({ scenario: 'small', fault: failTest, ...options });
  if (!abuse) await platform.do('portal.setAbuse', false);
  return { platform, as: caller(platform, credentials ?? platform.initialCredentials) };
}

let inhabited: Promise<{
  readonly snapshot: Snapshot;
  readonly credentials: readonly Credential[];
}> | null = null;

/**
 * Options to start on the starter with all seeded users. The work is done once per file, and opening the result costs
 * a tenth of it.
 */
export const inhabitedStarter = () =>
  (inhabited ??= (async () => {
    const platform = createPlatform();
    await platform.seedPopulation();
    return { snapshot: platform.snapshot(), credentials: platform.initialCredentials };
  })());

export const basicOf = ({ consumer_key, consumer_secret }: OAuthCredentials): string =>
  `Basic ${btoa(`${consumer_key}:${consumer_secret}`)}`;

let nonces = 0;

/** The Authorization header of a request, signed at the platform's time with a new nonce. */
export function sign(
  platform: Platform,
  request: HttpRequest,
  credentials: OAuthCredentials,
  options: Partial<Parameters<typeof signRequest>[2]> = {},
): string {
  const timestamp = Math.floor(platform.clock.now() / 1000);
  return signRequest(request, credentials, { nonce: `nonce${++nonces}`, timestamp, ...options })
    .authorization;
}

/** The request of a message, without authorization. */
export function toRequest(platform: Platform, message: Message): HttpRequest {
  const { method = 'GET', path, headers = [], id } = message;
  const [type, body] = bodyOf(message);
  return {
    ...(id !== undefined && { id }),
    method,
    url: path.startsWith('/') ? platform.baseUrl + path : path,
    headers: type === undefined ? headers : [['content-type', type], ...headers],
    ...(body && { body }),
  };
}

function bodyOf({ json, form, body }: Message): [type: string | undefined, body: Uint8Array | undefined] {
  if (json !== undefined) return ['application/json', utf8(JSON.stringify(json))];
  if (form)
    return ['application/x-www-form-urlencoded;charset=UTF-8', utf8(encodeForm(Object.entries(form)))];
  return [undefined, body];
}

/** The id of a user of the starter. */
export const userId = (platform: Platform, username: string): string =>
  platform.portal.users().find((user) => user.username === username)!.id;

/** The state without the four tables that may lag, as text for comparison. */
export function durable(platform: Platform): string {
  const deferred = ['windows', 'nonces', 'abuse', 'exchanges'];
  const tables = Object.entries(platform.snapshot().tables).filter(([name]) => !deferred.includes(name));
  return JSON.stringify(tables);
}
