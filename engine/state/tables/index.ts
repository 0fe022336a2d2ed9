/** Every table and index of the platform. A change here is a migration (state/migrations). */
import { ordered, unique } from '../store/index-spec.ts';
import { table } from '../store/spec.ts';
import type { Row } from '../store/table.ts';
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
import { jobFields, noticeFields, platformFields, platformFlaw, portalAnswerFields } from './platform.ts';
import type { Job, NoticeRow, PlatformRow, PortalAnswerRow } from './platform.ts';
import { authorText, followFields, isBackdated, pollFields, postFields } from './posts.ts';
import type { Follow, Poll, Post } from './posts.ts';

export const tables = {
  platform: table<PlatformRow>()('id', platformFields, {}, { flawOf: platformFlaw }),
  users: table<User>()('id', userFields, { username: unique((row) => row.username.toLowerCase()) }),
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
  request_tokens: table<RequestToken>()('oauth_token', requestTokenFields, {
    app_user: (row) => row.user_id && `${row.app_id}:${row.user_id}`,
  }),
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
    },
    { big: true, isNumbered: true },
  ),
  polls: table<Poll>()('id', pollFields, {}, { isNumbered: true }),
  follows: table<Follow>()(
    'id',
    followFields,
    { source: (row) => row.source_user_id, target: (row) => row.target_user_id },
    { flawOf: (row) => keyIs(row.id, `${row.source_user_id}:${row.target_user_id}`) },
  ),
  dm_conversations: table<DmConversation>()('id', dmConversationFields, {}, { isNumbered: true }),
  dm_events: table<DmEvent>()(
    'id',
    dmEventFields,
    { conversation: (row) => row.dm_conversation_id, holder: (row) => row.holder_ids },
    { big: true, isNumbered: true },
  ),
  notices: table<NoticeRow>()('id', noticeFields, { user: (row) => row.user_id }, { isNumbered: true }),
  jobs: table<Job>()('id', jobFields, { due: ordered((row) => ['', row.due]) }),
  portal_answers: table<PortalAnswerRow>()('id', portalAnswerFields, {}),
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
