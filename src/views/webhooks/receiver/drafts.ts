import { isList, isRecord } from '../../../../worker/api.ts';
import { ofPlayground } from '../../../parts/storage.ts';
/** Unsaved code of receivers, kept in this browser's storage, like the vault. */

export interface WrittenCode {
  readonly code: string;
  /** When the code that it is based on was saved, in epoch ms of the platform; null for a new receiver. */
  readonly from: number | null;
}

/** By host; a new receiver has none. In the order of their last change. */
export type WrittenCodes = ReadonlyMap<string, WrittenCode>;

/** The ones changed longest ago are dropped. */
const mostDrafts = 8;
/** In UTF-16 code units. Longer code is kept only until the page closes. */
const longest = 131_072;

const slot = ofPlayground('receivers:1');

/** Damaged entries are dropped. Never throws. */
export function readDrafts(): WrittenCodes {
  try {
    const kept: unknown = JSON.parse(slot.read() ?? '[]');
    return new Map(Array.isArray(kept) ? kept.slice(-mostDrafts).filter(isKept) : []);
  } catch {
    return new Map();
  }
}

export function storeDrafts(drafts: WrittenCodes): void {
  const kept = [...drafts].filter(([, { code }]) => code.length <= longest).slice(-mostDrafts);
  slot.write(kept.length === 0 ? null : JSON.stringify(kept));
}

function isKept(each: unknown): each is [string, WrittenCode] {
  if (!isList(each) || each.length !== 2) return false;
  const [host, draft] = each;
  if (typeof host !== 'string' || host.length > 253 || !isRecord(draft)) return false;
  const { code, from } = draft;
  return typeof code === 'string' && code.length <= longest && (from === null || Number.isFinite(from));
}
