import type { HarSummary, OpenedHarEntry } from '../../../har/log/contract.ts';
import { messageOf } from '../../../state/message-of.ts';
import type { OutlivesState, PageSession } from '../../../state/session.svelte.ts';
import { ExchangeList } from '../../../exchange/list/exchange-list.svelte.ts';

type Opened = Awaited<ReturnType<typeof newFile>>;
const newFile = async () => new (await import('../../../har/log/opened.ts')).OpenedHar();

/** An opened HAR file, beside the log. Nothing of it is stored. */
export class HarFile {
  readonly name: string;
  readonly bytes: number;
  readonly summary: HarSummary;
  readonly list: ExchangeList;
  /** Only entries that were changed in this way on reading; null for all. */
  change = $state.raw<string | null>(null);
  readonly #opened: Opened;

  constructor(session: PageSession, { name, size }: File, opened: Opened, summary: HarSummary) {
    this.name = name;
    this.bytes = size;
    this.summary = summary;
    this.#opened = opened;
    this.list = new ExchangeList(session, ({ filter, from, count }) =>
      opened.find({ filter, from, count, change: this.change }),
    );
  }

  show(change: string | null): void {
    this.change = change;
    void this.list.renew();
  }

  readonly entry = (number: number): Promise<OpenedHarEntry | null> => this.#opened.entry(number);

  close(): void {
    this.#opened.close();
  }
}

/** The HAR file that this tab has open. */
export class HarDesk implements OutlivesState {
  file = $state.raw<HarFile | null>(null);
  /** The name of the file that is being read. */
  reading = $state<string | null>(null);
  failure = $state.raw<{ readonly name: string; readonly says: string } | null>(null);
  readonly #session: PageSession;
  #latest: File | null = null;

  constructor(session: PageSession) {
    this.#session = session;
  }

  /** A file belongs to the person, not to the platform. */
  stateReplaced(): void {}

  /** Takes the place of the file before it, unless it cannot be read. False if it cannot. */
  async open(file: File): Promise<boolean> {
    this.#latest = file;
    [this.reading, this.failure] = [file.name, null];
    let opened: Opened | undefined;
    try {
      opened = await newFile();
      const summary = await opened.read(file, this.#session.endpoints);
      if (this.#latest !== file) throw new Error('Another file was opened.');
      this.file?.close();
      this.file = new HarFile(this.#session, file, opened, summary);
      this.reading = null;
      return true;
    } catch (cause) {
      opened?.close();
      if (this.#latest === file)
        [this.reading, this.failure] = [null, { name: file.name, says: messageOf(cause) }];
      return false;
    }
  }

  close(): void {
    this.file?.close();
    [this.file, this.failure] = [null, null];
  }
}
