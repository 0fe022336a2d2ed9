import type { Snapshot } from '../store/store.ts';
import type { Row } from '../store/table.ts';

/** A named step from one schema version to the next. Append-only; never changed once released. */
export interface Migration {
  /** The version that it leads to. */
  readonly version: number;
  readonly name: string;
  up(tables: Snapshot['tables']): Snapshot['tables'];
}

/** Version 1 is the first release; each later change of state/schema.ts adds a migration here, with a stored snapshot of the release before as its test. */
export const migrations: readonly Migration[] = [
  {
    version: 2,
    name: 'replies can be hidden, Direct Messages have tables, consent covers the e-mail address, jumps have ids',
    up: (tables) => ({
      ...tables,
      posts: withField(tables['posts'], { hidden: false }),
      dm_conversations: [],
      dm_events: [],
      // Nobody was asked before.
      user_tokens: withField(tables['user_tokens'], { email: false }),
      request_tokens: withField(tables['request_tokens'], { email: false }),
      approvals: withField(tables['approvals'], { email: false }),
      platform: withField(tables['platform'], { jumps: [] }),
    }),
  },
  {
    version: 3,
    name: 'outcomes name their kind',
    up: (tables) => ({ ...tables, exchanges: (tables['exchanges'] ?? []).map(namedOutcome) }),
  },
];

const namedOutcome = (row: Row): Row => {
  const outcome = row['outcome'] as Row;
  if (!('closed' in outcome)) return { ...row, outcome: { kind: 'response', ...outcome } };
  return { ...row, outcome: { kind: 'closed', reason: outcome['reason'] } };
};

const withField = (rows: readonly Row[] | undefined, field: Row): Row[] =>
  (rows ?? []).map((row) => ({ ...row, ...field }));

export const schemaVersion = 1 + migrations.length;

/** The data was written by a later release; it must be left as it is. */
export class SnapshotTooNew extends Error {
  override readonly name = 'SnapshotTooNew';

  constructor(
    readonly found: number,
    readonly supported: number,
  ) {
    super(`The data has schema version ${found}; this release knows versions up to ${supported}`);
  }
}

/** Brings a snapshot to the present schema. Throws `SnapshotTooNew`, or a TypeError for what is no snapshot. */
export function migrate(snapshot: Snapshot, steps: readonly Migration[] = migrations): Snapshot {
  const { version } = headOf(snapshot);
  const newest = 1 + steps.length;
  if (version > newest) throw new SnapshotTooNew(version, newest);
  checkTables(snapshot.tables);
  const tables = steps
    .filter((step) => step.version > version)
    .reduce((all, step) => step.up(all), snapshot.tables);
  return { format: 'svc-playground', version: newest, tables };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** What comes from a disk or a file may be anything. */
function headOf(snapshot: unknown): { version: number } {
  if (isObject(snapshot) && snapshot['format'] === 'svc-playground') {
    const { version } = snapshot;
    if (typeof version === 'number' && Number.isInteger(version) && version >= 1) return { version };
  }
  throw new TypeError('snapshot: not a snapshot of svc Playground');
}

function checkTables(tables: unknown): void {
  if (!isObject(tables)) throw new TypeError('snapshot: its tables are missing');
  for (const [name, rows] of Object.entries(tables))
    if (!Array.isArray(rows) || !rows.every(isObject))
      throw new TypeError(`snapshot: table ${name} is not a list of rows`);
}
