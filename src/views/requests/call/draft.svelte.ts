import type { KnownEndpoint } from '#reference';
import type { EndpointDescription, EndpointOutline, JsonSchema } from '../../../../worker/api.ts';
import { isChanged } from './route.ts';
import type { AuthChoice, RequestsRoute, Tab } from './route.ts';
import type { LimitSubject } from './calls.svelte.ts';
import { asksBrowser, edited, heldKind, isTaken } from './call-credential.ts';
import type { CallCredential } from '../../../call/call-key.ts';
import type { Edits, SecretField } from './call-credential.ts';
import { fieldsOfForm, firstBody } from './example-body.ts';
import { matchEndpoint } from './match-endpoint.ts';
import { compose, goesInHeader, takesForm } from './compose.ts';
import type { Composition, Freshness } from './compose.ts';
import { problemsOf } from './field-problems.ts';
import type { FieldProblem } from './field-problems.ts';
import { linkedRows, newRow, rowsOf, sameRows } from './rows.ts';
import type { NameValueRow } from './rows.ts';
import { redact, redactRows, secretsOf } from './redact.ts';
import { baseOf, baseOfPath } from '../../../state/bases.ts';
import type { PageSession } from '../../../state/session.svelte.ts';

/** Signed kinds first, because signing is what the platform is meant to teach. */
const preference: readonly AuthChoice[] = [
  'oauth1',
  'app',
  'oauth2',
  'basic',
  'consumer',
  'requestToken',
  'client',
  'none',
];

/** The call that is being edited: what is shown is exactly what will be sent, byte for byte. */
export class Draft implements Composition {
  readonly #session: PageSession;
  #endpointId = $state<string | null>(null);
  method = $state('GET');
  url = $state('');
  #filled = $state.raw<Readonly<Record<string, string>>>({});
  query = $state<NameValueRow[]>([]);
  headers = $state<NameValueRow[]>([]);
  form = $state<NameValueRow[]>([]);
  body = $state('');
  /** The range of characters to select in the body once it is shown. */
  selected = $state.raw<{ readonly from: number; readonly to: number } | null>(null);
  auth = $state<AuthChoice>('oauth1');
  tab = $state<Tab>('signature');
  /** The exchange that it is an edited copy of; undefined for none. */
  origin = $state<string>();
  nonce = $state('');
  /** Epoch seconds, as typed. */
  timestamp = $state('');
  noncePinned = $state(false);
  timestampPinned = $state(false);
  #edits = $state.raw<{ of: string; values: Edits }>({ of: '', values: {} });

