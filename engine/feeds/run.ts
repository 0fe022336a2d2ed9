/** A run of a feed: fetches the file, reads it, and writes its rows in short transactions (choice: catalog-feeds). */
import { unshared } from '../http/unshared.ts';
import { Upserts } from '../catalog/products.ts';
import { Writer } from '../catalog/writers.ts';
import type { Means, Pending, Undertaking } from '../declaration/work.ts';
import type { Services } from '../declaration/services.ts';
import type { Write } from '../state/state.ts';
import type { FeedFile, FeedRun, FeedSample, ProductFeed } from '../state/tables/catalog.ts';
import { FeedBytes, mostBytes, tooLarge } from './bytes.ts';
import { inGroups } from '../spec/in-groups.ts';
import { FeedFailed } from './failure.ts';
import { RowIntake } from './intake.ts';
import { hasEnded } from './queue.ts';
import { partsOf } from './parts.ts';
import type { FeedPart } from './parts.ts';
import { BytePlaces } from './places.ts';
import { RunReport } from './report.ts';
import { readerFor } from './readers.ts';
import type { Rows } from './rows.ts';
import { SetChanges } from './set-changes.ts';
import { openSource } from './source.ts';
import type { Source } from './source.ts';
import { textOf } from './text.ts';
import { thinEarlier } from './thin.ts';
import { Samples } from './trace.ts';

/** A file that may be unchanged is held in memory up to this length until that is known. A longer one is fetched again. */
const heldAtMost = 16 * 1024 * 1024;

export const feedRun: Undertaking<string> = {
  async undertake({ data: runId }: Pending<string>, means: Means, platform: Services): Promise<void> {
    const { tables, state } = platform;
    const run = tables.feed_runs.get(runId);
    const feed = run && tables.product_feeds.get(run.feed_id);
    if (!feed || hasEnded(run)) return;
    if (run.status === 'RUNNING') {
      // The process that started the run has ended.
      means.transact(
        (write) => void write.feed_runs.update(runId, { status: 'INTERRUPTED', finished_at: state.now() }),
      );
      return;
    }
    means.transact(
      (write) => void write.feed_runs.update(runId, { status: 'RUNNING', started_at: state.now() }),
    );
    await means.settle();
    await new Run(run, feed, means, platform).carryOut();
  },
};

/** The run was cancelled, or its feed deleted. */
class Stopped extends Error {}

class Run {
  readonly #report: RunReport;
  readonly #sets: SetChanges;
  readonly #samples = new Samples();
  readonly #writer: Writer;
  readonly #began: number;
  #bytes: FeedBytes | null = null;
  /** The first line whose rows may not be stored yet. */
  #unkept = 1;
  #intake: RowIntake | null = null;
  #lines = 0;
  /** Bytes of the unpacked file whose rows were processed. */
  #done = 0;

  constructor(
    private readonly run: FeedRun,
    private readonly feed: ProductFeed,
    private readonly means: Means,
    private readonly platform: Services,
  ) {
    this.#report = new RunReport(run.id);
    this.#writer = new Writer(feed.catalog_id, { run_id: run.id, feed_url: feed.feed_url });
    this.#sets = new SetChanges(feed.catalog_id, platform.state);
    this.#began = means.elapsed();
  }

  async carryOut(): Promise<void> {
    try {
      this.#mustHaveRoom();
      const source = await this.#open();
      const taken = this.#mayBeTheSame(source)
        ? await this.#takeUnlessSame(source)
        : await this.#take(source.body);
      this.#end(taken ? 'SUCCEEDED' : 'UNCHANGED', taken);
    } catch (error) {
      if (error instanceof Stopped || this.means.signal.aborted) return;
      if (!(error instanceof FeedFailed)) throw error;
      const { reason, message, line } = error;
      this.#end('FAILED', null, { reason, message, line });
    }
  }

