/** The starts of a lesson's steps, as the build records them: the first one, and what each step changes. */
import { checked, isList, isRecord, isText, known, tables } from '../../engine/inside.ts';
import type { Block, Credential, Row, Snapshot, SnapshotBlocks } from '../../engine/inside.ts';
import type { StepReport } from './run.ts';

export type Rows = Readonly<Record<string, readonly Row[]>>;

/** The bytes of a body. */
export interface Utf8 {
  readonly $utf8: string;
}

/** From the start of one step to the start of the next. */
export interface StepTaken {
  /** Rows that are new or different, by table. */
  readonly stored: Rows;
  /** The keys of rows that are gone, by table. */
  readonly removed: Readonly<Record<string, readonly string[]>>;
  /** null if it is the same. */
  readonly vault: readonly Credential[] | null;
  readonly closed: StepReport;
}

/** Before the first step. */
export interface Beginning {
  readonly snapshot: Snapshot;
  readonly vault: readonly Credential[];
}

/** As JSON, so that only the steps before the one that is entered are read. */
export interface LessonStarts {
  /** A `Beginning`. */
  readonly first: string;
  /** A `StepTaken` for each step but the last. */
  readonly taken: readonly string[];
}

/** The world at the start of a step. */
export interface Start {
  readonly snapshot: SnapshotBlocks;
  readonly vault: readonly Credential[];
  /** The reports of the steps before it. */
  readonly done: readonly StepReport[];
}

const specs: Readonly<Record<string, { readonly key: string }>> = tables;

/** Rows of a table by their keys. */
export function byKey(table: string, rows: readonly Row[] = []): Map<string, Row> {
  const { key } = known(specs[table], `table ${table}`);
  return new Map(rows.map((row) => [String(row[key]), row]));
}

const isBeginning = (value: unknown): value is Beginning =>
  isRecord(value) && isRecord(value['snapshot']) && isList(value['vault']);

const isStepTaken = (value: unknown): value is StepTaken =>
  isRecord(value) && isRecord(value['stored']) && isRecord(value['removed']);

const stepOf = (text: string): StepTaken => checked(JSON.parse(text), isStepTaken, 'a step of a lesson');

/** `step`: from 0. */
export function startAt({ first, taken }: LessonStarts, step: number): Start {
  const { snapshot, vault } = checked(JSON.parse(first), isBeginning, 'the start of a lesson');
  const before = taken.slice(0, step).map(stepOf);
  const { tables: rows, ...head } = snapshot;
  return {
    snapshot: { ...head, blocks: blocks(rows, before) },
    vault: before.findLast((each) => each.vault)?.vault ?? vault,
    done: before.map(({ closed }) => closed),
  };
}

function* blocks(first: Rows, taken: readonly StepTaken[]): Generator<Block, void, undefined> {
  for (const [table, rows] of Object.entries(first)) {
    const current = byKey(table, rows);
    for (const { stored, removed } of taken) {
      for (const [key, row] of byKey(table, stored[table])) current.set(key, row);
      for (const key of removed[table] ?? []) current.delete(key);
    }
    yield { table, rows: table === withBytes ? [...current.values()].map(unpacked) : [...current.values()] };
  }
}

const withBytes = 'exchanges' satisfies keyof typeof tables;
const encoder = new TextEncoder();

const unpacked = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, withBody(value)]));

function withBody(value: unknown): unknown {
  if (isList(value)) return value.map(withBody);
  if (!isRecord(value)) return value;
  return isText(value['$utf8']) ? encoder.encode(value['$utf8']) : unpacked(value);
}
