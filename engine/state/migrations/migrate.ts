import type { RefusalReason } from '../../spec/reasons.ts';
import { blocksOf, isObject, SnapshotInvalid } from '../store/snapshot.ts';
import type { Block, Snapshot, SnapshotBlocks } from '../store/snapshot.ts';
import type { Row } from '../store/table.ts';
import { SnapshotTooNew, versionOf } from './version.ts';

/** A named step from one schema version to the next, row by row. Append-only; never changed once released. */
export interface Migration {
  /** The version that it produces. */
  readonly version: number;
  readonly name: string;
  /** Changes a row of a table. Rows of other tables stay as they are. */
  readonly rows?: Readonly<Record<string, (row: Row) => Row>>;
  /** New tables with their rows, and rows added to existing tables. */
  readonly added?: Readonly<Record<string, readonly Row[]>>;
}

/**
 * Version 1 is the first release. Each later change of state/tables adds a migration here, raises `schemaVersion`,
 * and is tested with a stored snapshot of the previous release.
 */
export const migrations: readonly Migration[] = [
  {
    version: 2,
    name: 'replies can be hidden, Direct Messages have tables, consent covers the e-mail address, jumps have ids',
    rows: {
      posts: (row) => ({ ...row, hidden: false }),
      // No user had been asked for it.
      user_tokens: (row) => ({ ...row, email: false }),
      request_tokens: (row) => ({ ...row, email: false }),
      approvals: (row) => ({ ...row, email: false }),
      platform: (row) => ({ ...row, jumps: [] }),
    },
    added: { dm_conversations: [], dm_events: [] },
  },
  {
    version: 3,
    name: 'outcomes name their kind, answers of the portal are kept by the ids of their calls, nonces have the ids of requests',
    rows: {
      exchanges: (row) => namedOutcome(row),
      nonces: (row) => ({ ...row, request_id: null }),
    },
    added: { portal_answers: [] },
  },
  {
    version: 4,
    name: 'an outbox, jobs that families plan, jumps know where they lead',
    rows: {
      // Earlier releases had only the platform's own job.
      jobs: (row) => ({ ...row, every_ms: 3_600_000, data: null }),
      // These jumps have ended, because the clock has passed them.
      platform: (row) => ({ ...row, jumps: endedJumps(row['jumps']) }),
    },
    added: { outbox: [] },
  },
  // Older rows have none, so no fix is offered for those refusals.
  { version: 5, name: 'the log says which problem of the closed list refused a call' },
  {
    version: 6,
    name: 'likes, mutes, blocks, bookmarks, lists, spaces, communities, rules, jobs and usage have tables; relations have a moment',
    rows: {
      posts: (row) => ({ ...row, community_id: null }),
      // The moment was not recorded.
      follows: (row) => ({ ...row, at: 0 }),
      // Existing users stay; the others of the starter are added.
      platform: (row) => ({ ...row, population_due: 'starter' }),
    },
    added: Object.fromEntries(
      [
        ...[
          'follow_requests',
          'mutes',
          'blocks',
          'likes',
          'bookmarks',
          'bookmark_folders',
          'filed_bookmarks',
        ],
        ...['lists', 'list_members', 'list_follows', 'pinned_lists', 'spaces', 'space_buyers', 'space_posts'],
        ...['communities', 'community_members', 'stream_rules', 'compliance_jobs', 'usage'],
      ].map((table) => [table, []]),
    ),
  },
  {
    version: 7,
    name: 'webhooks, their checks, subscriptions and events, and receivers that answer at hosts of their own',
    added: {
      webhooks: [],
      webhook_checks: [],
      subscriptions: [],
      activity_events: [],
      receivers: [],
      receiver_items: [],
    },
  },
  {
    version: 8,
    name: 'the Advertiser API has tables, and several populations may be due',
    rows: {
      platform: ({ population_due: due, ...row }) => ({
        ...row,
        populations_due: typeof due === 'string' ? [due, 'ads'] : ['ads'],
      }),
    },
    added: Object.fromEntries(
      [
        ...['ad_accounts', 'ad_accesses', 'funding_instruments', 'campaigns', 'line_items'],
        ...['promoted_accounts', 'media_creatives', 'tracking_tags', 'targeting_criteria'],
        'custom_audiences',
      ].map((table) => [table, []]),
    ),
  },
  {
    version: 9,
    name: 'merchants, product catalogs, products, product sets and feeds have tables',
    added: Object.fromEntries(
      [
        ...['merchants', 'catalogs', 'products', 'product_sets'],
        ...['product_feeds', 'feed_runs', 'feed_rejections'],
      ].map((table) => [table, []]),
    ),
  },
  {
    version: 10,
    name: 'runs of feeds keep where rows were rejected, how they went on, and what they changed in sets',
    rows: {
      // What was not recorded is not invented.
      feed_runs: (row) => ({
        ...row,
        reasons: withExamples(row['reasons']),
        sets: null,
        absent: null,
        lines: 0,
      }),
      feed_rejections: (row) => ({ ...row, rows: withPlaces(row['rows']) }),
    },
    added: { feed_traces: [] },
  },
  {
    version: 11,
    name: 'reposts mention nobody',
    rows: { posts: withoutMentions },
  },
  // Who wrote the earlier products was not recorded.
  {
    version: 12,
    name: 'products tell which call or run wrote them last',
    added: { product_writers: [] },
  },
  {
    version: 13,
    name: 'refusals in the log tell which of the causes of their problem they had',
    rows: { exchanges: withRefusalReasons },
  },
];

