import { figure } from '../parts/figures.ts';

/** Why a file cannot be imported, in words: from the worker's error, which may quote the file. */
export interface FileRefusal {
  readonly what: string;
  readonly why: string;
}

/** Fields of the errors with which the worker refuses a file. */
interface Known {
  readonly name: string;
  readonly message: string;
  readonly table?: string | null;
  readonly key?: string | null;
  readonly field?: string | null;
  readonly reason?: string;
  readonly found?: number;
  readonly supported?: number;
  readonly what?: string;
  readonly most?: number;
}

const longest = 120;
const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** "1.4 MB", "512 MB", kilobytes below 0.1 MB, and "11 bytes". */
export const megabytes = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  if (bytes < 100_000) return `${Math.ceil(bytes / 1024)} KB`;
  const mb = bytes / 1024 / 1024;
  return `${mb < 100 ? mb.toFixed(1) : figure(Math.round(mb))} MB`;
};

export function refusalOf(error: unknown): FileRefusal {
  const { name, message, table, key, field, reason, found = 0, supported, what, most = 0 } = error as Known;
  switch (name) {
    case 'FileTooLarge':
      return { what: 'This file is too large', why: tooLarge(what, megabytes(found), megabytes(most)) };
    case 'FileIncomplete':
      return { what: 'This file is only a part of an export', why: cut(message) };
    case 'FileRefused':
      return { what: 'This is not an export of svc Playground', why: message };
    case 'ScenarioInvalid':
      return { what: 'This scenario file cannot be used', why: `${cut(message)}.` };
    case 'SnapshotTooNew':
      return {
        what: 'This file was written by a later release',
        why: `Its schema version is ${found}; this release reads versions up to ${supported}. Reload the page to get the newest release, or import it where it was written.`,
      };
    case 'SnapshotInvalid':
      if (typeof table !== 'string') {
        const why = `${field == null ? 'The file' : `Its ${field}`} ${reason ?? 'cannot be read'}.`;
        return { what: 'This is not an export of svc Playground', why: cut(why) };
      }
      return {
        what: 'This file is damaged',
        why: `${cut(placeOf(table, key, field))}: ${cut(reason ?? '')}.`,
      };
    default:
      return { what: 'This file could not be read', why: cut(message) };
  }
}

function tooLarge(what: string | undefined, found: string, most: string): string {
  switch (what) {
    case 'others':
      return `Apart from products and feed runs it holds more than ${most}, which is the most that an import takes.`;
    case 'line':
      return `One of its lines has more than ${most}.`;
    case 'unpacked':
      return `It holds more than ${most}, which is the most that an import takes.`;
    default:
      return `It has ${found}; an import without products takes ${most} at most.`;
  }
}

const placeOf = (table: string, key?: string | null, field?: string | null): string =>
  [`Table ${table}`, key != null && `row ${key}`, field != null && `field ${field}`]
    .filter(Boolean)
    .join(', ');
