/** The platform under test: its state, its durable state, and its callers. */
import { createPlatform, signRequest, utf8 } from '../../../engine/index.ts';
import type {
  ChangeSet,
  Credential,
  EndpointDescription,
  Exchange,
  Family,
  HttpRequest,
  OAuthCredentials,
  Platform,
  PlatformOptions,
  Row,
  Send,
  Snapshot,
} from '../../../engine/inside.ts';
import { covers } from '../../../engine/spec/permissions.ts';
import { endpoint, json } from '../../../engine/declaration/endpoint.ts';
import { familyOf } from '../../../engine/declaration/family.ts';
import { v2 } from '../../../engine/spec/apis.ts';
import { object } from '../../../engine/spec/fields.ts';
import { unlisted } from '../../../engine/spec/limits.ts';
import { tables } from '../../../engine/state/tables/index.ts';
import type { State } from '../../../engine/state/state.ts';
import { loadedFamilies } from '../../../testing/endpoints.ts';
import { basicOf } from '../../../testing/platform.ts';
import { answered, failure, honest } from '../../../testing/receivers.ts';
import { fewOfStarter, withoutCatalogs } from '../../support/few.ts';
import type { Dice } from './dice.ts';

const bases = ['https://api.svc.example', 'http://127.0.0.1:8080/base', 'https://API.svc.example:8443'];
export const logSize = 40;

/** A call of this copies the platform's own state here, to compare its rows with the committed ones. */
function watcher(): { family: Family; seen: { state?: State } } {
  const seen: { state?: State } = {};
  const watch = endpoint({
    id: 'watch',
    api: v2,
    method: 'GET',
    path: '/2/test/watch',
    section: '9',
    summary: '',
    auth: ['none'],
    limits: unlisted('300 A'),
    choices: [],
    refuses: [],
    example: {},
    answers: { 200: json(object({})) },
    handle(_, { state }) {
      seen.state = state as State;
      return { status: 200, body: {} };
    },
  });
  return { family: familyOf('watch', 'Watch', [watch]), seen };
}

/** The App whose webhook most worlds start with: its users' tokens include Direct Messages. */
const courier = 'Northwind Courier';
export const receiverUrl = 'https://hooks.northwind.example/in';

/** One host answers challenges with that App's secret, and refuses some deliveries; there is no other host. */
const outside =
  (credentials: () => readonly Credential[]): Send =>
  ({ method, url, body }) => {
    const keys = credentials().find(({ kind, appName }) => kind === 'basic' && appName === courier);
    if (keys?.kind !== 'basic' || !url.startsWith('https://hooks.northwind.example/'))
      return Promise.resolve(failure('dns'));
    if (method === 'GET') return Promise.resolve(honest(keys.consumer_secret)({ method, url, headers: [] }));
    return Promise.resolve(answered('', (body?.length ?? 0) % 3 === 0 ? 500 : 200));
  };

/** The start of a world: a scenario, a snapshot, or the state of another world. */
type Beginning = Pick<PlatformOptions, 'scenario' | 'snapshot'> & {
  readonly families: readonly Family[];
  /** It continues another world, with its webhook and catalogs. */
  readonly continues?: boolean;
  readonly credentials?: readonly Credential[];
};

export class World {
  readonly platform: Platform;
  readonly families: readonly Family[];
  readonly credentials: readonly Credential[];
  /** The data that a host would have on its disk. */
  readonly disk = new Map<string, Map<string, Row>>();
  /** Every row that ever existed, by table: its index entries must be correct or removed. */
  readonly everRows: { table: string; row: Row }[] = [];
  commits = 0;
  /** Pending calls and moves of the clock. */
  underWay = 0;
  readonly exchanges = new WeakMap<Exchange['outcome'], Exchange>();
  readonly send = outside(() => this.credentials);
  readonly #watcher = watcher();
  #nonces = 0;
  #pageTokens: string[] = [];

