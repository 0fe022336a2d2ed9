/** Every table and index of the platform. A change here is a migration (state/migrations). */
import { known } from '../../checked/known.ts';
import { ordered, recent, unique } from '../store/index-spec.ts';
import { table } from '../store/spec.ts';
import type { RowChanges, TableChanges } from '../store/store.ts';
import type { Row } from '../store/table.ts';
import { adTables } from './ads.ts';
import { catalogTables } from './catalog.ts';
import type { App, Project, User } from './accounts.ts';
import type { DmConversation, DmEvent } from './conversations.ts';
import type {
  Approval,
  AuthorizationCode,
  BearerToken,
  OAuth2Token,
  RefreshToken,
  RequestToken,
  Session,
  UserToken,
} from './grants.ts';
import type { NoticeRow, PlatformRow, PortalAnswerRow } from './platform.ts';
import type { ComplianceJob, StreamRule, UsageRow } from './usage-and-rules.ts';
import type { BookmarkFolder, Community, ListRow, Space } from './lists-spaces.ts';
import { pairId, pairs } from './pairs.ts';
import { isBackdated, mentionedIn, repetitionMs, saidHash } from './posts.ts';
import type { Poll, Post } from './posts.ts';
import type { Receiver, ReceiverItem } from './receivers.ts';
import type { ActivityEvent, WebhookCheck, WebhookRow } from './webhooks.ts';
import { removedPostOf } from './removed-post.ts';
import type { JobRow, OutboxRow } from './work.ts';

/** Deleted posts whose relations still exist. */
const removedPosts = { table: 'jobs', index: 'removed_post' } as const;

const withPost = { goesWith: { index: 'post_id', goneIn: removedPosts } } as const;

