/** Reads a file into tables from which a platform can continue, and checks everything in it on the way. */
import { loadAdmission, loadOpening, readScenario } from '../../../engine/inside.ts';
import { fileLimits, longestHead } from './limits.ts';
import { joined } from './line-cutter.ts';
import { decoded, readLines } from './read-lines.ts';
import { FileRefused, FileTooLarge } from './refused.ts';
import type { LinesHead } from './state-file.ts';
import type { Exported } from '../../contract/transfer.ts';
import type { ReadFile, Reading } from './reading.ts';
import { isPacked, unpacked } from './unpack.ts';

/**
 * Rejects with `FileRefused`, `FileIncomplete`, `FileTooLarge`, `SnapshotTooNew`, `ScenarioInvalid`, or
 * `SnapshotInvalid` with the invalid table, row and field.
 */
export async function readFile(file: Blob, how: Reading): Promise<ReadFile> {
  const limits = how.limits ?? fileLimits;
  const packed = await isPacked(file);
  const chunks = unpacked(file, packed, limits, how.read);
  try {
    const { bytes, isAll } = await gathered(
      chunks,
      ({ bytes, last }) => bytes > longestHead || last.includes(10),
    );
    const end = bytes.indexOf(10);
    const head = linesHeadOf(end === -1 ? bytes : bytes.subarray(0, end));
    if (head)
      return await readLines(head, bytes.subarray(end === -1 ? bytes.length : end + 1), chunks, {
        ...how,
        limits,
      });
    if (!packed && file.size > limits.others) throw new FileTooLarge('file', file.size, limits.others);
    const rest = isAll ? null : await gathered(chunks, (so) => bytes.length + so.bytes > limits.others);
    const length = bytes.length + (rest?.bytes.length ?? 0);
    if (length > limits.others) throw new FileTooLarge('unpacked', length, limits.others);
    const text = decoded(rest ? joined([bytes, rest.bytes], length) : bytes);
    if (isScenario(text)) return await readWritten(text, file, how, length);
    return await readSnapshot(parsed(text), how, length);
  } finally {
    await chunks.return(undefined);
  }
}

/** The same for an object that was in a file. */
export async function readSnapshot(
  exported: Exported,
  { rest }: Pick<Reading, 'rest'>,
  bytes = 0,
): Promise<ReadFile> {
  const [{ blocksOf, SnapshotReader }, { admissionRules }] = await Promise.all([
    loadOpening(),
    loadAdmission(),
  ]);
  const reader = new SnapshotReader(exported, admissionRules());
  for (const block of blocksOf(exported)) {
    reader.add(block);
    await rest();
  }
  const { version, release, exported: at, vault, lessons } = exported;
  const loaded = await reader.finish(rest);
  return { loaded, version, release, exported: at, vault, lessons, files: [], bytes };
}

/** A scenario file: its world, starting now. Rejects with `ScenarioInvalid`. */
async function readWritten(text: string, file: Blob, how: Reading, bytes: number): Promise<ReadFile> {
  const scenario = await readScenario(text, file instanceof File ? file.name : undefined);
  const { snapshot, credentials } = scenario.begin(Date.now());
  const read = await readSnapshot({ ...snapshot, vault: credentials }, how, bytes);
  return { ...read, isScenario: true };
}

/** Recognised by the first word of a line, so that a file with a mistake is recognised too. */
const isScenario = (text: string): boolean =>
  /^[\s{]*["']?scenario["']?\s*:/m.test(text.slice(0, longestHead));

/** Reads until there is enough, or to the end. */
async function gathered(
  chunks: AsyncGenerator<Uint8Array, void, undefined>,
  isEnough: (so: { readonly bytes: number; readonly last: Uint8Array }) => boolean,
): Promise<{ readonly bytes: Uint8Array; readonly isAll: boolean }> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const next = await chunks.next();
    if (next.done) return { bytes: joined(parts, bytes), isAll: true };
    parts.push(next.value);
    bytes += next.value.length;
    if (isEnough({ bytes, last: next.value })) return { bytes: joined(parts, bytes), isAll: false };
  }
}

/** The rest of the file is checked as it is read. */
const isLinesHead = (head: object | null): head is LinesHead =>
  head !== null && 'form' in head && head.form === 'lines';

/** null if it is not the first line of a file of lines. */
function linesHeadOf(line: Uint8Array): LinesHead | null {
  if (line.length > longestHead) return null;
  try {
    const head = parsed(decoded(line));
    return isLinesHead(head) ? head : null;
  } catch {
    return null;
  }
}

/** The contents of a file with one object, not checked yet. Throws `FileRefused`. */
function parsed(text: string): Exported {
  try {
    return JSON.parse(text) as Exported;
  } catch {
    throw new FileRefused('It is not JSON, or only a part of it.');
  }
}