  readonly endpoint: KnownEndpoint | null = $derived.by(() =>
    this.#session.reference.endpoint(this.#endpointId),
  );
  readonly #examplePath = $derived.by(() => this.#pathOfExample(this.endpoint));
  readonly #held = $derived.by(() =>
    this.auth === 'none' ? null : this.#session.credential(heldKind(this.auth)),
  );
  /** App, user and kind of the credential. Edits belong to one: another starts without them. */
  readonly who: string = $derived.by(() => `${this.#session.app?.id} ${this.#session.user?.id} ${this.auth}`);
  readonly edits: Edits = $derived(this.#edits.of === this.who ? this.#edits.values : {});
  readonly credential: CallCredential | null = $derived(this.#credential());
  readonly #composed = $derived(
    compose(this.composition, this.credential, { nonce: this.nonce, timestamp: this.timestamp }),
  );
  readonly message = $derived(this.#composed.message);
  readonly steps = $derived(this.#composed.steps);
  readonly problems: readonly FieldProblem[] = $derived(this.#problems());
  /** Why Send is disabled: the first problem that prevents a message. */
  readonly blocker: FieldProblem | null = $derived(this.problems.find((each) => each.blocks) ?? null);
  /** The endpoint that the message will reach; for a free-form call, once the outlines are loaded. */
  readonly reached: EndpointOutline | null = $derived.by(() => this.endpoint ?? this.#matched());
  /** The same with its full description, once that is loaded. */
  readonly target: EndpointDescription | null = $derived.by(() =>
    this.#session.reference.endpoint(this.reached?.id ?? null),
  );
  readonly limitSubject: LimitSubject | null = $derived(this.#limitSubject());
  readonly bodySchema: JsonSchema | null = $derived(this.target?.body?.schema ?? null);
  readonly route: RequestsRoute = $derived(this.#route());

  /** Starts with `route`. `auth` is used if the route names none and the endpoint accepts it. */
  constructor(
    session: PageSession,
    route: RequestsRoute = { view: 'requests' },
    auth: AuthChoice = 'oauth1',
  ) {
    this.#session = session;
    this.auth = auth;
    this.refresh();
    this.show(route);
    if (!this.endpoint) this.auth = route.auth ?? auth;
  }

  get baseUrl(): string {
    const { greeting } = this.#session;
    return this.endpoint ? baseOf(greeting, this.endpoint) : baseOfPath(greeting, this.url.trim());
  }

  /** Whether it is signed with OAuth 1.0a. */
  get signs(): boolean {
    return this.auth === 'oauth1' || this.auth === 'consumer' || this.auth === 'requestToken';
  }

  /** The header that was typed instead of the generated one; null for none. */
  get authorizationByHand(): NameValueRow | null {
    return this.headers.find(({ name, on }) => on && name.toLowerCase() === 'authorization') ?? null;
  }

  /** Authenticates the call by this kind. A typed header stays, but is switched off. */
  proveBy(kind: AuthChoice): void {
    this.auth = kind;
    for (const row of this.headers) if (row.name.toLowerCase() === 'authorization') row.on = false;
  }

  /** Whether a query row of this name is sent as a parameter of the Authorization header. */
  inHeader(name: string): boolean {
    return this.endpoint !== null && goesInHeader(name, this.credential);
  }

  /** The values of the path's variables. Those of the example follow the App and the user. */
  get path(): Readonly<Record<string, string>> {
    return { ...this.#examplePath, ...this.#filled };
  }

  /** Variables without a value here keep that of the example; names that the path does not have are ignored. */
  set path(values: Readonly<Record<string, string>>) {
    const example = this.#examplePath;
    this.#filled = Object.fromEntries(
      Object.entries(values).filter(([name, value]) => name in example && value !== example[name]),
    );
  }

  fillPath(name: string, value: string): void {
    this.path = { ...this.path, [name]: value };
  }

  problem(field: string): FieldProblem | null {
    return this.problems.find((each) => each.field === field) ?? null;
  }

  /** Sets a new nonce and the current time, except for pinned values. */
  refresh(): void {
    if (!this.noncePinned) this.nonce = newNonce();
    if (!this.timestampPinned) this.timestamp = String(Math.floor(this.#session.clock.now / 1000));
  }

  editCredential(field: SecretField, value: string): void {
    this.#edits = { of: this.who, values: { ...this.edits, [field]: value } };
  }

  forgetEdits(): void {
    this.#edits = { of: '', values: {} };
  }

  /** Whether the person has changed the example. */
  get changed(): boolean {
    return isChanged(this.route) || Object.keys(this.edits).length > 0;
  }

  /**
   * The identity of this call, without the values that are new each time it is sent. Contains secrets: never stored.
   */
  get print(): string {
    const { method, url, headers, body } = this.message;
    const own = headers.filter(([name]) => name !== 'Authorization' || !this.credential);
    const { app, user } = this.#session;
    const text = body && new TextDecoder().decode(body);
    return JSON.stringify([method, url, own, text, this.auth, app?.id, user?.id, this.edits]);
  }

  get composition(): Composition {
    const { endpoint, baseUrl, method, url, path, query, headers, form, body } = this;
    return { endpoint, baseUrl, method, url, path, query, headers, form, body };
  }

  /** Loads the endpoint's example, for the same App and user, on the same tab. */
  backToExample(): void {
    const { endpointId, auth, tab } = this.route;
    this.#forgetBroken();
    this.show({ view: 'requests', ...defined({ endpointId, auth, tab }) });
  }

  /** Shows a link with its App and user. Returns the parts of it that do not exist here, as a sentence. */
  load(route: RequestsRoute): string | null {
    const unknown = actAs(this.#session, route);
    return this.show(route) ?? unknown;
  }

  /** Shows a link for the current App and user. The endpoint must be loaded. */
  show(route: RequestsRoute): string | null {
    const missing = this.#loadEndpoint(route);
    const { endpoint } = this;
    const fields = endpoint?.fields ?? [];
    this.path = route.path ?? {};
    const declared = fields.filter((field) => field.in === 'query');
    this.query = endpoint ? rowsOf(declared, this.#exampleQuery(endpoint), route.query) : [];
    this.headers = (route.headers ?? []).map((row) => newRow(row));
    if (endpoint && asksBrowser(endpoint.auth) && !this.headers.some(isCookie))
      this.headers.push(newRow({ name: 'Cookie', on: false }));
    this.form = takesForm(endpoint) ? this.#formRows(endpoint!, route) : [];
    this.body = takesForm(endpoint) ? '' : (route.body ?? firstBody(endpoint));
    this.method = route.method ?? endpoint?.method ?? 'GET';
    this.url = route.url ?? (endpoint ? '' : this.#freeStart);
    this.auth = route.auth ?? this.#fittingAuth(endpoint);
    this.tab = route.tab ?? this.usualTab;
    this.origin = route.origin;
    return missing;
  }

  /** The same call as a free-form one, in which everything can be changed. */
  freeRoute(): RequestsRoute {
    const { app, as, auth, headers, tab } = this.route;
    const body = this.message.body ? new TextDecoder().decode(this.message.body) : '';
    const whole = { app, as, auth, headers, tab, method: this.message.method, url: this.message.url, body };
    return { view: 'requests', endpointId: null, ...defined(whole) };
  }

  /**
   * The link of a list entry: that endpoint's example, for the same App and user, on the same tab; a call that may have
   * a body opens on the body's tab.
   */
  routeTo(endpointId: string | null): RequestsRoute {
    if (endpointId === this.#endpointId) return this.route;
    const { app, as, tab } = this.route;
    const { method } = this.#session.reference.outline(endpointId) ?? { method: 'GET' };
    const reads = method === 'GET' || method === 'DELETE';
    return { view: 'requests', endpointId, ...defined({ app, as, tab: reads ? tab : undefined }) };
  }

  #loadEndpoint({ endpointId }: RequestsRoute): string | null {
    const { reference } = this.#session;
    const found = reference.outline(endpointId);
    const next = endpointId === null ? null : (found ?? reference.first).id;
    if (next !== null && next !== this.#endpointId) this.#forgetBroken();
    this.#endpointId = next;
    return endpointId && !found ? noEndpoint(endpointId) : null;
  }

  /** Edits and kept values belonged to that call. The same call in free form keeps them. */
  #forgetBroken(): void {
    this.forgetEdits();
    this.noncePinned = this.timestampPinned = false;
    this.refresh();
  }

  /** No example can name a webhook, which belongs to the App, or the acting user, where the path allows no other. */
  #pathOfExample(endpoint: EndpointDescription | null): Readonly<Record<string, string>> {
    if (!endpoint) return {};
    const { app, user } = this.#session;
    const own = new Map([
      ['webhook_id', app?.webhooks[0]],
      [endpoint.self, user?.id],
    ]);
    const names = endpoint.fields.filter((field) => field.in === 'path').map((field) => field.name);
    return Object.fromEntries(
      names.map((name) => [name, own.get(name) ?? endpoint.example.path?.[name] ?? '']),
    );
  }

  /** A token in the query is one of the vault's, so no example can name it. */
  #exampleQuery({ example, fields }: EndpointDescription): Readonly<Record<string, string>> {
    const { app } = this.#session;
    const { requestToken } = this.#session.secrets;
    const held = this.#session.credential('app');
    const tokens = {
      access_token: held?.kind === 'app' ? held.bearer_token : undefined,
      oauth_token: requestToken?.appId === app?.id ? requestToken?.oauth_token : undefined,
    };
    const wanted = Object.entries(defined(tokens)).filter(([name]) =>
      fields.some((field) => field.in === 'query' && field.name === name),
    );
    return { ...Object.fromEntries(wanted), ...example.query };
  }

  #formRows(endpoint: EndpointDescription, route: RequestsRoute): NameValueRow[] {
    const { fields, example } = fieldsOfForm(endpoint);
    return rowsOf(fields, example, route.form);
  }

  #fittingAuth(endpoint: EndpointDescription | null): AuthChoice {
    if (!endpoint) return 'oauth1';
    if (isTaken(this.auth, endpoint.auth)) return this.auth;
    return preference.find((each) => isTaken(each, endpoint.auth)) ?? 'none';
  }

  #credential(): CallCredential | null {
    if (this.auth === 'none') return null;
    const { app, user } = this.#session;
    const who = {
      appId: app?.id ?? '',
      appName: app?.name ?? '',
      userId: user?.id ?? '',
      username: user?.username ?? '',
    };
    return edited(this.auth, this.#held, this.edits, who, this.#session.secrets.requestToken);
  }

  #problems(): FieldProblem[] {
    const fresh: Freshness | null = this.signs ? { nonce: this.nonce, timestamp: this.timestamp } : null;
    const problems = problemsOf(this.composition, fresh);
    if (this.auth !== 'none' && !this.credential && !this.authorizationByHand)
      problems.push({ field: 'auth', text: this.#noCredential(), blocks: false });
    return problems;
  }

  #noCredential(): string {
    const app = this.#session.app?.name ?? 'this App';
    const username = this.#session.user?.username ?? '?';
    if (this.auth === 'oauth1') return `No access token of @${username} for ${app} is kept here`;
    if (this.auth === 'oauth2') return `No OAuth 2.0 token of @${username} for ${app} is kept here`;
    const what = this.auth === 'app' ? 'bearer token' : this.auth === 'client' ? 'Client ID' : 'API key';
    return `No ${what} of ${app} is kept here`;
  }

  #matched(): EndpointOutline | null {
    const { method, url } = this.message;
    const { endpoints, greeting, reference } = this.#session;
    return reference.isWhole ? matchEndpoint(endpoints, method, url, greeting) : null;
  }

  #limitSubject(): LimitSubject | null {
    const appId = this.credential?.appId ?? this.#session.app?.id;
    if (!this.reached || !appId) return null;
    const token = userTokenOf(this.credential);
    return { endpointId: this.reached.id, appId, ...(token === null ? {} : { token }) };
  }

  #route(): RequestsRoute {
    const { world, app, user } = this.#session;
    const { endpoint } = this;
    const secrets = [...secretsOf(world.vault), ...Object.values(this.edits)];
    const said = linkedRows(this.headers).filter((row) => row.on || row.value !== '');
    const headers = redactRows(said, secrets);
    return {
      view: 'requests',
      endpointId: this.#endpointId,
      ...(endpoint ? this.#declaredParts(endpoint, secrets) : this.#freeParts(secrets)),
      ...(headers.length > 0 ? { headers } : {}),
      auth: this.auth,
      ...(app && app.id !== world.apps[0]?.id ? { app: app.id } : {}),
      ...(user && user.id !== this.#session.defaultUser?.id ? { as: user.username } : {}),
      ...(this.tab === this.usualTab ? {} : { tab: this.tab }),
      ...(this.origin && { origin: this.origin }),
    };
  }

  #freeParts(secrets: readonly string[]): Partial<RequestsRoute> {
    const { method, url, body } = this;
    return defined({
      method: method === 'GET' ? undefined : method,
      url: url === this.#freeStart ? undefined : redact(url, secrets),
      body: body ? redact(body, secrets) : undefined,
    });
  }

  get #freeStart(): string {
    return `${this.#session.greeting.baseUrl}/2/users/me`;
  }

  /** Only the parts that differ from the example. */
  #declaredParts(endpoint: EndpointDescription, secrets: readonly string[]): Partial<RequestsRoute> {
    const path = Object.entries(this.#filled).map(([name, value]) => [name, redact(value, secrets)] as const);
    const declared = endpoint.fields.filter((field) => field.in === 'query');
    const query = this.#changedRows(
      this.query,
      rowsOf(declared, this.#exampleQuery(endpoint), undefined),
      secrets,
    );
    const form = takesForm(endpoint)
      ? this.#changedRows(this.form, this.#formRows(endpoint, { view: 'requests' }), secrets)
      : undefined;
    const body = this.body === firstBody(endpoint) ? undefined : redact(this.body, secrets);
    return {
      ...(path.length > 0 ? { path: Object.fromEntries(path) } : {}),
      ...defined({ query, form, body }),
    };
  }

  /** The body if the call can have one; otherwise the signature. */
  get usualTab(): Tab {
    return this.endpoint?.body ? 'body' : 'signature';
  }

  #changedRows(rows: readonly NameValueRow[], fresh: readonly NameValueRow[], secrets: readonly string[]) {
    const [linked, example] = [linkedRows(rows), linkedRows(fresh)];
    if (sameRows(linked, example)) return undefined;
    // A declared row that is off and whose value was a secret becomes, without it, an untouched row.
    const declared = new Set(rows.filter((row) => row.field).map((row) => row.name));
    const said = redactRows(linked, secrets).filter(
      (row) => row.on || row.value !== '' || !declared.has(row.name),
    );
    return sameRows(said, example) ? undefined : said;
  }
}

export const noEndpoint = (id: string): string => `There is no endpoint called ${id}.`;

/** Switches to a link's App and user, if they exist here. Returns the missing ones, as a sentence. */
export function actAs(session: PageSession, { app, as }: RequestsRoute): string | null {
  const { apps, users } = session.world;
  const known = !app || apps.some((each) => each.id === app);
  session.appId = (known && app) || (apps[0]?.id ?? '');
  const user = users.find((each) => each.username === as);
  session.userId = user?.id ?? session.defaultUser?.id ?? '';
  if (!known) return 'The App that this link names is not here. Another one is in use.';
  return as && !user ? `The user @${as} that this link names is not here.` : null;
}

const isCookie = ({ name }: NameValueRow): boolean => name.toLowerCase() === 'cookie';

function userTokenOf(credential: CallCredential | null): string | null {
  if (credential?.kind === 'oauth1') return credential.oauth_token;
  return credential?.kind === 'oauth2' ? credential.access_token : null;
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

const defined = <T extends object>(parts: T): Defined<T> =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as Defined<T>;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const newNonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => alphabet[byte % alphabet.length]).join('');
