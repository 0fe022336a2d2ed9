/** Records the starts of a lesson's steps, by running its solution. */
import { isList, isRecord, known } from '../../engine/inside.ts';
import type { Credential, Row, Snapshot } from '../../engine/inside.ts';
import type { Lesson, Solution } from './lesson.ts';
import { play } from './play.ts';
import type { PlayOptions } from './play.ts';
import { byKey } from './starts.ts';
import type { Beginning, LessonStarts, Rows, StepTaken, Utf8 } from './starts.ts';

/** The world between two steps, as plain data. */
interface Between {
  readonly rows: Rows;
  readonly vault: readonly Credential[];
}

/** Rejects if a solution does not close its step. */
export async function recordStarts(
  lesson: Lesson,
  solution: Solution,
  options: PlayOptions,
): Promise<LessonStarts> {
  let first: string | null = null;
  const taken: string[] = [];
  let before: Between | null = null;
  for await (const { platform, vault, closed } of play(lesson, solution.slice(0, -1), options)) {
    const now = { rows: packed(platform.snapshot().tables), vault: [...vault] };
    if (before && closed)
      taken.push(JSON.stringify({ ...difference(before, now), closed } satisfies StepTaken));
    else first = asFirst(platform.snapshot(), vault);
    before = now;
  }
  return { first: known(first, `start of ${lesson.slug}`), taken };
}

/** The text of a first start. */
export const asFirst = ({ tables, ...head }: Snapshot, vault: readonly Credential[]): string =>
  JSON.stringify({ snapshot: { ...head, tables: packed(tables) }, vault } satisfies Beginning);

/** A copy without bytes: those of bodies are UTF-8, which JSON holds as a text. */
const packed = (rows: Rows): Rows =>
  Object.fromEntries(Object.entries(rows).map(([table, each]) => [table, each.map(packedRow)]));

const packedRow = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, packedValue(value)]));

function packedValue(value: unknown): unknown {
  if (value instanceof Uint8Array) return { $utf8: strict.decode(value) } satisfies Utf8;
  if (isList(value)) return value.map(packedValue);
  return isRecord(value) ? packedRow(value) : value;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function difference(before: Between, after: Between): Omit<StepTaken, 'closed'> {
  const stored: Record<string, readonly Row[]> = {};
  const removed: Record<string, readonly string[]> = {};
  for (const [table, rows] of Object.entries(after.rows)) {
    const [old, now] = [byKey(table, before.rows[table]), byKey(table, rows)];
    const changed = [...now].filter(([key, row]) => !isSame(row, old.get(key)));
    const gone = [...old.keys()].filter((key) => !now.has(key));
    if (changed.length > 0) stored[table] = changed.map(([, row]) => row);
    if (gone.length > 0) removed[table] = gone;
  }
  return { stored, removed, vault: isSame(before.vault, after.vault) ? null : after.vault };
}
