/** Every table and index of the platform. A change here is a migration (state/migrations). */
import { ordered, unique } from '../store/index-spec.ts';
import { table } from '../store/spec.ts';
import type { Row } from '../store/table.ts';
import { adTables } from './ads.ts';
import { catalogTables } from './catalog.ts';
import { appFields, projectFields, userFields } from './accounts.ts';
import type { App, Project, User } from './accounts.ts';
import { dmConversationFields, dmEventFields } from './conversations.ts';
import type { DmConversation, DmEvent } from './conversations.ts';
import { abuseFields, exchangeFields, exchangeFromJson, nonceFields, windowFields } from './deferred.ts';
import {
  approvalFields,
  authorizationCodeFields,
  bearerTokenFields,
  oauth2TokenFields,
  refreshTokenFields,
  requestTokenFields,
  requestTokenFlaw,
  sessionFields,
  userTokenFields,
} from './grants.ts';
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
import { noticeFields, platformFields, platformFlaw, portalAnswerFields } from './platform.ts';
import type { NoticeRow, PlatformRow, PortalAnswerRow } from './platform.ts';
import { complianceJobFields, streamRuleFields, usageFields } from './developer.ts';
import type { ComplianceJob, StreamRule, UsageRow } from './developer.ts';
import { bookmarkFolderFields, communityFields, listFields, spaceFields } from './groups.ts';
import type { BookmarkFolder, Community, ListRow, Space } from './groups.ts';
import { pairId, pairs } from './pairs.ts';
import { authorText, isBackdated, mentionedIn, pollFields, postFields } from './posts.ts';
import type { Poll, Post } from './posts.ts';
import { receiverFields, receiverItemFields } from './receivers.ts';
import type { Receiver, ReceiverItem } from './receivers.ts';
import { activityEventFields, webhookCheckFields, webhookFields } from './webhooks.ts';
import type { ActivityEvent, WebhookCheck, WebhookRow } from './webhooks.ts';
import { jobFields, outboxFields } from './work.ts';
import type { JobRow, OutboxRow } from './work.ts';

