/** Every table and index of the platform. A change here is a migration (state/migrations). */
import type { PermissionLevel } from '../auth/permissions.ts';
import type { Scope } from '../auth/scopes.ts';
import type { Plan } from '../limits/notation.ts';
import type { Exchange } from '../exchange.ts';
import type { Entities } from '../social/entities.ts';
import { table } from './table.ts';

/** Times are epoch milliseconds on the platform's clock; ids are decimal strings in the order of time. */
export interface User {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  /** In clear: these accounts exist to be shown, and the login page says so. */
  readonly password: string;
  readonly created_at: number;
  readonly description: string;
  readonly location: string;
  readonly url: string;
  readonly verified: boolean;
  readonly protected: boolean;
  readonly pinned_post_id: string | null;
}

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly owner_id: string;
  readonly plan: Plan;
}

/** platform.md 2.5. */
export interface App {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly website_url: string;
  readonly owner_id: string;
  /** null for a Standalone App. */
  readonly project_id: string | null;
  /** Empty when it was revoked. */
  readonly consumer_key: string;
  readonly consumer_secret: string;
  readonly permission: PermissionLevel;
  /** Which user flows the user authentication settings include (5, rule 1). */
  readonly oauth1: boolean;
  readonly oauth2: boolean;
  readonly email_toggle: boolean;
  /** Exact matches for oauth_callback and redirect_uri (5, rule 4). */
  readonly callback_urls: readonly string[];
  /** The setting of Sign in with the service (4.1). */
  readonly sign_in: boolean;
  /** OAuth 2.0 App types: native and spa are public clients, web and bot confidential ones (2.5). */
  readonly oauth2_type: OAuth2Type;
  readonly client_id: string;
  /** null for a public client and before OAuth 2.0 is selected; empty when it was revoked. */
  readonly client_secret: string | null;
  /** A data: URL of a small picture; empty for none. */
  readonly icon: string;
  readonly terms_url: string;
  readonly privacy_url: string;
  readonly organization_name: string;
  readonly organization_url: string;
  readonly purpose: string;
  readonly suspended: boolean;
}

export const oauth2Types = ['native', 'spa', 'web', 'bot'] as const;
export type OAuth2Type = (typeof oauth2Types)[number];

/** Confidential clients are given a client secret (2.5). */
export const isConfidential = (type: OAuth2Type): boolean => type === 'web' || type === 'bot';

/** The App Access Token: one outstanding per App (section 3). */
export interface BearerToken {
  /** In its percent-encoded form, as handed out and used (2.3). */
  readonly access_token: string;
  readonly app_id: string;
  readonly created_at: number;
}

/** An OAuth 1.0a access token. */
export interface UserToken {
  readonly oauth_token: string;
  readonly oauth_token_secret: string;
  readonly app_id: string;
  readonly user_id: string;
  /** Frozen when the token was made (choice: o1-access-type). */
  readonly permission: PermissionLevel;
  /** Whether its user let the App see the e-mail address when last asked (choice: email-consent). */
  readonly email: boolean;
  readonly created_at: number;
}

/** Step 1 of the OAuth 1.0a flow (choice: o1-request-token). The row goes when the token is used, denied or dead. */
export interface RequestToken {
  readonly oauth_token: string;
  readonly oauth_token_secret: string;
  readonly app_id: string;
  /** A callback URL, or `oob` for PIN mode. */
  readonly oauth_callback: string;
  /** What the access token will be able to do, were the user to approve (choice: o1-access-type). */
  readonly permission: PermissionLevel;
  /** Set by approval (choice: email-consent). */
  readonly email: boolean;
  readonly expires_at: number;
  /** Set by approval. */
  readonly user_id: string | null;
  readonly oauth_verifier: string | null;
  readonly wrong_verifiers: number;
}

