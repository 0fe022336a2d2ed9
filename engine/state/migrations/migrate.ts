import type { RefusalReason } from '../../spec/reasons.ts';
import { blocksOf, isObject, SnapshotInvalid } from '../store/snapshot.ts';
import type { Block, Snapshot, SnapshotBlocks } from '../store/snapshot.ts';
import type { Row } from '../store/table.ts';
import { SnapshotTooNew, versionOf } from './version.ts';

/** A named step from one schema version to the next, row by row. Append-only; never changed once released. */
export interface Migration {
  /** The version that it leads to. */
  readonly version: number;
  readonly name: string;
  /** What becomes of a row of a table. The rows of other tables stay as they are. */
  readonly rows?: Readonly<Record<string, (row: Row) => Row>>;
  /** Tables that are new, with their rows; rows that tables gain. */
  readonly added?: Readonly<Record<string, readonly Row[]>>;
}

/** Version 1 is the first release; each later change of state/tables adds a migration here, with a stored snapshot of the release before as its test, and raises `schemaVersion`. */
export const migrations: readonly Migration[] = [
  {
    version: 2,
    name: 'replies can be hidden, Direct Messages have tables, consent covers the e-mail address, jumps have ids',
    rows: {
      posts: (row) => ({ ...row, hidden: false }),
      // Nobody was asked before.
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
      // The platform's own job was the only one.
      jobs: (row) => ({ ...row, every_ms: 3_600_000, data: null }),
      // They are over; the clock has passed them.
      platform: (row) => ({ ...row, jumps: endedJumps(row['jumps']) }),
    },
    added: { outbox: [] },
  },
  // Rows of before have none: nothing is offered to mend those refusals.
  { version: 5, name: 'the log says which problem of the closed list refused a call' },
  {
    version: 6,
    name: 'likes, mutes, blocks, bookmarks, lists, spaces, communities, rules, jobs and usage have tables; relations have a moment',
    rows: {
      posts: (row) => ({ ...row, community_id: null }),
      // Nobody kept the moment.
      follows: (row) => ({ ...row, at: 0 }),
      // Who is there already stays; the others of the starter come beside them.
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
      // What nobody noted is not made up.
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

/** How the reasons of refusals read before they were kept as such. */
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

/** Problems that have a reason. The lines of others may quote what was sent. */
const withReason = new Set<unknown>(['foreignResource', 'invalidGrant', 'crcValidationFailed']);

function withRefusalReason(line: unknown): unknown {
  if (!isObject(line) || !withReason.has(line['problem']) || typeof line['text'] !== 'string') return line;
  const { text } = line;
  const found = reasonsByWords.find(([words]) => text.includes(words));
  return found ? { ...line, reason: found[1] } : line;
}

/** The row without mentions if it is a repost. */
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

/** A text was kept up to 600 characters. */
const withPlaces = (rows: unknown): unknown =>
  eachOf(rows, ({ text }) => ({
    ...{ byte: null, before: [], after: [] },
    isWhole: typeof text !== 'string' || text.length < 600,
  }));

/** What is no object is refused later, as everything that is not as it should be. */
const namedOutcome = (row: Row): Row => {
  const { outcome } = row;
  if (!isObject(outcome)) return row;
  if (!('closed' in outcome)) return { ...row, outcome: { kind: 'response', ...outcome } };
  return { ...row, outcome: { kind: 'closed', reason: outcome['reason'] } };
};

const endedJumps = (jumps: unknown): unknown =>
  Array.isArray(jumps) ? jumps.map((id: unknown) => ({ id, until: 0 })) : jumps;

/** What becomes of the blocks of a snapshot, one after the other. */
export interface Migrating {
  /** Throws `SnapshotInvalid` for what is no row. */
  readonly block: (block: Block) => Block;
  /** What is there beside them in the end. */
  readonly added: () => Iterable<Block>;
}

/**
 * From the schema of a snapshot to the present one. Throws `SnapshotTooNew`, or `SnapshotInvalid` for what is no
 * snapshot; `head` is all of it but its rows.
 */
export function migrating(head: unknown, steps: readonly Migration[] = migrations): Migrating {
  const version = versionOf(head);
  const newest = 1 + steps.length;
  if (version > newest) throw new SnapshotTooNew(version, newest);
  const ahead = steps.filter((step) => step.version > version);
  return { block: (block) => through(ahead, block), added: () => addedBy(ahead) };
}

/**
 * A snapshot as one of the present schema: its rows change as they are read, one after the other, and it stays as it is
 * itself. Throws `SnapshotTooNew`, or `SnapshotInvalid` for what is no snapshot, now or when it is read.
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

/** What a step adds goes through those after it. */
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
