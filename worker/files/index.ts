/** What the host loads with the first file. */
import type { Database } from '../persistence/database.ts';
import { FilesInMemory } from './in-memory.ts';
import { KeptFiles } from './kept.ts';
import { FileStore } from './store.ts';
import type { StoreEvents } from './store.ts';

/** `at` is null where nothing is kept. */
export async function openFiles(
  at: { readonly database: Database; readonly term: number } | null,
  events: StoreEvents,
): Promise<FileStore> {
  return new FileStore(at ? await KeptFiles.open(at.database, at.term) : new FilesInMemory(), events);
}

export { noSuchFile } from './store.ts';
export type { FileStore } from './store.ts';
