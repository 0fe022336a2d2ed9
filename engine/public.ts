/** The types of the engine's one door. Everything that crosses it is plain, clonable data. */
import type { ChangeSet, Snapshot } from './state/store.ts';
import type { Exchange, WindowState } from './exchange.ts';
import type { Closed, HttpRequest, HttpResponse } from './http/messages.ts';
import type { EndpointDescription } from './describe.ts';
import type { Plan } from './limits/notation.ts';
import type { CredentialKind } from './portal/credentials.ts';
import type { AppSettings, SettingProblems } from './portal/settings.ts';
import type { PermissionLevel } from './auth/permissions.ts';
import type { Choice } from './spec/choices.ts';
import type { Scenario } from './state/scenarios/scenario.ts';

export interface PlatformOptions {
  /** Default `https://api.svc.example` (choice: hosts). */
  baseUrl?: string;
  /** Default `https://ads-api.svc.example` (choice: hosts). */
  adsBaseUrl?: string;
  /** Same seed, same clock and same requests give the same bytes. Default `northwind-1`. */
  seed?: string;
  /** Epoch milliseconds that the virtual clock adds its offset to. Default: a clock that only `clock.advance` moves. */
  now?: () => number;
  /** Monotonic milliseconds, for durations in traces only. Default: always 0. */
  elapsed?: () => number;
  /** Starting data. Default `starter`. Ignored when `snapshot` is given. */
  scenario?: 'starter' | 'empty' | Scenario;
  /** Continue from here. Throws `SnapshotTooNew` when it was written by a later release. */
  snapshot?: Snapshot;
  /** Makes changes durable; the answer leaves when it resolves. Called in commit order; a rejection becomes code 131. */
  commit?: (changes: ChangeSet) => Promise<void>;
  /** Says that `collect()` has something to give: counters, nonces or log entries, which may lag by 250 ms. */
  lagging?: () => void;
  /** When the scheduler next wants `clock.advance(0)`, in epoch ms of the platform's clock; null for never. */
  wake?: (at: number | null) => void;
  /** How many exchanges the log keeps. Default 500. */
  logSize?: number;
}

export interface Platform {
  readonly seed: string;
  readonly baseUrl: string;
  /** Never rejects. Refusals are responses; `Closed` is no response at all. */
  handle(request: HttpRequest): Promise<HttpResponse | Closed>;
  /** The standard door, for Node, tests and other people's clients. Rejects with a TypeError for `Closed`. */
  fetch(request: Request): Promise<Response>;
  readonly portal: Portal;
  readonly clock: Clock;
  readonly exchanges: ExchangeLog;
  readonly endpoints: readonly EndpointDescription[];
  readonly choices: readonly Choice[];
  /** What a call by this principal would count against now, without counting it. */
  windows(endpointId: string, credential: { appId: string; token?: string }): readonly WindowState[];
  /** The credentials that the starting data would have shown once; empty when continued from a snapshot. */
  readonly handout: readonly Credential[];
  /** Takes the changes of counters, nonces and log since the last call; null when there are none. */
  collect(): ChangeSet | null;
  snapshot(): Snapshot;
  /** An OpenAPI 3.1 document of every endpoint. */
  openapi(): object;
}

export interface Clock {
  /** Epoch milliseconds of the platform. */
  now(): number;
  readonly frozen: boolean;
  /**
   * Moves the clock forward and runs everything that falls due, in order, before it resolves. A jump with the id of one
   * of the last eight that had one has no effect, also after a restart. Throws a RangeError for less than 0 or more
   * than 10 years.
   */
  advance(ms: number, id?: string): Promise<void>;
  freeze(at?: number): Promise<void>;
  resume(): Promise<void>;
}

export interface ExchangeLog {
  /** Oldest first, at most `logSize`. */
  list(): readonly Exchange[];
  /** The exchange of the request that its sender gave this id. */
  byRequestId(id: string): Exchange | undefined;
  /** Called after each exchange, in order. Returns the unsubscriber. */
  subscribe(listener: (exchange: Exchange) => void): () => void;
  clear(): void;
}

