/** The bytes of a file as they arrive: counted, digested, unpacked and limited (choice: catalog-feeds). */
import { unshared } from '../http/unshared.ts';
import type { Means } from '../declaration/work.ts';
import { SourceFailed } from '../http/open.ts';
import type { FeedFile } from '../state/tables/catalog.ts';
import { FileDigest } from './digest.ts';
import { inGroups } from '../spec/in-groups.ts';
import { FeedFailed } from './failure.ts';

/** Limit of the fetched and of the unpacked bytes: 8 GB (specification 2.6). */
export const mostBytes = 8e9;
/** Largest ratio of unpacked to packed bytes. */
const mostUnpacked = 1000;
/** Up to this many unpacked bytes any ratio is allowed, because a short file may repeat a single letter. */
const leastUnpacked = 1024 * 1024;
/** How many packed bytes are unpacked at a time. Even at a thousand times its length a piece stays small. */
const packedPiece = 16 * 1024;

export class FeedBytes {
  #fetched = 0;
  #unpacked = 0;
  #isPacked = false;
  readonly #digest: FileDigest;

  constructor(
    private readonly body: ReadableStream<Uint8Array>,
    private readonly means: Pick<Means, 'signal' | 'sha256'>,
    private readonly most = mostBytes,
  ) {
    this.#digest = new FileDigest(means.sha256);
  }

  /** The number of bytes as fetched. */
  get fetched(): number {
    return this.#fetched;
  }

  get unpacked(): number {
    return this.#unpacked;
  }

  /** Whether the file starts like gzip. */
  get isPacked(): boolean {
    return this.#isPacked;
  }

  /** Length and digest of the bytes read so far. */
  async file(): Promise<FeedFile> {
    return { bytes: this.#fetched, digest: await this.#digest.hex() };
  }

  /** The bytes as fetched. Throws `FeedFailed`. */
  async *raw(): AsyncGenerator<Uint8Array, void, undefined> {
    const reader = this.body.getReader();
    // Cancelling the reader ends a pending read.
    const stop = () => void reader.cancel().catch(() => undefined);
    this.means.signal.addEventListener('abort', stop);
    let isOver = false;
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        this.#fetched += value.length;
        if (this.#fetched > this.most) throw tooLarge('it has', this.most);
        this.#digest.add(value);
        yield value;
      }
      isOver = true;
    } catch (error) {
      throw sourceFailure(error);
    } finally {
      this.means.signal.removeEventListener('abort', stop);
      if (!isOver) stop();
    }
  }

  /** The bytes, unpacked if they start like gzip. Throws `FeedFailed`. */
  async *unpackedPieces(): AsyncGenerator<Uint8Array, void, undefined> {
    const raw = this.raw();
    const first = await raw.next();
    if (first.done) return;
    const pieces = withFirst(first.value, raw);
    this.#isPacked = first.value[0] === 0x1f && (first.value[1] ?? 0x8b) === 0x8b;
    for await (const piece of this.#isPacked ? this.#gunzip(pieces) : pieces) {
      this.#unpacked += piece.length;
      if (this.#unpacked > this.most) throw tooLarge('unpacked it has', this.most);
      yield piece;
    }
  }

  async *#gunzip(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    const pack = new DecompressionStream('gzip');
    const writer = pack.writable.getWriter();
    let failure: unknown = null;
    let written = 0;
    const writing = (async () => {
      try {
        for await (const piece of pieces)
          for (let at = 0; at < piece.length; at += packedPiece) {
            const part = piece.subarray(at, at + packedPiece);
            written += part.length;
            await writer.write(unshared(part));
          }
        await writer.close();
      } catch (error) {
        failure = error;
        await writer.abort(error).catch(() => undefined);
      }
    })();
    const reader = pack.readable.getReader();
    let out = 0;
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        out += value.length;
        if (out > leastUnpacked && out > written * mostUnpacked)
          throw new FeedFailed('UNPACKS_TOO_FAR', `it unpacks to more than ${mostUnpacked} times its length`);
        yield value;
      }
      await writing;
    } catch (error) {
      if (error instanceof FeedFailed) throw error;
      if (failure instanceof FeedFailed) throw failure;
      throw new FeedFailed('NOT_GZIP', 'it starts like gzip, but cannot be unpacked to its end');
    } finally {
      void reader.cancel().catch(() => undefined);
    }
  }
}

async function* withFirst(
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield first;
  yield* rest;
}

export const tooLarge = (what: string, most = mostBytes): FeedFailed =>
  new FeedFailed('FEED_TOO_LARGE', `${what} more than ${inGroups(most)} bytes`);

function sourceFailure(error: unknown): unknown {
  if (!(error instanceof SourceFailed)) {
    if (error instanceof FeedFailed) return error;
    return new FeedFailed('SOURCE_ENDED_EARLY', error instanceof Error ? error.message : String(error));
  }
  return new FeedFailed(error.reason === 'stalled' ? 'SOURCE_STALLED' : 'SOURCE_ENDED_EARLY', error.message);
}
