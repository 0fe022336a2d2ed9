/**
 * A stream on its way from the engine to the page that reads it. Bytes travel on credit: the reader grants what it has
 * read, the source sends no more than it was granted and keeps a bounded rest. For a reader that falls behind farther
 * than that the stream ends, as the connection to a real platform would: it reads what was kept, and then the reason.
 */

/** From the source to the reader. A stream that is complete ends without a reason. */
export type Down =
  | { readonly type: 'chunk'; readonly bytes: Uint8Array }
  | { readonly type: 'end'; readonly reason: string | null };
/** From the reader to the source. */
export type Up = { readonly type: 'credit'; readonly weight: number } | { readonly type: 'cancel' };

/** What a chunk counts as: its bytes, and what it costs to hold it at all. */
export const weigh = (chunk: Uint8Array): number => chunk.length + 64;
/** What may be under way without having been read, by weight. */
export const firstCredit = 256 * 1024;