  async #open(): Promise<Source> {
    const source = await this.#unlessStopped(openSource(this.feed.feed_url, this.means));
    if (source.length !== null && source.length > mostBytes) {
      void source.body.cancel().catch(() => undefined);
      throw tooLarge('it announces');
    }
    this.#change((write) => void write.feed_runs.update(this.run.id, { length: source.length }));
    return source;
  }

  /** Rejects when the run is cancelled, so that a silent source does not block the runs that wait for this one. */
  async #unlessStopped(opening: Promise<Source>): Promise<Source> {
    const { signal } = this.means;
    let stop!: () => void;
    const stopped = new Promise<never>((_, reject) => (stop = () => reject(new Stopped())));
    signal.addEventListener('abort', stop);
    try {
      return await Promise.race([opening, stopped]);
    } catch (error) {
      // A body that arrives too late is not read.
      opening.then(({ body }) => body.cancel()).catch(() => undefined);
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  #mayBeTheSame({ length }: Source): boolean {
    const { taken } = this.feed;
    return taken !== null && (length === null || length === taken.bytes);
  }

  /** Writes the rows of a file; null if it is the file of the last successful run. */
  async #takeUnlessSame(source: Source): Promise<FeedFile | null> {
    const { taken } = this.feed;
    let held: Uint8Array<ArrayBuffer>[] | null = [];
    const bytes = (this.#bytes = new FeedBytes(source.body, this.means));
    for await (const piece of bytes.raw()) {
      if (bytes.fetched > heldAtMost) held = null;
      else held?.push(unshared(piece));
    }
    this.#mustGoOn();
    const file = await bytes.file();
    if (file.bytes === taken?.bytes && file.digest === taken.digest) return null;
    return this.#take(held ? new Blob(held).stream() : (await this.#open()).body);
  }

  /** Writes the rows of a file. Returns the file's length and digest. */
  async #take(body: ReadableStream<Uint8Array>): Promise<FeedFile> {
    const bytes = (this.#bytes = new FeedBytes(body, this.means));
    const places = new BytePlaces();
    const intake = (this.#intake = new RowIntake(this.#report, places));
    const texts = textOf(bytes.unpackedPieces(), places);
    const parts = partsOf(texts, readerFor(this.feed.feed_format), places, () => this.#mustGoOn());
    try {
      await this.#takeParts(parts, intake, places);
    } finally {
      // Not awaited: if the file was not read to its end, this may wait for a silent source.
      void parts.return().catch(() => undefined);
    }
    return bytes.file();
  }

  /** Reads the next part while the rows of the current one are being stored. */
  async #takeParts(
    parts: AsyncIterator<FeedPart, void>,
    intake: RowIntake,
    places: BytePlaces,
  ): Promise<void> {
    let next = parts.next();
    for (;;) {
      const { done, value: part } = await next;
      if (done) return;
      this.#takePart(part, intake);
      const kept = this.means.settle();
      next = parts.next();
      next.catch(() => undefined); // it is awaited when this part is stored
      await kept;
      this.#mustHaveRoom();
      this.#unkept = part.rows.lineAfter;
      places.forgetBefore(part.end);
    }
  }

  #takePart({ rows, bytes }: FeedPart, intake: RowIntake): void {
    const hasMoved = this.#sets.during(() =>
      this.#change((write) => {
        this.#takeRows(rows, intake, write);
        this.#done = bytes;
        const reported = this.#reported(write);
        if (this.#samples.take(this.#sample(reported))) this.#trace(write);
        const columns = rows.columns.map(({ name, attribute }) => ({
          name,
          attribute: attribute?.name ?? null,
        }));
        write.feed_runs.update(this.run.id, { ...reported, columns });
      }),
    );
    // Stored in the same commit.
    if (hasMoved)
      this.#change((write) => void write.feed_runs.update(this.run.id, { sets: this.#sets.result() }));
  }

  #takeRows(rows: Rows, intake: RowIntake, write: Write): void {
    const { state, tables } = this.platform;
    const catalog = tables.catalogs.must(this.feed.catalog_id);
    const upserts = new Upserts(catalog, tables, write, this.#writer, this.#sets.judge);
    intake.take(rows, upserts);
    upserts.finish(state.now());
    this.#lines = rows.lineAfter - 1;
  }

  #mustHaveRoom(): void {
    if (!this.means.isFull()) return;
    const line = this.#unkept;
    throw new FeedFailed(
      'STORAGE_FULL',
      `storage is full: what was read from line ${inGroups(line)} on could not be kept`,
    );
  }

  #reported(write: Write): Pick<FeedRun, 'counts' | 'reasons' | 'changed' | 'lines' | 'sets'> {
    const { counts, ...rest } = this.#report.write(write);
    const { fetched: bytes = 0, unpacked = 0 } = this.#bytes ?? {};
    const sets = this.#sets.result();
    return { ...rest, sets, counts: { bytes, unpacked, ...counts }, lines: this.#lines };
  }

  #sample({ counts: { rows } }: Pick<FeedRun, 'counts'>): FeedSample {
    return { ms: Math.round(this.means.elapsed() - this.#began), bytes: this.#done, rows };
  }

  #trace(write: Write): void {
    const isPacked = this.#bytes?.isPacked ?? false;
    const samples = this.#samples.read();
    write.feed_traces.put({ run_id: this.run.id, isPacked, ...this.#report.slices.read(), samples });
  }

  #end(status: FeedRun['status'], taken: FeedFile | null, failure: FeedRun['failure'] = null): void {
    const { state, tables } = this.platform;
    this.#change((write) => {
      const reported = this.#reported(write);
      this.#samples.end(this.#sample(reported));
      this.#trace(write);
      const absent =
        status === 'SUCCEEDED' && this.#intake
          ? Math.max(0, tables.products.countBy('catalog', this.feed.catalog_id) - this.#intake.products)
          : null;
      const finished_at = state.now();
      write.feed_runs.update(this.run.id, { ...reported, status, failure, finished_at, absent });
      if (reported.counts.rejected > 0) thinEarlier(this.run, tables, write);
      // If the feed was changed in the meantime, this file does not belong to its current address.
      if (taken && tables.product_feeds.get(this.feed.id)?.updated_at === this.feed.updated_at)
        write.product_feeds.update(this.feed.id, { taken });
    });
  }

  /** Runs one transaction, unless the run was ended in the meantime. */
  #change(work: (write: Write) => void): void {
    this.#mustGoOn();
    this.means.transact(work);
  }

  #mustGoOn(): void {
    if (this.means.signal.aborted || this.platform.tables.feed_runs.get(this.run.id)?.status !== 'RUNNING')
      throw new Stopped();
  }
}
