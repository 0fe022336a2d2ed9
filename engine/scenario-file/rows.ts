/** Completes the rows of a file: fields that it leaves out, and fields that follow from others. */
import { isOneOf, isText, isWhole } from '../checked/is.ts';
import { approvalId } from '../auth/approvals.ts';
import { accessLifetime, refreshLifetime } from '../auth/grants.ts';
import { newBearer } from '../auth/tokens.ts';
import { keptTime, stepName, uploadTime, workTime } from '../endpoints/v2/compliance/job.ts';
import { dueJob, dueName } from '../feeds/queue.ts';
import { dueAfter, isLocalTime, localTimeAt } from '../feeds/schedule.ts';
import { isConfidential, oauth2Types } from '../spec/app-types.ts';
import { isTimeZone } from '../spec/time-zones.ts';
import { frequencies } from '../state/tables/catalog-words.ts';
import { productKey } from '../state/tables/catalog.ts';
import { pairId } from '../state/tables/pairs.ts';
import { checkName, queueOfChecks } from '../webhooks/check-names.ts';
import { checkEvery } from '../webhooks/checks.ts';
import type { SectionName } from './declaration.ts';
import type { Draft, Making } from './making.ts';

/** `given` has the fields in the file and the fixed defaults. Gives the whole row. */
type Completing = (given: Draft, making: Making) => Draft;

export const textIn = (row: Draft | undefined, name: string): string => {
  const value = row?.[name];
  return isText(value) ? value : '';
};
const made = ({ now }: Making) => ({ created_at: now });
const changed = ({ now }: Making) => ({ created_at: now, updated_at: now });
const began = (making: Making) => ({ ...changed(making), start_time: making.now });

const pair =
  (one: string, other: string): Completing =>
  (row, { now }) => ({ id: pairId(textIn(row, one), textIn(row, other)), at: now, ...row });
const ofUsers = pair('source_user_id', 'target_user_id');

const completing: Partial<Record<SectionName, Completing>> = {
  users: (row, making) => ({
    ...made(making),
    name: row['username'],
    email: `${textIn(row, 'username')}@mail.example`,
    password: `${textIn(row, 'username')}-password`,
    ...row,
  }),
  apps: completeApp,
  access_tokens: (row, making) => {
    const app = making.row('apps', row['app_id']);
    const [token, secret] = [making.random.alphanumeric(40), making.random.alphanumeric(45)];
    return {
      oauth_token: `${textIn(row, 'user_id')}-${token}`,
      oauth_token_secret: secret,
      permission: app?.['permission'] ?? 'read',
      email: app?.['email_toggle'] ?? false,
      ...made(making),
      ...row,
    };
  },
  oauth2_tokens: (row, { now, random }) => ({
    access_token: random.alphanumeric(90),
    expires_at: now + accessLifetime * 1000,
    family: familyOf(row),
    ...row,
  }),
  refresh_tokens: (row, { now, random }) => ({
    refresh_token: random.alphanumeric(91),
    expires_at: now + refreshLifetime,
    family: familyOf(row),
    ...row,
  }),
  approvals: ({ flow, ...row }, making) => ({
    id: approvalId(flow === 'oauth2' ? 'oauth2' : 'oauth1', textIn(row, 'app_id'), textIn(row, 'user_id')),
    permission: making.row('apps', row['app_id'])?.['permission'] ?? 'read',
    ...row,
  }),
  communities: (row, making) => ({ ...made(making), ...row }),
  community_members: pair('community_id', 'user_id'),
  posts: (row, making) => ({ ...made(making), ...row }),
  follows: ofUsers,
  follow_requests: ofUsers,
  mutes: ofUsers,
  blocks: ofUsers,
  likes: pair('user_id', 'post_id'),
  bookmarks: pair('user_id', 'post_id'),
  filed_bookmarks: pair('folder_id', 'post_id'),
  lists: (row, making) => ({ ...made(making), ...row }),
  list_members: pair('list_id', 'user_id'),
  list_follows: pair('user_id', 'list_id'),
  pinned_lists: pair('user_id', 'list_id'),
  spaces: completeSpace,
  space_buyers: pair('space_id', 'user_id'),
  space_posts: pair('space_id', 'post_id'),
  dm_events: (row, making) => ({
    ...made(making),
    holder_ids: making.row('dm_conversations', row['dm_conversation_id'])?.['participant_ids'] ?? [],
    ...row,
  }),
  stream_rules: (row, making) => ({ ...made(making), ...row }),
  compliance_jobs: completeComplianceJob,
  webhooks: (row, making) => {
    const id = textIn(row, 'id');
    making.add('jobs', {
      ...{ id: queueOfChecks(id), name: checkName, data: id },
      ...{ due: making.now + checkEvery, every_ms: checkEvery },
    });
    return { ...made(making), succeeded_at: making.now, ...row };
  },
  subscriptions: pair('webhook_id', 'user_id'),
  receivers: (row, making) => ({ ...changed(making), ...row }),
  receiver_items: (row) => ({ id: `${textIn(row, 'host')}:${textIn(row, 'key')}`, ...row }),
  ad_accounts: (row, making) => ({ ...changed(making), ...row }),
  ad_accesses: pair('account_id', 'user_id'),
  funding_instruments: (row, making) => ({ ...began(making), ...row }),
  campaigns: (row, making) => ({ ...changed(making), ...row }),
  line_items: (row, making) => ({
    ...began(making),
    funding_instrument_id: making.row('campaigns', row['campaign_id'])?.['funding_instrument_id'] ?? '',
    ...row,
  }),
  promoted_accounts: (row, making) => ({ ...changed(making), ...row }),
  media_creatives: (row, making) => ({ ...changed(making), ...row }),
  tracking_tags: (row, making) => ({ ...changed(making), ...row }),
  targeting_criteria: (row, making) => ({ ...changed(making), ...row }),
  custom_audiences: (row, making) => ({ ...changed(making), ...row }),
  merchants: (row, { now }) => ({ terms_accepted_at: now, ...row }),
  catalogs: (row) => ({ ...row, products_made: 0 }),
  products: (row) => ({
    product_key: productKey(textIn(row, 'catalog_id'), textIn(row, 'id')),
    ...row,
  }),
  product_sets: (row) => ({ ...row, processing: false }),
  product_feeds: completeFeed,
};