/** A browser's session on the platform's own pages. */
export interface Session {
  /** Value of the cookie. */
  readonly id: string;
  /** null before signing in. */
  readonly user_id: string | null;
  /** What every form post of this session has to carry. */
  readonly csrf: string;
  readonly expires_at: number;
}

/** A user's consent to an App: what lets authenticate skip the question. */
export interface Approval {
  /** `<app>:<user>`. */
  readonly id: string;
  readonly app_id: string;
  readonly user_id: string;
  readonly permission: PermissionLevel;
  /** choice: email-consent. */
  readonly email: boolean;
}

/** An authorization code (choice: pkce-token). Kept a while after use, so that a second use is known. */
export interface AuthorizationCode {
  readonly code: string;
  readonly app_id: string;
  readonly user_id: string;
  readonly redirect_uri: string;
  readonly scopes: readonly Scope[];
  readonly code_challenge: string;
  readonly code_challenge_method: 'S256' | 'plain';
  readonly expires_at: number;
  readonly used: boolean;
  /** What everything that comes of this code belongs to. */
  readonly family: string;
}

/** An OAuth 2.0 user access token. */
export interface OAuth2Token {
  readonly access_token: string;
  readonly app_id: string;
  readonly user_id: string;
  readonly scopes: readonly Scope[];
  readonly expires_at: number;
  readonly family: string;
}

export interface RefreshToken {
  readonly refresh_token: string;
  readonly app_id: string;
  readonly user_id: string;
  readonly scopes: readonly Scope[];
  readonly expires_at: number;
  readonly used: boolean;
  readonly family: string;
}

export interface Post {
  readonly id: string;
  readonly author_id: string;
  readonly text: string;
  readonly created_at: number;
  readonly conversation_id: string;
  readonly in_reply_to_post_id: string | null;
  readonly in_reply_to_user_id: string | null;
  readonly quoted_post_id: string | null;
  readonly reposted_post_id: string | null;
  readonly poll_id: string | null;
  readonly reply_settings: 'everyone' | 'following' | 'mentionedUsers';
  readonly lang: string;
  readonly entities: Entities | null;
  /** By whom it replies to (choice: hidden-replies). */
  readonly hidden: boolean;
  /** Name and website URL of the App that made it (2.5); kept as they were then. */
  readonly source: { readonly name: string; readonly url: string };
}

export interface Poll {
  readonly id: string;
  readonly options: readonly { readonly position: number; readonly label: string; readonly votes: number }[];
  readonly end_datetime: number;
  readonly duration_minutes: number;
}

export interface Follow {
  /** `<source>:<target>`. */
  readonly id: string;
  readonly source_user_id: string;
  readonly target_user_id: string;
}

/** choice: dm-conversations. */
export interface DmConversation {
  /** Between two `<lesser user id>-<greater user id>`; of a group a decimal id. */
  readonly id: string;
  readonly participant_ids: readonly string[];
}

export interface DmEvent {
  readonly id: string;
  readonly dm_conversation_id: string;
  readonly event_type: 'MessageCreate' | 'ParticipantsJoin';
  readonly sender_id: string;
  readonly created_at: number;
  /** null but for MessageCreate. */
  readonly text: string | null;
  /** Who joined; null for MessageCreate. */
  readonly participant_ids: readonly string[] | null;
  /** Who has not deleted it. The row goes with the last of them (choice: dm-delete). */
  readonly holder_ids: readonly string[];
}

export interface NoticeRow {
  readonly id: string;
  readonly user_id: string;
  readonly email: string;
  readonly at: number;
  readonly subject: string;
  readonly text: string;
}

export interface Job {
  readonly id: string;
  readonly name: string;
  readonly due: number;
}

/** One row: what the platform as a whole remembers. */
export interface PlatformRow {
  readonly id: 'platform';
  readonly seed: string;
  readonly random: readonly number[];
  readonly last_id: string;
  readonly clock: ClockRow;
  /** Ids of the clock's latest jumps, so that one that is asked for again is not made again. */
  readonly jumps: readonly string[];
  readonly abuse_enabled: boolean;
}

