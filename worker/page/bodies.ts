/** Answers with their streams, as a page gets them. */
import type { Exchange } from '../../engine/inside.ts';
import type { Exporting } from '../contract/exporting.ts';
import type { JustSent } from '../contract/sent.ts';
import type { ExportHead } from '../contract/transfer.ts';

/** `stream`: the source of the bytes, for a stream that was just opened. */
export async function sentOf(exchange: Exchange, stream: MessagePort | undefined): Promise<JustSent> {
  const { outcome } = exchange;
  if (outcome.kind !== 'stream') return { outcome, exchange };
  return { outcome: { ...outcome, body: await bodyOf(stream) }, exchange };
}

export const exportingOf = async (head: ExportHead, stream: MessagePort | undefined): Promise<Exporting> => ({
  ...head,
  body: await bodyOf(stream),
});

async function bodyOf(stream: MessagePort | undefined): Promise<ReadableStream<Uint8Array>> {
  if (!stream) throw new Error('A stream came without its body');
  const { readStream } = await import('../streams/reader.ts');
  return readStream(stream);
}
