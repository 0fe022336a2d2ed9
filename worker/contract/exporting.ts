/** An export as a page has it. */
import type { ExportHead } from './transfer.ts';

export interface Exporting extends ExportHead {
  /** The file. To be cancelled when it is not wanted; fails with `StreamEnded` when the engine that writes it is gone. */
  readonly body: ReadableStream<Uint8Array>;
}
