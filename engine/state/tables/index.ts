/** Every table and index of the platform. A change here is a migration (state/migrations). */
import { table } from '../store/table.ts';
import type { Row } from '../store/table.ts';
import type { User, Project, App } from './accounts.ts';
import type {
  BearerToken,
  UserToken,
  RequestToken,
  Session,
  Approval,
  AuthorizationCode,
  OAuth2Token,
  RefreshToken,
} from './grants.ts';
import type { Post, Poll, Follow } from './posts.ts';
import { authorText } from './posts.ts';
import type { DmConversation, DmEvent } from './conversations.ts';
import type { PlatformRow, Job, NoticeRow } from './platform.ts';

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
  request_tokens: table<RequestToken>()('oauth_token', {
    app_user: (row) => row.user_id && `${row.app_id}:${row.user_id}`,
  }),
  sessions: table<Session>()('id', {}),
  authorization_codes: table<AuthorizationCode>()('code', {
    app_user: (row) => `${row.app_id}:${row.user_id}`,
  }),
  oauth2_tokens: table<OAuth2Token>()('access_token', {
    family: (row) => row.family,
    app_user: (row) => `${row.app_id}:${row.user_id}`,
  }),
  refresh_tokens: table<RefreshToken>()('refresh_token', {
    family: (row) => row.family,
    app_user: (row) => `${row.app_id}:${row.user_id}`,
  }),
  approvals: table<Approval>()('id', { app: (row) => row.app_id }),
  posts: table<Post>()(
    'id',
    {
      author: (row) => row.author_id,
      author_text: (row) => (row.text === '' ? null : authorText(row.author_id, row.text)),
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
  // The four below are deferred: kept by `takeDeferred()`, at most 250 ms behind. Their rows' types live with those who
  // keep them in their own form while the platform runs.
  windows: table<Row>()('id', {}),
  nonces: table<Row>()('id', {}),
  abuse: table<Row>()('app_id', {}),
  exchanges: table<Row>()('id', {}),
};

/** Tables that the limiter, the authenticator and the log keep in their own form while the platform runs. */
export const deferredTables = ['windows', 'nonces', 'abuse', 'exchanges'] as const;

/** The key field of a table, by its name. */
export const keyOf = (table: string): string => tables[table as keyof typeof tables].key;