export const complete = (name: SectionName, row: Draft, making: Making): Draft =>
  completing[name]?.(row, making) ?? row;

const familyOf = (row: Draft): string => `${textIn(row, 'app_id')}-${textIn(row, 'user_id')}`;

/** Keys in the file are used. The random numbers are drawn anyway, so that the other keys stay the same. */
function completeApp({ bearer_token, ...row }: Draft, making: Making): Draft {
  const { random } = making;
  const slug = textIn(row, 'name')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const keys = { consumer_key: random.alphanumeric(25), consumer_secret: random.alphanumeric(50) };
  const [client_id, secret, bearer] = [random.alphanumeric(34), random.alphanumeric(50), newBearer(random)];
  const type = row['oauth2_type'];
  const isSecret = isOneOf(oauth2Types, type) && isConfidential(type);
  if (bearer_token !== null)
    making.add('bearer_tokens', {
      access_token: bearer_token ?? bearer,
      app_id: row['id'],
      created_at: making.now,
    });
  return {
    ...keys,
    website_url: `https://${slug || 'app'}.example`,
    client_id,
    client_secret: isSecret ? secret : null,
    ...row,
  };
}

/** Changes an App of the base. An App whose type needs a client secret gets one. */
export function changeApp(app: Draft, { bearer_token, ...given }: Draft, making: Making): void {
  Object.assign(app, given);
  const { client_secret, oauth2_type: type } = app;
  const isSecret = isOneOf(oauth2Types, type) && isConfidential(type);
  if (given['client_secret'] === undefined)
    app['client_secret'] = isSecret ? (client_secret ?? making.random.alphanumeric(50)) : null;
  if (bearer_token === undefined) return;
  const { bearer_tokens } = making.rows;
  const at = bearer_tokens.findIndex(({ app_id }) => app_id === app['id']);
  if (at !== -1) bearer_tokens.splice(at, 1);
  if (bearer_token !== null)
    making.add('bearer_tokens', { access_token: bearer_token, app_id: app['id'], created_at: making.now });
}

/** Without times it is live from now on for an hour. */
function completeSpace(row: Draft, { now }: Making): Draft {
  const starts_at = row['starts_at'] ?? row['scheduled_start'] ?? now;
  const starts = isWhole(starts_at, 0) ? starts_at : now;
  return {
    host_ids: [row['creator_id']],
    created_at: Math.min(starts, now),
    ends_at: starts + 3_600_000,
    ...row,
    starts_at,
  };
}

/** With the next step of its way, as the call that creates a job plans it. */
function completeComplianceJob(row: Draft, making: Making): Draft {
  const { now, random } = making;
  const created_at = isWhole(row['created_at'], 0) ? row['created_at'] : now;
  const job = {
    upload_expires_at: created_at + uploadTime,
    download_expires_at: created_at + keptTime,
    secret: random.alphanumeric(32),
    ...row,
    created_at,
  };
  const id = textIn(row, 'id');
  const dues: Readonly<Record<string, unknown>> = {
    created: job.upload_expires_at,
    in_progress: now + workTime(textIn(row, 'uploaded').split('\n').length),
  };
  making.add('jobs', {
    ...{ id: `${stepName}:${id}`, name: stepName, every_ms: null, data: id },
    due: dues[textIn(row, 'status')] ?? job.download_expires_at,
  });
  return job;
}

/** Without a start it is due at once, like a feed that was just created (choice: feed-schedule). */
function completeFeed(row: Draft, making: Making): Draft {
  const zone = textIn(row, 'time_zone');
  const feed = {
    ...changed(making),
    start_time: isTimeZone(zone) ? localTimeAt(making.now, zone) : '',
    ...row,
    taken: null,
  };
  const id = textIn(row, 'id');
  making.add('jobs', {
    ...{ id: dueJob(id), name: dueName, every_ms: null, data: id },
    due: row['start_time'] === undefined ? making.now : dueOf(feed, making.now),
  });
  return feed;
}

/** An invalid schedule is refused where the row is checked. */
function dueOf({ frequency, repeat, start_time, time_zone }: Draft, now: number): number {
  if (!isOneOf(frequencies, frequency) || !isWhole(repeat, 1)) return now;
  if (!isText(start_time) || !isLocalTime(start_time)) return now;
  if (!isText(time_zone) || !isTimeZone(time_zone)) return now;
  return dueAfter({ frequency, repeat, start_time, time_zone }, now);
}
