/**
 * The contract between the page and the worker, and all that the page may import from beyond `src`.
 * Plain data both ways. `connect()` gives the same API in every tab, whichever tab runs the engine.
 */
import type {
  AppView,
  Choice,
  Credential,
  EndpointDescription,
  Exchange,
  HttpRequest,
  Notice,
  Plan,
  Portal,
  PortalResult,
  ProjectView,
  RecordedOutcome,
  Snapshot,
  UserView,
  WindowState,
} from '../engine/index.ts';
export {
  appsPerProject,
  base64,
  covers,
  decodeForm,
  encodeForm,
  encodeRfc3986,
  header,
  isClosed,
  isResponse,
  loadDoctor,
  plans,
  s256,
  signRequest,
  splitUrl,
  text,
  utf8,
} from '../engine/index.ts';
export type * from '../engine/index.ts';

/** Everything a page needs before its first paint, in one message. */
export interface Greeting {
  readonly baseUrl: string;
  readonly seed: string;
  readonly endpoints: readonly EndpointDescription[];
  readonly choices: readonly Choice[];
  readonly world: World;
  readonly clock: ClockState;
  readonly storage: StorageState;
}

/** What the frame shows; sent again, whole, whenever any of it changes. */
export interface World {
  readonly projects: readonly ProjectView[];
  readonly apps: readonly AppView[];
  readonly users: readonly UserView[];
  readonly vault: readonly Credential[];
  readonly notices: readonly Notice[];
  readonly abuseEnabled: boolean;
}

/** `platformNow` was read when `Date.now()` was `realNow`: the page goes on counting by itself. */
export interface ClockState {
  readonly platformNow: number;
  readonly realNow: number;
  readonly frozen: boolean;
}

export interface StorageState {
  /** `saved`: in IndexedDB. `memory`: this tab only. `newer`: a later release's data is there and was left untouched. */
  readonly kind: 'saved' | 'memory' | 'newer';
  /** Why it is not `saved`, as a sentence for the status line. */
  readonly reason: string | null;
  /** Which tab runs the engine. */
  readonly engine: 'this tab' | 'another tab';
}

export type PlaygroundEvent =
  | { readonly type: 'exchange'; readonly exchange: Exchange }
  | { readonly type: 'clock'; readonly clock: ClockState }
  | { readonly type: 'world'; readonly world: World }
  | { readonly type: 'storage'; readonly storage: StorageState }
  /** State was replaced (reset, takeover): the page asks `greet()` again. */
  | { readonly type: 'restarted' };

export interface Sent {
  readonly outcome: RecordedOutcome;
  readonly exchange: Exchange;
}

/** What the portal offers to a page; the closed list of `portal`. */
export const portalMethods = [
  'createProject',
  'createApp',
  'attachApp',
  'updateApp',
  'deleteApp',
  'regenerate',
  'revoke',
  'apiKeyHint',
  'setSuspended',
] as const satisfies readonly (keyof Portal)[];
export type PortalMethod = (typeof portalMethods)[number];
export type PortalOutcome<M extends PortalMethod> = Promise<Awaited<ReturnType<Portal[M]>>>;

export interface PlaygroundApi {
  greet(): Promise<Greeting>;
  /** Gives the request an id if it has none, so that a retry after a takeover has one effect. */
  send(request: HttpRequest): Promise<Sent>;
  windows(endpointId: string, credential: { appId: string; token?: string }): Promise<readonly WindowState[]>;
  exchanges(): Promise<readonly Exchange[]>;
  /** Gives the jump an id if it has none, so that a retry after a takeover moves the clock once. */
  advance(ms: number, id?: string): Promise<ClockState>;
  freeze(): Promise<ClockState>;
  resume(): Promise<ClockState>;
  setPlan(projectId: string, plan: Plan): Promise<PortalResult>;
  liftAbuse(appId: string): Promise<PortalResult>;
  setAbuse(enabled: boolean): Promise<PortalResult>;
  /** What a person does in the developer portal; the methods are those of the engine's `Portal`. */
  portal<M extends PortalMethod>(method: M, ...args: Parameters<Portal[M]>): PortalOutcome<M>;
  /** Adds a credential to the vault or replaces the one of the same id. */
  keep(credential: Credential): Promise<void>;
  /** Takes a credential out of the vault. */
  forget(credentialId: string): Promise<void>;
  exportSnapshot(): Promise<Snapshot>;
  /** Throws everything away and starts the scenario again. */
  reset(scenario: 'starter' | 'empty'): Promise<void>;
}

export interface Playground extends PlaygroundApi {
  /** Returns the unsubscriber. */
  subscribe(listener: (event: PlaygroundEvent) => void): () => void;
}
export { connect } from './connect.ts';