export type ClockRow =
  { readonly mode: 'running'; readonly offset: number } | { readonly mode: 'frozen'; readonly at: number };

/** A window under way: fixed, from its first counted request (choice: window). */
export interface WindowRow {
  readonly id: string;
  readonly endpoint_id: string;
  readonly scope: 'user' | 'app';
  readonly principal: string;
  readonly started_at: number;
  readonly window_seconds: number;
  readonly count: number;
}

/** A nonce that was used (choice: o1-clock). */
export interface NonceRow {
  readonly id: string;
  /** Epoch seconds. */
  readonly timestamp: number;
}

/** How often an App was answered 429 (choice: abuse). */
export interface AbuseRow {
  readonly app_id: string;
  readonly started_at: number;
  readonly refused: number;
  readonly silenced: boolean;
}

export interface ExchangeRow extends Exchange {
  readonly id: string;
}

/** What the index `said` finds repeated posts by. */
export const saidBy = (authorId: string, text: string): string => `${authorId} ${text}`;

export const tables = {
  platform: table<PlatformRow>()('id', {}),
  users: table<User>()('id', { username: (row) => row.username.toLowerCase() }),
  projects: table<Project>()('id', {}),
  apps: table<App>()('id', {
    consumer_key: (row) => row.consumer_key || null,
    client_id: (row) => row.client_id,
    project: (row) => row.project_id,
  }),
  bearer_tokens: table<BearerToken>()('access_token', { app: (row) => row.app_id }),
  user_tokens: table<UserToken>()('oauth_token', { app_user: (row) => `${row.app_id}:${row.user_id}` }),
  request_tokens: table<RequestToken>()('oauth_token', {}),
  sessions: table<Session>()('id', {}),
  authorization_codes: table<AuthorizationCode>()('code', {
    app_user: (row) => `${row.app_id}:${row.user_id}`,
  }),
  oauth2_tokens: table<OAuth2Token>()('access_token', {
    family: (row) => row.family,
    app: (row) => row.app_id,
  }),
  refresh_tokens: table<RefreshToken>()('refresh_token', {
    family: (row) => row.family,
    app: (row) => row.app_id,
  }),
  approvals: table<Approval>()('id', { app: (row) => row.app_id }),
  posts: table<Post>()(
    'id',
    {
      author: (row) => row.author_id,
      said: (row) => (row.text === '' ? null : saidBy(row.author_id, row.text)),
      reply_to: (row) => (row.hidden ? null : row.in_reply_to_post_id),
      quoted: (row) => row.quoted_post_id,
      reposted: (row) => row.reposted_post_id,
    },
    { big: true },
  ),
  polls: table<Poll>()('id', {}),
  follows: table<Follow>()('id', {
    source: (row) => row.source_user_id,
    target: (row) => row.target_user_id,
  }),
  dm_conversations: table<DmConversation>()('id', {}),
  dm_events: table<DmEvent>()(
    'id',
    { conversation: (row) => row.dm_conversation_id, holder: (row) => row.holder_ids },
    { big: true },
  ),
  notices: table<NoticeRow>()('id', { user: (row) => row.user_id }),
  jobs: table<Job>()('id', {}),
  // The four below lag: kept by `collect()`, at most 250 ms behind (architecture: acknowledged means kept).
  windows: table<WindowRow>()('id', {}),
  nonces: table<NonceRow>()('id', {}),
  abuse: table<AbuseRow>()('app_id', {}),
  exchanges: table<ExchangeRow>()('id', {}),
};

/** Tables that the limiter, the authenticator and the log keep in their own form while the platform runs. */
export const laggingTables = ['windows', 'nonces', 'abuse', 'exchanges'] as const;

/** The key field of a table, by its name. */
export const keyOf = (table: string): string => tables[table as keyof typeof tables].key;
