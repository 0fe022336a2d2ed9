/**
 * The declaration of the scenario file: what it may contain, the rows made from it, and the defaults of what it
 * leaves out. The check of a file, the rows, the file of a running world and the published JSON Schema are derived
 * from it. Names are those of the specification; references are by name.
 */
import { attributes } from '../catalog/attributes.ts';
import { Filters, ProductIds } from '../endpoints/catalog/schemas.ts';
import { statuses, types } from '../endpoints/v2/compliance/job.ts';
import { PollMinutes, PollOptions } from '../social/inputs.ts';
import { keysOf } from '../checked/is.ts';
import { recordOf } from '../checked/known.ts';
import { oauth2Types } from '../spec/app-types.ts';
import {
  boolean,
  Id,
  integer,
  listOf,
  matching,
  nullable,
  object,
  oneOf,
  optional,
  string,
  Time,
  Username,
} from '../spec/fields.ts';
import type { Output, Schema, Shape } from '../spec/fields.ts';
import { scenarios } from '../scenarios/index.ts';
import { permissionLevels } from '../spec/permissions.ts';
import { plans } from '../spec/plans.ts';
import { scopeTexts } from '../spec/scopes.ts';
import type { Row } from '../state/store/table.ts';
import {
  approvalStatuses,
  entityStatuses,
  fundingTypes,
  objectives,
  operatorTypes,
  placements,
  productTypes,
  targetingTypes,
  trackingTagTypes,
} from '../state/tables/ads-words.ts';
import { feedFormats, frequencies, setTypes } from '../state/tables/catalog-words.ts';
import { populationNames } from '../state/tables/platform.ts';
import { flag, id, maybe, maybeWhen, ref, refs, spaceId, text, when, wordId } from './members.ts';
import type { TableName } from './members.ts';

/** A list in the file, which holds the rows of a table. */
export interface Section {
  readonly table: TableName;
  readonly members: Shape;
  /** Defaults of fields that the file leaves out; the other fields are computed (`rows.ts`). */
  readonly blank: Row;
}

const section = (table: TableName, members: Shape, blank: Row = {}): Section => ({ table, members, blank });

const pair = (table: TableName, one: string, to: TableName, other: string, otherTo: TableName): Section =>
  section(table, { [one]: ref(to), [other]: ref(otherTo), at: when });

const ofUsers = (table: TableName) => pair(table, 'source_user', 'users', 'target_user', 'users');

const permission = optional(oneOf(permissionLevels));
const scopes = listOf(oneOf(keysOf(scopeTexts)));
const amount = optional(nullable(integer(0)));

const entity = { id: wordId, account: ref('ad_accounts') };
const changed = { created_at: when, updated_at: when, deleted: flag };
const ofLineItem = { ...entity, line_item: ref('line_items') };
const approval = optional(oneOf(approvalStatuses));
const status = optional(oneOf(entityStatuses));

