/**
 * A stream on its way from the engine to the page that reads it. Flow is controlled by credit: the reader grants what
 * it has read, and the source sends no more than that and buffers a bounded rest. If a reader falls behind further,
 * the stream ends, like a connection to a real platform would: the reader gets the buffered part, and then the
 * reason.
 */

/** From the source to the reader. A complete stream ends without a reason. */
export type Down =
  | { readonly type: 'chunk'; readonly bytes: Uint8Array }
  | { readonly type: 'end'; readonly reason: string | null };
/** From the reader to the source. */
export type Up = { readonly type: 'credit'; readonly weight: number } | { readonly type: 'cancel' };

/** The weight of a chunk: its bytes, and the cost of holding it. */
export const weigh = (chunk: Uint8Array): number => chunk.length + 64;
/** The most weight that may be sent without having been read. */
export const firstCredit = 256 * 1024;