export const tables = {
  platform: table<PlatformRow>()('id', platformFields, {}, { flawOf: platformFlaw }),
  users: table<User>()('id', userFields, {
    username: unique((row) => row.username.toLowerCase()),
    all: () => '',
  }),
  projects: table<Project>()('id', projectFields, {}, { isNumbered: true }),
  apps: table<App>()(
    'id',
    appFields,
    {
      consumer_key: unique((row) => row.consumer_key || null),
      client_id: unique((row) => row.client_id),
      project: (row) => row.project_id,
    },
    { isNumbered: true },
  ),
  bearer_tokens: table<BearerToken>()('access_token', bearerTokenFields, {
    app: unique((row) => row.app_id),
  }),
  user_tokens: table<UserToken>()('oauth_token', userTokenFields, {
    app_user: (row) => `${row.app_id}:${row.user_id}`,
  }),
  request_tokens: table<RequestToken>()(
    'oauth_token',
    requestTokenFields,
    { app_user: (row) => row.user_id && `${row.app_id}:${row.user_id}` },
    { flawOf: requestTokenFlaw },
  ),
  sessions: table<Session>()('id', sessionFields, {}),
  authorization_codes: table<AuthorizationCode>()('code', authorizationCodeFields, {
    app_user: (row) => `${row.app_id}:${row.user_id}`,
  }),
  oauth2_tokens: table<OAuth2Token>()('access_token', oauth2TokenFields, {
    family: (row) => row.family,
    app_user: (row) => `${row.app_id}:${row.user_id}`,
  }),
  refresh_tokens: table<RefreshToken>()('refresh_token', refreshTokenFields, {
    family: (row) => row.family,
    app_user: (row) => `${row.app_id}:${row.user_id}`,
  }),
  approvals: table<Approval>()(
    'id',
    approvalFields,
    { app: (row) => row.app_id },
    // Each flow has an approval of its own (auth/approvals.ts).
    { flawOf: (row) => keyIs(row.id.replace(/:oauth2$/, ''), `${row.app_id}:${row.user_id}`) },
  ),
  posts: table<Post>()(
    'id',
    postFields,
    {
      author: (row) => row.author_id,
      author_text: (row) => (row.text === '' ? null : authorText(row.author_id, row.text)),
      author_backdated: (row) => (isBackdated(row) ? row.author_id : null),
      reply_to: (row) => (row.hidden ? null : row.in_reply_to_post_id),
      quoted: (row) => row.quoted_post_id,
      reposted: (row) => row.reposted_post_id,
      repost: unique((row) => row.reposted_post_id && pairId(row.author_id, row.reposted_post_id)),
      mentioned: mentionedIn,
      // Most mention nobody, which is told sooner than when an id was given.
      mentioned_backdated: (row) => (row.entities && isBackdated(row) ? mentionedIn(row) : null),
      community: (row) => row.community_id,
    },
    { big: true, isNumbered: true },
  ),
  polls: table<Poll>()('id', pollFields, {}, { isNumbered: true }),
  follows: pairs('source_user_id', 'users', 'target_user_id', 'users'),
  /** Of users who are protected; they become follows when they are accepted. */
  follow_requests: pairs('source_user_id', 'users', 'target_user_id', 'users'),
  mutes: pairs('source_user_id', 'users', 'target_user_id', 'users'),
  blocks: pairs('source_user_id', 'users', 'target_user_id', 'users'),
  likes: pairs('user_id', 'users', 'post_id', 'posts', { big: true }),
  bookmarks: pairs('user_id', 'users', 'post_id', 'posts'),
  bookmark_folders: table<BookmarkFolder>()('id', bookmarkFolderFields, {
    owner: (row) => row.owner_id,
  }),
  filed_bookmarks: pairs('folder_id', 'bookmark_folders', 'post_id', 'posts'),
  lists: table<ListRow>()('id', listFields, { owner: (row) => row.owner_id }, { isNumbered: true }),
  list_members: pairs('list_id', 'lists', 'user_id', 'users'),
  list_follows: pairs('user_id', 'users', 'list_id', 'lists'),
  pinned_lists: pairs('user_id', 'users', 'list_id', 'lists'),
  spaces: table<Space>()('id', spaceFields, {
    creator: ordered((row) => [row.creator_id, row.created_at]),
    all: ordered((row) => ['', row.created_at]),
  }),
  space_buyers: pairs('space_id', 'spaces', 'user_id', 'users'),
  space_posts: pairs('space_id', 'spaces', 'post_id', 'posts'),
  communities: table<Community>()('id', communityFields, { all: () => '' }, { isNumbered: true }),
  community_members: pairs('community_id', 'communities', 'user_id', 'users'),
  stream_rules: table<StreamRule>()(
    'id',
    streamRuleFields,
    { app: (row) => row.app_id },
    { isNumbered: true },
  ),
  compliance_jobs: table<ComplianceJob>()(
    'id',
    complianceJobFields,
    { app: (row) => row.app_id },
    { isNumbered: true },
  ),
  usage: table<UsageRow>()('id', usageFields, {
    project: ordered((row) => [row.project_id, row.day]),
  }),
  dm_conversations: table<DmConversation>()('id', dmConversationFields, {}, { isNumbered: true }),
  dm_events: table<DmEvent>()(
    'id',
    dmEventFields,
    { conversation: (row) => row.dm_conversation_id, holder: (row) => row.holder_ids },
    { big: true, isNumbered: true },
  ),
  webhooks: table<WebhookRow>()(
    'id',
    webhookFields,
    { app: (row) => row.app_id, app_url: unique((row) => `${row.app_id}:${row.url}`) },
    { isNumbered: true },
  ),
  webhook_checks: table<WebhookCheck>()(
    'id',
    webhookCheckFields,
    { webhook: (row) => row.webhook_id },
    { isNumbered: true },
  ),
  subscriptions: pairs('webhook_id', 'webhooks', 'user_id', 'users'),
  activity_events: table<ActivityEvent>()(
    'id',
    activityEventFields,
    {
      webhook: (row) => row.webhook_id,
      state: ordered((row) => [row.webhook_id, row.state]),
    },
    { big: true, isNumbered: true },
  ),
  receivers: table<Receiver>()('host', receiverFields, {}),
  receiver_items: table<ReceiverItem>()(
    'id',
    receiverItemFields,
    { host: (row) => row.host },
    { flawOf: (row) => keyIs(row.id, `${row.host}:${row.key}`) },
  ),
  notices: table<NoticeRow>()('id', noticeFields, { user: (row) => row.user_id }, { isNumbered: true }),
  jobs: table<JobRow>()('id', jobFields, { due: ordered((row) => ['', row.due]) }),
  outbox: table<OutboxRow>()(
    'id',
    outboxFields,
    {
      key: (row) => row.key,
      head: unique((row) => (row.due === null ? null : row.key)),
      due: ordered((row) => (row.due === null ? null : ['', row.due])),
    },
    { isNumbered: true },
  ),
  portal_answers: table<PortalAnswerRow>()('id', portalAnswerFields, {}),
  ...adTables,
  ...catalogTables,
  // The four below are deferred: kept by `takeDeferred()`, at most 250 ms behind. Their rows' types live with those who
  // keep them in their own form while the platform runs.
  windows: table<Row>()('id', windowFields, {}),
  nonces: table<Row>()('id', nonceFields, {}),
  abuse: table<Row>()('app_id', abuseFields, {}),
  exchanges: table<Row>()(
    'id',
    exchangeFields,
    {},
    {
      fromJson: exchangeFromJson,
      flawOf: ({ id, sequence }) => keyIs(String(id), String(sequence)),
    },
  ),
};

/** Tables that the limiter, the authenticator and the log keep in their own form while the platform runs. */
export const deferredTables = ['windows', 'nonces', 'abuse', 'exchanges'] as const;
export type DeferredName = (typeof deferredTables)[number];

/** The key field of a table, by its name. */
export const keyOf = (table: string): string => tables[table as keyof typeof tables].key;

/** Some keys say what their rows hold. */
const keyIs = (key: string, expected: string): readonly ['id', string] | null =>
  key === expected ? null : ['id', `is not ${expected}`];
