/**
 * The rules of every table's rows. They apply to rows from outside: a snapshot that is opened, and commands that take
 * rows. A new world does not need them.
 */
import { rowRules } from '../store/spec.ts';
import type { RowRules } from '../store/spec.ts';
import type { tables } from '../tables/index.ts';
import { adRules } from './ads.ts';
import { keyIs } from './key.ts';
import { catalogRules } from './catalog.ts';
import { pairRules } from './pairs.ts';
import type { Row } from '../store/table.ts';
import { appFields, projectFields, userFields } from '../tables/accounts.ts';
import type { App, Project, User } from '../tables/accounts.ts';
import { dmConversationFields, dmEventFields } from '../tables/conversations.ts';
import type { DmConversation, DmEvent } from '../tables/conversations.ts';
import {
  abuseFields,
  exchangeFields,
  exchangeFromJson,
  nonceFields,
  windowFields,
} from '../tables/deferred.ts';
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
} from '../tables/grants.ts';
import type {
  Approval,
  AuthorizationCode,
  BearerToken,
  OAuth2Token,
  RefreshToken,
  RequestToken,
  Session,
  UserToken,
} from '../tables/grants.ts';
import { noticeFields, platformFields, platformFlaw, portalAnswerFields } from '../tables/platform.ts';
import type { NoticeRow, PlatformRow, PortalAnswerRow } from '../tables/platform.ts';
import { complianceJobFields, streamRuleFields, usageFields } from '../tables/usage-and-rules.ts';
import type { ComplianceJob, StreamRule, UsageRow } from '../tables/usage-and-rules.ts';
import { bookmarkFolderFields, communityFields, listFields, spaceFields } from '../tables/lists-spaces.ts';
import type { BookmarkFolder, Community, ListRow, Space } from '../tables/lists-spaces.ts';
import { pollFields, postFields } from './posts.ts';
import type { Poll, Post } from '../tables/posts.ts';
import { receiverFields, receiverItemFields } from '../tables/receivers.ts';
import type { Receiver, ReceiverItem } from '../tables/receivers.ts';
import { activityEventFields, webhookCheckFields, webhookFields } from '../tables/webhooks.ts';
import type { ActivityEvent, WebhookCheck, WebhookRow } from '../tables/webhooks.ts';
import { jobFields, outboxFields } from '../tables/work.ts';
import type { JobRow, OutboxRow } from '../tables/work.ts';

export const rules: Readonly<Record<keyof typeof tables, RowRules>> = {
  platform: rowRules<PlatformRow>(platformFields, { flawOf: platformFlaw }),
  users: rowRules<User>(userFields),
  projects: rowRules<Project>(projectFields),
  apps: rowRules<App>(appFields),
  bearer_tokens: rowRules<BearerToken>(bearerTokenFields),
  user_tokens: rowRules<UserToken>(userTokenFields),
  request_tokens: rowRules<RequestToken>(requestTokenFields, { flawOf: requestTokenFlaw }),
  sessions: rowRules<Session>(sessionFields),
  authorization_codes: rowRules<AuthorizationCode>(authorizationCodeFields),
  oauth2_tokens: rowRules<OAuth2Token>(oauth2TokenFields),
  refresh_tokens: rowRules<RefreshToken>(refreshTokenFields),
  approvals: rowRules<Approval>(approvalFields, {
    flawOf: keyIs<Approval>(
      'id',
      ({ id, app_id, user_id }) => `${app_id}:${user_id}${/:oauth2$/.exec(id)?.[0] ?? ''}`,
    ),
  }),
  posts: rowRules<Post>(postFields),
  polls: rowRules<Poll>(pollFields),
  follows: pairRules('source_user_id', 'users', 'target_user_id', 'users'),
  follow_requests: pairRules('source_user_id', 'users', 'target_user_id', 'users'),
  mutes: pairRules('source_user_id', 'users', 'target_user_id', 'users'),
  blocks: pairRules('source_user_id', 'users', 'target_user_id', 'users'),
  likes: pairRules('user_id', 'users', 'post_id', 'posts'),
  bookmarks: pairRules('user_id', 'users', 'post_id', 'posts'),
  bookmark_folders: rowRules<BookmarkFolder>(bookmarkFolderFields),
  filed_bookmarks: pairRules('folder_id', 'bookmark_folders', 'post_id', 'posts'),
  lists: rowRules<ListRow>(listFields),
  list_members: pairRules('list_id', 'lists', 'user_id', 'users'),
  list_follows: pairRules('user_id', 'users', 'list_id', 'lists'),
  pinned_lists: pairRules('user_id', 'users', 'list_id', 'lists'),
  spaces: rowRules<Space>(spaceFields),
  space_buyers: pairRules('space_id', 'spaces', 'user_id', 'users'),
  space_posts: pairRules('space_id', 'spaces', 'post_id', 'posts'),
  communities: rowRules<Community>(communityFields),
  community_members: pairRules('community_id', 'communities', 'user_id', 'users'),
  stream_rules: rowRules<StreamRule>(streamRuleFields),
  compliance_jobs: rowRules<ComplianceJob>(complianceJobFields),
  usage: rowRules<UsageRow>(usageFields),
  dm_conversations: rowRules<DmConversation>(dmConversationFields),
  dm_events: rowRules<DmEvent>(dmEventFields),
  webhooks: rowRules<WebhookRow>(webhookFields),
  webhook_checks: rowRules<WebhookCheck>(webhookCheckFields),
  subscriptions: pairRules('webhook_id', 'webhooks', 'user_id', 'users'),
  activity_events: rowRules<ActivityEvent>(activityEventFields),
  receivers: rowRules<Receiver>(receiverFields),
  receiver_items: rowRules<ReceiverItem>(receiverItemFields, {
    flawOf: keyIs<ReceiverItem>('id', ({ host, key }) => `${host}:${key}`),
  }),
  notices: rowRules<NoticeRow>(noticeFields),
  jobs: rowRules<JobRow>(jobFields),
  outbox: rowRules<OutboxRow>(outboxFields),
  portal_answers: rowRules<PortalAnswerRow>(portalAnswerFields),
  ...adRules,
  ...catalogRules,
  windows: rowRules<Row>(windowFields),
  nonces: rowRules<Row>(nonceFields),
  abuse: rowRules<Row>(abuseFields),
  exchanges: rowRules<Row>(exchangeFields, {
    fromJson: exchangeFromJson,
    flawOf: keyIs<Row>('id', ({ sequence }) => String(sequence)),
  }),
};
