/**
 * The whole playground as one file: what `export` gives and `import` takes. A snapshot of the platform, which holds its
 * keys and tokens, and beside it what the vault keeps of them. Whatever comes in may have been made by anybody.
 */
import { base64 } from '../../engine/index.ts';
import type { Credential, Snapshot } from '../../engine/index.ts';
import { longestFile } from './limits.ts';

/** A snapshot as it leaves. Files of before July 2026 have the snapshot alone. */
export interface Exported extends Snapshot {
  /** The release that wrote it. */
  readonly release?: string;
  /** When, by the real clock, as ISO 8601. */
  readonly exported?: string;
  /** What the page keeps of the credentials that are in force. */
  readonly vault?: readonly Credential[];
}

/** The file was not even read: nothing was taken over. */
export class FileRefused extends TypeError {
  override readonly name = 'FileRefused';
}

/** JSON in UTF-8; bytes in it are `{"$bytes": "<base64>"}`. */
export const encodeFile = (exported: Exported): Uint8Array =>
  new TextEncoder().encode(
    JSON.stringify(exported, (_, value: unknown) =>
      value instanceof Uint8Array ? { $bytes: base64(value) } : value,
    ),
  );

/** What a file says, whatever that is: an engine that continues from it looks at all of it. Throws `FileRefused`. */
export function decodeFile(file: Uint8Array): Exported {
  if (file.length > longestFile) throw new FileRefused('It is larger than 64 MB.');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    throw new FileRefused('It is no text in UTF-8.');
  }
  try {
    return JSON.parse(text) as Exported;
  } catch {
    throw new FileRefused('It is no JSON, or only a part of it.');
  }
}