export const sections = {
  users: section(
    'users',
    {
      ...{ id, username: Username, name: text, email: text, password: text, created_at: when },
      ...{ description: text, location: text, url: text, verified: flag, protected: flag },
      pinned_post: maybe('posts'),
    },
    { description: '', location: '', url: '', verified: false, protected: false, pinned_post_id: null },
  ),
  projects: section(
    'projects',
    { id, name: string(), owner: ref('users'), plan: optional(oneOf(plans)) },
    { plan: 'pro' },
  ),
  apps: section(
    'apps',
    {
      ...{ id, name: string(), owner: ref('users'), project: maybe('projects') },
      ...{ description: text, website_url: text, permission, oauth1: flag, oauth2: flag },
      oauth2_type: optional(oneOf(oauth2Types)),
      callback_urls: optional(listOf(string())),
      ...{ email_toggle: flag, sign_in: flag, suspended: flag },
      ...{ terms_url: text, privacy_url: text, organization_name: text, organization_url: text },
      ...{ purpose: text, icon: text },
      ...{ consumer_key: text, consumer_secret: text, bearer_token: optional(nullable(string())) },
      ...{ client_id: text, client_secret: optional(nullable(string())) },
    },
    {
      ...{ project_id: null, description: '', permission: 'read-write', oauth1: true, oauth2: true },
      ...{ oauth2_type: 'web', callback_urls: ['http://127.0.0.1:8080/callback'] },
      ...{ email_toggle: false, sign_in: false, suspended: false, terms_url: '', privacy_url: '' },
      ...{ organization_name: '', organization_url: '', purpose: '', icon: '' },
    },
  ),
  access_tokens: section('user_tokens', {
    ...{ app: ref('apps'), user: ref('users'), oauth_token: text, oauth_token_secret: text },
    ...{ permission, email: flag, created_at: when },
  }),
  oauth2_tokens: section('oauth2_tokens', {
    ...{ app: ref('apps'), user: ref('users'), scopes, access_token: text },
    ...{ expires_at: when, family: text },
  }),
  refresh_tokens: section(
    'refresh_tokens',
    {
      ...{ app: ref('apps'), user: ref('users'), scopes, refresh_token: text },
      ...{ expires_at: when, family: text, used: flag },
    },
    { used: false },
  ),
  approvals: section(
    'approvals',
    {
      ...{ app: ref('apps'), user: ref('users'), permission, email: flag },
      flow: optional(oneOf(['oauth1', 'oauth2'])),
    },
    { email: false },
  ),
  communities: section(
    'communities',
    {
      ...{ id, name: string(), description: text, created_at: when },
      join_policy: optional(oneOf(['Open', 'RestrictedJoinRequestsRequireModeratorApproval'])),
    },
    { description: '', join_policy: 'Open' },
  ),
  community_members: pair('community_members', 'community', 'communities', 'user', 'users'),
  posts: section(
    'posts',
    {
      ...{ id, author: ref('users'), text, created_at: when },
      ...{ in_reply_to_post: maybe('posts'), quoted_post: maybe('posts'), reposted_post: maybe('posts') },
      poll: optional(
        object({
          options: PollOptions,
          duration_minutes: PollMinutes,
          votes: optional(listOf(integer(0))),
          id: optional(Id),
        }),
      ),
      community: maybe('communities'),
      reply_settings: optional(oneOf(['everyone', 'following', 'mentionedUsers'])),
      hidden: flag,
      // Computed, unless the rows that they follow from no longer exist.
      ...{ lang: text, conversation: optional(ref('posts')), in_reply_to_user: maybe('users') },
      source: optional(object({ name: string(), url: string() })),
    },
    {
      ...{ text: '', in_reply_to_post_id: null, quoted_post_id: null, reposted_post_id: null },
      ...{ community_id: null, reply_settings: 'everyone', hidden: false },
    },
  ),
  follows: ofUsers('follows'),
  follow_requests: ofUsers('follow_requests'),
  mutes: ofUsers('mutes'),
  blocks: ofUsers('blocks'),
  likes: pair('likes', 'user', 'users', 'post', 'posts'),
  bookmarks: pair('bookmarks', 'user', 'users', 'post', 'posts'),
  bookmark_folders: section('bookmark_folders', { id, owner: ref('users'), name: string() }),
  filed_bookmarks: pair('filed_bookmarks', 'folder', 'bookmark_folders', 'post', 'posts'),
  lists: section(
    'lists',
    { id, owner: ref('users'), name: string(), description: text, private: flag, created_at: when },
    { description: '', private: false },
  ),
  list_members: pair('list_members', 'list', 'lists', 'user', 'users'),
  list_follows: pair('list_follows', 'user', 'users', 'list', 'lists'),
  pinned_lists: pair('pinned_lists', 'user', 'users', 'list', 'lists'),
  spaces: section(
    'spaces',
    {
      ...{ id: spaceId, creator: ref('users'), hosts: optional(refs('users')) },
      ...{ speakers: optional(refs('users')), title: string(), created_at: when },
      ...{ scheduled_start: maybeWhen, starts_at: when, ends_at: when },
    },
    { speaker_ids: [], scheduled_start: null },
  ),
  space_buyers: pair('space_buyers', 'space', 'spaces', 'user', 'users'),
  space_posts: pair('space_posts', 'space', 'spaces', 'post', 'posts'),
  dm_conversations: section('dm_conversations', { id, participants: refs('users') }),
  dm_events: section(
    'dm_events',
    {
      ...{ id, dm_conversation: ref('dm_conversations'), sender: ref('users'), created_at: when },
      event_type: optional(oneOf(['MessageCreate', 'ParticipantsJoin'])),
      text: optional(nullable(string())),
      ...{ participants: optional(nullable(refs('users'))), holders: optional(refs('users')) },
    },
    { event_type: 'MessageCreate', text: null, participant_ids: null },
  ),
  stream_rules: section(
    'stream_rules',
    { id, app: ref('apps'), value: string(), tag: text, created_at: when },
    { tag: '' },
  ),
  compliance_jobs: section(
    'compliance_jobs',
    {
      ...{ id, app: ref('apps'), type: oneOf(types), name: optional(nullable(string())), resumable: flag },
      ...{ status: optional(oneOf(statuses)), created_at: when },
      ...{ upload_expires_at: when, download_expires_at: when, secret: text },
      ...{ uploaded: optional(nullable(string())), result: optional(nullable(string())) },
    },
    { name: null, resumable: false, status: 'created', uploaded: null, result: null },
  ),
  webhooks: section(
    'webhooks',
    { id, app: ref('apps'), url: string(), valid: flag, created_at: when, succeeded_at: when },
    { valid: true },
  ),
  subscriptions: pair('subscriptions', 'webhook', 'webhooks', 'user', 'users'),
  receivers: section('receivers', { host: string(), code: string(), created_at: when, updated_at: when }),
  receiver_items: section('receiver_items', { host: string(), key: string(), value: string() }),
  ad_accounts: section(
    'ad_accounts',
    {
      ...{ id: wordId, owner: ref('users'), name: string(), timezone: text, currency: text },
      ...{ ...changed, approval_status: approval },
    },
    { timezone: 'UTC', currency: 'USD', deleted: false, approval_status: 'ACCEPTED' },
  ),
  ad_accesses: pair('ad_accesses', 'account', 'ad_accounts', 'user', 'users'),
  funding_instruments: section(
    'funding_instruments',
    {
      ...{ ...entity, type: optional(oneOf(fundingTypes)), currency: text },
      ...{ credit_limit_local_micro: amount, start_time: when, end_time: maybeWhen },
      ...{ able_to_fund: flag, ...changed },
    },
    {
      ...{ type: 'CREDIT_CARD', currency: 'USD', credit_limit_local_micro: null, end_time: null },
      ...{ able_to_fund: true, deleted: false },
    },
  ),
  campaigns: section(
    'campaigns',
    {
      ...{ ...entity, funding_instrument: ref('funding_instruments'), name: string() },
      ...{ entity_status: status, daily_budget_amount_local_micro: amount },
      ...{ total_budget_amount_local_micro: amount, standard_delivery: flag, ...changed },
    },
    {
      ...{ entity_status: 'PAUSED', daily_budget_amount_local_micro: null },
      ...{ total_budget_amount_local_micro: null, standard_delivery: true, deleted: false },
    },
  ),
  line_items: section(
    'line_items',
    {
      ...{ ...entity, campaign: ref('campaigns'), name: string(), entity_status: status },
      ...{ objective: optional(oneOf(objectives)), product_type: optional(oneOf(productTypes)) },
      ...{ placements: optional(listOf(oneOf(placements))), bid_amount_local_micro: amount },
      ...{ start_time: when, end_time: maybeWhen, ...changed },
    },
    {
      ...{ entity_status: 'PAUSED', objective: 'ENGAGEMENTS', product_type: 'PROMOTED_POSTS' },
      ...{ placements: ['ALL_ON_SERVICE'], bid_amount_local_micro: null, end_time: null, deleted: false },
    },
  ),
  promoted_accounts: section(
    'promoted_accounts',
    { ...ofLineItem, user: ref('users'), approval_status: approval, ...changed },
    { approval_status: 'PENDING', deleted: false },
  ),
  media_creatives: section(
    'media_creatives',
    { ...ofLineItem, name: string(), landing_url: string(), approval_status: approval, ...changed },
    { approval_status: 'PENDING', deleted: false },
  ),
  tracking_tags: section(
    'tracking_tags',
    {
      ...{ ...ofLineItem, tracking_tag_url: string() },
      ...{ tracking_tag_type: optional(oneOf(trackingTagTypes)), ...changed },
    },
    { tracking_tag_type: 'IMPRESSION', deleted: false },
  ),
  targeting_criteria: section(
    'targeting_criteria',
    {
      ...{ ...ofLineItem, name: string(), targeting_type: oneOf(targetingTypes), targeting_value: string() },
      ...{ operator_type: optional(oneOf(operatorTypes)), ...changed },
    },
    { operator_type: 'EQ', deleted: false },
  ),
  custom_audiences: section(
    'custom_audiences',
    {
      ...{ ...entity, name: string(), description: text, audience_size: optional(integer(0)) },
      ...{ targetable: flag, ...changed },
    },
    { description: '', audience_size: 0, targetable: false, deleted: false },
  ),
  merchants: section(
    'merchants',
    { user: ref('users'), early_access: flag, terms_accepted_at: maybeWhen },
    { early_access: true },
  ),
  catalogs: section('catalogs', { id: wordId, owner: ref('users'), name: string() }),
  products: section('products', {
    catalog: ref('catalogs'),
    ...Object.fromEntries(
      attributes.map(({ name, isRequired }) => {
        const schema = attributeSchema(name);
        return [name, isRequired ? schema : optional(schema)];
      }),
    ),
  }),
  product_sets: section(
    'product_sets',
    {
      ...{ id: wordId, catalog: ref('catalogs'), name: string(), description: text, type: oneOf(setTypes) },
      ...{ product_ids: optional(nullable(ProductIds)), filters: optional(nullable(Filters)) },
    },
    { description: '', product_ids: null, filters: null },
  ),
  product_feeds: section(
    'product_feeds',
    {
      ...{ id: wordId, catalog: ref('catalogs'), feed_url: string(), feed_format: oneOf(feedFormats) },
      ...{ frequency: oneOf(frequencies), repeat: optional(integer(1)), start_time: text, time_zone: text },
      ...{ created_at: when, updated_at: when },
    },
    { repeat: 1, time_zone: 'UTC' },
  ),
} as const satisfies Readonly<Record<string, Section>>;

export type SectionName = keyof typeof sections;
export type Entry = Readonly<Record<string, unknown>>;

function attributeSchema(name: string): Schema {
  if (name === 'inventory') return integer(0);
  return name === 'additional_image_link' ? listOf(string()) : string();
}

/** What the file says about the platform as a whole. */
export const head = {
  $schema: text,
  /** The version of the file format. */
  scenario: integer(1, 1),
  /** The built-in scenario that the file changes and adds to. Without it, the world is what the file says. */
  base: optional(oneOf(keysOf(scenarios))),
  seed: optional(string({ least: 1, most: 1000 })),
  clock: optional(object({ at: Time, frozen: optional(boolean()) })),
  abuse_enabled: flag,
  populations_due: optional(listOf(oneOf(populationNames))),
  /** The call that the page shows first. It is no part of the world. */
  call: optional(matching(/^#\/requests(?:[/?].*)?$/s, 'a link to a call: #/requests/…')),
};

const lists = recordOf(keysOf(sections), (name) => optional(listOf(object(sections[name].members))));

export const ScenarioSchema = object({ ...head, ...lists });

/** A file that matches its schema. */
export type ScenarioData = Output<typeof ScenarioSchema>;
