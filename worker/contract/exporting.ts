/** An export as a page gets it. */
import type { ExportHead } from './transfer.ts';

export interface Exporting extends ExportHead {
  /** The file. Cancel it when it is not wanted. Fails with `StreamEnded` when the engine that writes it ends. */
  readonly body: ReadableStream<Uint8Array>;
}