/** The texts of refusals, from before their reasons were kept as codes. */
const reasonsByWords: readonly (readonly [words: string, reason: RefusalReason])[] = [
  ['one blocks the other', 'blocked'],
  ['neither owns nor follows', 'listNotFollowed'],
  ['is no member of community', 'notAMember'],
  ['lets only', 'replyNotAllowed'],
  ['is not the acting user', 'notOneself'],
  ['May not be seen by this caller', 'notVisible'],
  ['there is no host of that name', 'hostNotFound'],
  ['revoked now', 'familyRevoked'],
];

function withRefusalReasons(row: Row): Row {
  const { trace } = row;
  return Array.isArray(trace) ? { ...row, trace: trace.map(withRefusalReason) } : row;
}

/** The problems that have reasons. The texts of other problems may quote what was sent. */
const withReason = new Set<unknown>(['foreignResource', 'invalidGrant', 'crcValidationFailed']);

function withRefusalReason(line: unknown): unknown {
  if (!isObject(line) || !withReason.has(line['problem']) || typeof line['text'] !== 'string') return line;
  const { text } = line;
  const found = reasonsByWords.find(([words]) => text.includes(words));
  return found ? { ...line, reason: found[1] } : line;
}

/** The row, without mentions if it is a repost. */
function withoutMentions(row: Row): Row {
  const { entities } = row;
  if (typeof row['reposted_post_id'] !== 'string' || !isObject(entities)) return row;
  const left = Object.entries(entities).filter(([kind]) => kind !== 'mentions');
  return { ...row, entities: left.length > 0 ? Object.fromEntries(left) : null };
}

const withExamples = (reasons: unknown): unknown => eachOf(reasons, () => ({ example: null }));

const eachOf = (list: unknown, more: (each: Row) => Row): unknown =>
  Array.isArray(list)
    ? list.map((each: unknown) => (isObject(each) ? { ...each, ...more(each) } : each))
    : list;

/** Texts were kept up to 600 characters. */
const withPlaces = (rows: unknown): unknown =>
  eachOf(rows, ({ text }) => ({
    ...{ byte: null, before: [], after: [] },
    isWhole: typeof text !== 'string' || text.length < 600,
  }));

/** A value that is not an object is refused later, like all invalid data. */
const namedOutcome = (row: Row): Row => {
  const { outcome } = row;
  if (!isObject(outcome)) return row;
  if (!('closed' in outcome)) return { ...row, outcome: { kind: 'response', ...outcome } };
  return { ...row, outcome: { kind: 'closed', reason: outcome['reason'] } };
};

const endedJumps = (jumps: unknown): unknown =>
  Array.isArray(jumps) ? jumps.map((id: unknown) => ({ id, until: 0 })) : jumps;

/** Migrates the blocks of a snapshot, one after the other. */
export interface Migrating {
  /** Throws `SnapshotInvalid` for a row that is not an object. */
  readonly block: (block: Block) => Block;
  /** The blocks to add at the end. */
  readonly added: () => Iterable<Block>;
}

/**
 * Migrates a snapshot to the present schema. Throws `SnapshotTooNew`, or `SnapshotInvalid` for what is not a
 * snapshot; `head` is everything except its rows.
 */
export function migrating(head: unknown, steps: readonly Migration[] = migrations): Migrating {
  const version = versionOf(head);
  const newest = 1 + steps.length;
  if (version > newest) throw new SnapshotTooNew(version, newest);
  const ahead = steps.filter((step) => step.version > version);
  return { block: (block) => through(ahead, block), added: () => addedBy(ahead) };
}

/**
 * The snapshot in the present schema. Its rows are migrated as they are read, one after the other, and the snapshot
 * itself is not changed. Throws `SnapshotTooNew`, or `SnapshotInvalid` for what is not a snapshot, now or when it is
 * read.
 */
export const migrate = (
  snapshot: Snapshot | SnapshotBlocks,
  steps: readonly Migration[] = migrations,
): SnapshotBlocks => ({
  format: 'svc-playground',
  version: 1 + steps.length,
  blocks: migrated(migrating(snapshot, steps), snapshot),
});

function* migrated(
  { block, added }: Migrating,
  snapshot: Snapshot | SnapshotBlocks,
): Generator<Block, void, undefined> {
  for (const each of blocksOf(snapshot)) yield block(each);
  yield* added();
}

/** Rows that a step adds go through the later steps. */
function* addedBy(steps: readonly Migration[]): Generator<Block, void, undefined> {
  for (const [at, { added = {} }] of steps.entries())
    for (const [table, rows] of Object.entries(added)) yield through(steps.slice(at + 1), { table, rows });
}

function through(steps: readonly Migration[], { table, rows }: Block): Block {
  const changes = steps.flatMap((step) =>
    step.rows && Object.hasOwn(step.rows, table) ? [step.rows[table]!] : [],
  );
  if (changes.length === 0) return { table, rows };
  const change = (row: unknown): Row => {
    if (!isObject(row)) throw new SnapshotInvalid(table, null, null, 'has a row that is not an object');
    return changes.reduce((each, next) => next(each), row);
  };
  return { table, rows: rows.map(change) };
}