export const tables = {
  platform: table<PlatformRow>()('id', {}),
  users: table<User>()('id', {
    username: unique((row) => row.username.toLowerCase()),
    all: () => '',
  }),
  projects: table<Project>()('id', {}, { isNumbered: true }),
  apps: table<App>()(
    'id',
    {
      consumer_key: unique((row) => row.consumer_key || null),
      client_id: unique((row) => row.client_id),
      project: (row) => row.project_id,
    },
    { isNumbered: true },
  ),
  bearer_tokens: table<BearerToken>()('access_token', {
    app: unique((row) => row.app_id),
  }),
  user_tokens: table<UserToken>()('oauth_token', {
    app_user: (row) => `${row.app_id}:${row.user_id}`,
  }),
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
      said: recent(
        (row) => (row.text === '' ? null : saidHash(row)),
        (row, now) => now - row.created_at < repetitionMs,
      ),
      author_backdated: (row) => (isBackdated(row) ? row.author_id : null),
      reply_to: (row) => (row.hidden ? null : row.in_reply_to_post_id),
      quoted: (row) => row.quoted_post_id,
      reposted: (row) => row.reposted_post_id,
      repost: unique((row) => row.reposted_post_id && pairId(row.author_id, row.reposted_post_id)),
      mentioned: mentionedIn,
      // Most posts mention no one, which is quicker to check than whether they are backdated.
      mentioned_backdated: (row) => (row.entities && isBackdated(row) ? mentionedIn(row) : null),
      community: (row) => row.community_id,
    },
    { big: true, isNumbered: true, goesWith: { index: 'reposted', goneIn: removedPosts } },
  ),
  polls: table<Poll>()('id', {}, { isNumbered: true }),
  follows: pairs('source_user_id', 'target_user_id'),
  /** Follow requests to protected users; accepting one turns it into a follow. */
  follow_requests: pairs('source_user_id', 'target_user_id'),
  mutes: pairs('source_user_id', 'target_user_id'),
  blocks: pairs('source_user_id', 'target_user_id'),
  likes: pairs('user_id', 'post_id', { big: true, ...withPost }),
  bookmarks: pairs('user_id', 'post_id', withPost),
  bookmark_folders: table<BookmarkFolder>()('id', {
    owner: (row) => row.owner_id,
  }),
  filed_bookmarks: pairs('folder_id', 'post_id', withPost),
  lists: table<ListRow>()('id', { owner: (row) => row.owner_id }, { isNumbered: true }),
  list_members: pairs('list_id', 'user_id'),
  list_follows: pairs('user_id', 'list_id'),
  pinned_lists: pairs('user_id', 'list_id'),
  spaces: table<Space>()('id', {
    creator: ordered((row) => [row.creator_id, row.created_at]),
    all: ordered((row) => ['', row.created_at]),
  }),
  space_buyers: pairs('space_id', 'user_id'),
  space_posts: pairs('space_id', 'post_id', withPost),
  communities: table<Community>()('id', { all: () => '' }, { isNumbered: true }),
  community_members: pairs('community_id', 'user_id'),
  stream_rules: table<StreamRule>()('id', { app: (row) => row.app_id }, { isNumbered: true }),
  compliance_jobs: table<ComplianceJob>()('id', { app: (row) => row.app_id }, { isNumbered: true }),
  usage: table<UsageRow>()('id', {
    project: ordered((row) => [row.project_id, row.day]),
  }),
  dm_conversations: table<DmConversation>()('id', {}, { isNumbered: true }),
  dm_events: table<DmEvent>()(
    'id',
    { conversation: (row) => row.dm_conversation_id, holder: (row) => row.holder_ids },
    { big: true, isNumbered: true },
  ),
  webhooks: table<WebhookRow>()(
    'id',
    { app: (row) => row.app_id, app_url: unique((row) => `${row.app_id}:${row.url}`) },
    { isNumbered: true },
  ),
  webhook_checks: table<WebhookCheck>()('id', { webhook: (row) => row.webhook_id }, { isNumbered: true }),
  subscriptions: pairs('webhook_id', 'user_id'),
  activity_events: table<ActivityEvent>()(
    'id',
    {
      webhook: (row) => row.webhook_id,
      state: ordered((row) => [row.webhook_id, row.state]),
    },
    { big: true, isNumbered: true },
  ),
  receivers: table<Receiver>()('host', {}),
  receiver_items: table<ReceiverItem>()('id', { host: (row) => row.host }),
  notices: table<NoticeRow>()('id', { user: (row) => row.user_id }, { isNumbered: true }),
  jobs: table<JobRow>()('id', { due: ordered((row) => ['', row.due]), removed_post: removedPostOf }),
  outbox: table<OutboxRow>()(
    'id',
    {
      key: (row) => row.key,
      head: unique((row) => (row.due === null ? null : row.key)),
      due: ordered((row) => (row.due === null ? null : ['', row.due])),
    },
    { isNumbered: true },
  ),
  portal_answers: table<PortalAnswerRow>()('id', {}),
  ...adTables,
  ...catalogTables,
  // The four tables below are deferred: they reach the disk through `takeDeferred()`, at most 250 ms later. Their row
  // types are declared by the parts that keep them in their own form while the platform runs.
  windows: table<Row>()('id', {}),
  nonces: table<Row>()('id', {}),
  abuse: table<Row>()('app_id', {}),
  exchanges: table<Row>()('id', {}),
};

/** Tables that the limiter, the authenticator and the log keep in their own form while the platform runs. */
export const deferredTables = ['windows', 'nonces', 'abuse', 'exchanges'] as const;
export type DeferredName = (typeof deferredTables)[number];

/**
 * The changes of one table in a change set, with the type of its rows: a change set itself knows only the names of
 * tables.
 */
export const changesOf = <N extends keyof typeof tables>(
  changes: Readonly<Record<string, TableChanges<object>>>,
  table: N,
): TableChanges<(typeof tables)[N]['row']> | undefined =>
  changes[table] as TableChanges<(typeof tables)[N]['row']> | undefined;

/** The changes of the rows of some tables. */
export type RowChange<N extends keyof typeof tables = keyof typeof tables> = RowChanges<typeof tables, N>;

const specs: Readonly<Record<string, { readonly key: string }>> = tables;

/** The key field of a table, by its name. */
export const keyOf = (table: string): string => known(specs[table], table).key;