/** What a person can do in the developer portal. Results are values: `{ ok: true }` or the reason. */
export interface Portal {
  projects(): readonly ProjectView[];
  apps(): readonly AppView[];
  users(): readonly UserView[];
  createProject(name: string, plan: Plan): Promise<Made<ProjectView>>;
  setPlan(projectId: string, plan: Plan): Promise<PortalResult>;
  /** A Project takes as many Apps as its plan holds; without one the App is a Standalone App. Keys are shown this once. */
  createApp(name: string, projectId: string | null): Promise<Made<AppView> & { shown?: readonly Shown[] }>;
  attachApp(appId: string, projectId: string): Promise<PortalResult>;
  updateApp(appId: string, patch: Partial<AppSettings>): Promise<Settled>;
  deleteApp(appId: string): Promise<PortalResult>;
  /** The new credential in full, this once; what it replaces ends (choice: regenerate). */
  regenerate(appId: string, kind: CredentialKind): Promise<Made<Shown>>;
  revoke(appId: string, kind: CredentialKind): Promise<PortalResult>;
  apiKeyHint(appId: string): string | null;
  setSuspended(appId: string, suspended: boolean): Promise<PortalResult>;
  /** Ends the silence that follows abuse of limits (choice: abuse). */
  liftAbuse(appId: string): Promise<PortalResult>;
  /** Switches the whole abuse mechanism (choice: abuse). */
  setAbuse(enabled: boolean): Promise<PortalResult>;
  abuseEnabled(): boolean;
  notices(): readonly Notice[];
}

export type PortalResult = { ok: true } | { ok: false; reason: string };
export type Made<T> = { ok: true; made: T } | { ok: false; reason: string };
/**
 * `problems`: what is wrong, by the name of the setting. `shown`: the client secret that is issued when the settings
 * come to include OAuth 2.0 for a confidential client.
 */
export type Settled =
  { ok: true; shown: readonly Shown[] } | { ok: false; reason: string; problems: SettingProblems };

export interface ProjectView {
  id: string;
  name: string;
  ownerId: string;
  plan: Plan;
  /** Apps that its plan holds (2.5). */
  appLimit: number;
}

export interface AppView {
  id: string;
  name: string;
  ownerId: string;
  /** null for a Standalone App (2.5). */
  projectId: string | null;
  plan: Plan | null;
  suspended: boolean;
  permission: PermissionLevel;
  /** Epoch ms until which its calls get no response (choice: abuse); null in good standing. */
  silencedUntil: number | null;
  settings: AppSettings;
  /** Not a secret (RFC 6749 2.2). */
  clientId: string;
  /** Which credentials there are; none is viewable again. */
  has: { api_key: boolean; bearer_token: boolean; owner_token: boolean; client_secret: boolean };
}

export interface UserView {
  id: string;
  username: string;
  name: string;
}

/** A message to the e-mail address of an App owner's account (2.5). */
export interface Notice {
  id: string;
  userId: string;
  email: string;
  at: number;
  subject: string;
  text: string;
}

/** What the portal shows of a user token is not the API key and secret again: they are not viewable again (2.5). */
export type Shown =
  | Exclude<Credential, { kind: 'oauth1' }>
  | Omit<Extract<Credential, { kind: 'oauth1' }>, 'consumer_key' | 'consumer_secret'>;

/** A credential as the portal shows it, once. The page's vault keeps it, as a password manager would. */
export type Credential = {
  id: string;
  appId: string;
  appName: string;
} & (
  | { kind: 'basic'; consumer_key: string; consumer_secret: string }
  | { kind: 'app'; bearer_token: string }
  /** A user token by authorization code with PKCE. `refresh_token` is null without offline.access. */
  | {
      kind: 'oauth2';
      access_token: string;
      refresh_token: string | null;
      scopes: readonly string[];
      userId: string;
      username: string;
    }
  /** `client_secret` is null for a public client. */
  | { kind: 'client'; client_id: string; client_secret: string | null }
  | {
      kind: 'oauth1';
      consumer_key: string;
      consumer_secret: string;
      oauth_token: string;
      oauth_token_secret: string;
      userId: string;
      username: string;
      permission: PermissionLevel;
    }
);
