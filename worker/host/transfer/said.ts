/** Converts between files and what the page and the platform get of them. */
import { isList, schemaVersion } from '../../../engine/inside.ts';
import type { Credential, Platform } from '../../../engine/inside.ts';
import type { FileStore } from '../files/index.ts';
import { release } from './release.ts';
import { contentsOf, ofLoaded, ofPlatform } from './contents.ts';
import type { DoneInWords, FilesRefused, Inspected } from '../../contract/transfer.ts';
import type { CameFile, LeavingFile } from './files.ts';
import type { ReadFile } from './reading.ts';
import type { Exported } from '../../contract/transfer.ts';
import { inForce, rowsOf } from './vault.ts';

export function exportOf(platform: Platform, vault: readonly Credential[], now: number): Exported {
  const { tables, ...head } = platform.snapshot();
  const exported = new Date(now).toISOString();
  const blocks = Object.entries(tables).map(([table, rows]) => ({ table, rows }));
  return { ...head, release, exported, vault: inForce(vault, rowsOf(blocks)), tables };
}

/** The vault after an import: the file's credentials, otherwise those kept before. */
export const vaultFor = ({ loaded, vault }: ReadFile, kept: readonly Credential[]): readonly Credential[] =>
  inForce(vault ?? kept, (table, key) => loaded.row(table, key));

/** The contents of a file, and of the world that it would replace. */
export const inspected = (read: ReadFile, platform: Platform, kept: readonly Credential[]): Inspected => ({
  file: contentsOf(ofLoaded(read.loaded, Date.now()), vaultFor(read, kept)),
  replaced: contentsOf(ofPlatform(platform), kept),
  feedFiles: read.files.map(({ name, body }) => ({ name, bytes: body.size })),
  version: read.version,
  currentVersion: schemaVersion,
  isScenario: read.isScenario ?? false,
  release: wordOf(read.release),
  exported: momentOf(read.exported),
  lessons: doneIn(read.lessons),
});

/** The files of feeds to be exported. */
export const leavingFiles = async (files: FileStore): Promise<readonly LeavingFile[]> =>
  (await files.list()).map(({ name, conduct, bytes }) => ({
    ...{ name, conduct, bytes },
    read: () => files.read(name),
  }));

/** Stores the files that came with a world, one by one, so that one without room does not affect the others. */
export async function takeFiles(
  id: string,
  came: readonly CameFile[],
  files: FileStore,
): Promise<FilesRefused> {
  const refused: { name: string; reason: string }[] = [];
  for (const { name, conduct, body } of came)
    try {
      const about = { id: `${id} ${name}`, name, conduct, length: body.size };
      await files.put({ ...about, origin: { type: 'imported' }, body: () => body.stream() });
    } catch (error) {
      refused.push({ name, reason: error instanceof Error ? error.message : String(error) });
    }
  return refused;
}

const longestWord = 40;

/** Checked here, because nothing else checks what is beside the snapshot. */
const wordOf = (value: unknown): string | null =>
  typeof value === 'string' && /^[\w.+-]+$/.test(value) && value.length <= longestWord ? value : null;

const mostLessons = 100;

const isDone = (word: unknown): word is string =>
  typeof word === 'string' && /^[a-z0-9-]{1,40}(?:\.\d{1,2}){1,20}$/.test(word);

const doneIn = (lessons: unknown): DoneInWords =>
  (isList(lessons) ? lessons : []).slice(0, mostLessons).filter(isDone);

function momentOf(value: unknown): number | null {
  const moment = typeof value === 'string' && value.length <= longestWord ? Date.parse(value) : Number.NaN;
  return Number.isFinite(moment) ? moment : null;
}
