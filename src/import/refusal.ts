/** Why a file cannot be imported, in words: from what the worker rejected with, which may quote the file. */
export interface FileRefusal {
  readonly what: string;
  readonly why: string;
}

/** Fields of the errors `FileRefused`, `SnapshotTooNew` and `SnapshotInvalid`, as they come from the worker. */
interface Known {
  readonly name: string;
  readonly message: string;
  readonly table?: string | null;
  readonly key?: string | null;
  readonly field?: string | null;
  readonly reason?: string;
  readonly found?: number;
  readonly supported?: number;
}

/** What the engine takes, in bytes: a larger file is not even read. A test compares the two. */
export const longestFile = 64 * 1024 * 1024;

const longest = 120;
const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

export const tooLarge = (bytes: number, most: number): FileRefusal => ({
  what: 'This file is too large',
  why: `It has ${megabytes(bytes)}; an import takes ${megabytes(most)} at most.`,
});

/** "1.4 MB", kilobytes below a tenth of one, and "11 bytes". */
export const megabytes = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  return bytes < 100_000 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
};

export function refusalOf(error: unknown): FileRefusal {
  const { name, message, table, key, field, reason, found, supported } = error as Known;
  switch (name) {
    case 'FileRefused':
      return { what: 'This is no export of svc Playground', why: message };
    case 'SnapshotTooNew':
      return {
        what: 'This file was written by a later release',
        why: `Its schema version is ${found}; this release reads versions up to ${supported}. Reload the page to get the newest release, or import it where it was written.`,
      };
    case 'SnapshotInvalid':
      if (typeof table !== 'string')
        return { what: 'This is no export of svc Playground', why: cut(`The file ${reason ?? 'says so'}.`) };
      return {
        what: 'This file is damaged',
        why: `${cut(placeOf(table, key, field))}: ${cut(reason ?? '')}.`,
      };
    default:
      return { what: 'This file could not be read', why: cut(message) };
  }
}

const placeOf = (table: string, key?: string | null, field?: string | null): string =>
  [`Table ${table}`, key != null && `row ${key}`, field != null && `field ${field}`]
    .filter(Boolean)
    .join(', ');