  private constructor(dice: Dice, { credentials, families, ...start }: Beginning) {
    this.families = [...families, this.#watcher.family];
    this.platform = createPlatform({
      ...start,
      families: this.families,
      seed: `seed ${dice.int(1000)}`,
      baseUrl: dice.pick(bases),
      logSize,
      deferred: () => undefined,
      send: this.send,
      commit: async (changes) => {
        this.commits++;
        this.#keep(changes, this.everRows);
        for (let turns = dice.int(3); turns > 0; turns--) await Promise.resolve();
      },
    });
    this.credentials = credentials ?? this.platform.initialCredentials;
    for (const [table, list] of Object.entries(this.platform.snapshot().tables)) {
      this.disk.set(table, new Map(list.map((row) => [keyOf(table, row), row])));
      for (const row of list) this.everRows.push({ table, row });
    }
    // A repeated id gets the answer recorded before this world started.
    for (const exchange of this.platform.exchanges.list()) this.exchanges.set(exchange.outcome, exchange);
    this.platform.exchanges.subscribe((exchange) => this.exchanges.set(exchange.outcome, exchange));
  }

  /** A new platform with every family: the starter with all of its people or with few, or empty. */
  static async start(dice: Dice, isWhole: boolean): Promise<World> {
    const families = loadedFamilies;
    if (!dice.chance(0.95)) return World.#open(dice, { scenario: 'empty', families });
    if (isWhole) return World.#open(dice, { scenario: 'starter', families });
    const { snapshot, credentials } = await fewOfStarter();
    return World.#open(dice, { snapshot: withoutCatalogs(snapshot), credentials, families });
  }

  /** A platform that continues from this one's snapshot, directly or through JSON, with some of the families. */
  async continued(dice: Dice): Promise<World> {
    const snapshot = this.platform.snapshot();
    // JSON has a member for each byte: 8 million of them would take a gigabyte and ten seconds.
    const isHeavy = this.platform.exchanges.list().some(({ request }) => (request.body?.length ?? 0) > 1e6);
    return World.#open(dice, {
      snapshot:
        dice.chance(0.5) || isHeavy
          ? structuredClone(snapshot)
          : (JSON.parse(JSON.stringify(snapshot)) as Snapshot),
      families: loadedFamilies.filter(() => dice.chance(0.75)),
      credentials: this.credentials,
      continues: true,
    });
  }

  static async #open(dice: Dice, beginning: Beginning): Promise<World> {
    const world = new World(dice, beginning);
    await world.platform.handle({
      method: 'GET',
      url: `${world.platform.baseUrl}/2/test/watch`,
      headers: [],
    });
    if (!beginning.continues && dice.chance(0.7)) await world.#takeDeliveries(dice.chance(0.6));
    if (!beginning.continues && dice.chance(0.9)) await world.#openCatalogs();
    return world;
  }

  /** A webhook, and perhaps a user whose events it receives. */
  async #takeDeliveries(subscribes: boolean): Promise<void> {
    const of = (kind: Credential['kind']) =>
      this.credentials.find((each) => each.kind === kind && each.appName === courier);
    const [app, user] = [of('app'), of('oauth1')];
    if (app?.kind !== 'app' || user?.kind !== 'oauth1') return;
    await this.platform.handle({
      method: 'POST',
      url: `${this.platform.baseUrl}/2/webhooks`,
      headers: [
        ['authorization', `Bearer ${app.bearer_token}`],
        ['content-type', 'application/json'],
      ],
      body: utf8(JSON.stringify({ url: receiverUrl })),
    });
    const [webhook] = this.state.tables.webhooks.values();
    if (!webhook || !subscribes) return;
    const url = `${this.platform.baseUrl}/2/account_activity/webhooks/${webhook.id}/subscriptions/all`;
    const request: HttpRequest = { method: 'POST', url, headers: [] };
    const authorization = this.sign(request, user);
    if (authorization !== null)
      await this.platform.handle({ ...request, headers: [['authorization', authorization]] });
  }

  /** Any of the initial users may have a catalog, and one of them has, with a set and a feed. */
  async #openCatalogs(): Promise<void> {
    for (const { id } of this.platform.portal.users().slice(0, 4)) {
      await this.platform.do('catalog.setEarlyAccess', id, true);
      await this.platform.do('catalog.setTermsAccepted', id, true);
    }
    const user = this.credentials.find(({ kind }) => kind === 'oauth1');
    if (user?.kind !== 'oauth1') return;
    const url = `${this.platform.adsBaseUrl}/5/product_catalogs`;
    const post = async (request: HttpRequest) => {
      const authorization = this.sign(request, user);
      if (authorization !== null)
        await this.platform.handle({
          ...request,
          headers: [
            ['content-type', 'application/json'],
            ['authorization', authorization],
          ],
        });
    };
    await post({ method: 'POST', url, headers: [], body: utf8('{"name":"Shop"}') });
    const [catalog] = this.state.tables.catalogs.values();
    const filters = [{ attribute: 'price', operator: 'LESS_THAN', value: '25.00 USD' }];
    const body = utf8(JSON.stringify({ name: 'Set', type: 'FILTERED', filters }));
    if (!catalog) return;
    await post({ method: 'POST', url: `${url}/${catalog.id}/product_sets`, headers: [], body });
    const feed = { feed_url: 'https://shop.example/products.csv', feed_format: 'CSV', frequency: 'HOURLY' };
    const feeds = `${url}/${catalog.id}/product_feeds`;
    await post({ method: 'POST', url: feeds, headers: [], body: utf8(JSON.stringify(feed)) });
  }

  get state(): State {
    return this.#watcher.seen.state!;
  }

  /** Work that may commit is under way. */
  during<T>(work: Promise<T>): Promise<T> {
    this.underWay++;
    return work.finally(() => this.underWay--);
  }

  /** Writes state that may lag behind. */
  flush(): void {
    const changes = this.platform.takeDeferred();
    if (changes) this.#keep(changes);
  }

  onDisk(): Snapshot['tables'] {
    return Object.fromEntries([...this.disk].map(([table, rows]) => [table, [...rows.values()]]));
  }

  userId = (dice: Dice): string => this.#idOf('users', dice);
  postId = (dice: Dice): string => this.#idOf('posts', dice);
  eventId = (dice: Dice): string => this.#idOf('dm_events', dice);
  conversationId = (dice: Dice): string => this.#idOf('dm_conversations', dice);
  listId = (dice: Dice): string => this.#idOf('lists', dice);
  spaceId = (dice: Dice): string => this.#idOf('spaces', dice);
  catalogId = (dice: Dice): string => this.#idOf('catalogs', dice);
  setId = (dice: Dice): string => this.#idOf('product_sets', dice);
  feedId = (dice: Dice): string => this.#idOf('product_feeds', dice);
  webhookId = (dice: Dice): string => this.#idOf('webhooks', dice);

  username(dice: Dice): string {
    const users = this.platform.portal.users();
    return users.length > 0 && dice.chance(0.8) ? dice.pick(users).username : 'nobody';
  }

  bearerToken(dice: Dice): string {
    const tokens = [...this.state.tables.bearer_tokens.values()].map(({ access_token }) => access_token);
    if (tokens.length === 0 || dice.chance(0.4)) return 'AAAA%2Bnone';
    // The first one belongs to the App whose credential signs most calls.
    return dice.chance(0.6) ? tokens[0]! : dice.pick(tokens);
  }

  pageToken(dice: Dice): string {
    return this.#pageTokens.length > 0 ? dice.pick(this.#pageTokens) : dice.text();
  }

  notePage(token: unknown): void {
    if (typeof token === 'string') this.#pageTokens = [token, ...this.#pageTokens].slice(0, 5);
  }

  /** Usually with the credential that the endpoint requires; unsigned if the URL is unreadable. */
  authorised(request: HttpRequest, endpoint: EndpointDescription, dice: Dice): HttpRequest {
    const wanted = dice.chance(0.85) ? endpoint.auth : ['none', 'basic', 'consumer', 'app', 'oauth1'];
    const kind = dice.pick(wanted);
    const fitting = this.credentials.filter((each) => each.kind === (kind === 'consumer' ? 'basic' : kind));
    if (fitting.length === 0) return request;
    const able = fitting.find(
      (each) => each.kind !== 'oauth1' || covers(each.permission, endpoint.permission),
    );
    const aboutWebhooks = /\/(webhooks|account_activity)/.test(endpoint.path);
    const owner = aboutWebhooks ? fitting.find(({ appName }) => appName === courier) : undefined;
    const credential =
      owner && dice.chance(0.6) ? owner : dice.chance(0.5) ? (able ?? fitting[0]!) : dice.pick(fitting);
    const value = this.#authorization(request, credential, kind === 'consumer', dice);
    return value === null ? request : { ...request, headers: [...request.headers, ['authorization', value]] };
  }

  #authorization(request: HttpRequest, credential: Credential, signs: boolean, dice: Dice): string | null {
    if (credential.kind === 'app') return `Bearer ${credential.bearer_token}`;
    if (credential.kind === 'oauth2') return `Bearer ${credential.access_token}`;
    if (credential.kind === 'client')
      return `Basic ${btoa(`${credential.client_id}:${credential.client_secret ?? ''}`)}`;
    if (credential.kind === 'basic' && !signs) return basicOf(credential);
    return this.sign(request, credential, dice.chance(0.95) ? 0 : dice.int(900) - 450);
  }

  sign(request: HttpRequest, credential: OAuthCredentials, off = 0): string | null {
    const timestamp = Math.floor(this.platform.clock.now() / 1000) + off;
    const { consumer_key, consumer_secret, oauth_token, oauth_token_secret } = credential;
    const keys = {
      consumer_key,
      consumer_secret,
      ...(oauth_token && { oauth_token, oauth_token_secret: oauth_token_secret! }),
    };
    try {
      return signRequest(request, keys, { nonce: `n${this.#nonces++}`, timestamp }).authorization;
    } catch (error) {
      if (error instanceof TypeError) return null;
      throw error;
    }
  }

  #idOf(
    table:
      | 'users'
      | 'posts'
      | 'dm_events'
      | 'dm_conversations'
      | 'lists'
      | 'spaces'
      | 'webhooks'
      | 'catalogs'
      | 'product_sets'
      | 'product_feeds',
    dice: Dice,
  ): string {
    const all = this.state.tables[table];
    if (all.size === 0 || dice.chance(0.1)) return String(1 + dice.int(1e9));
    let place = dice.int(Math.min(all.size, 60));
    for (const { id } of all.values()) if (place-- === 0) return id;
    return '1';
  }

  #keep(changes: ChangeSet, everRows: { table: string; row: Row }[] = []): void {
    for (const [table, { added, updated, removed }] of Object.entries(changes)) {
      const rows = this.disk.get(table)!;
      for (const row of [...added, ...updated]) {
        rows.set(keyOf(table, row), row);
        everRows.push({ table, row });
      }
      for (const key of removed) rows.delete(key);
    }
  }
}

export const keyOf = (table: string, row: Row): string =>
  row[tables[table as keyof typeof tables].key] as string;
