import type { FeedPreview, GeneratedOutlook, NextRuns } from '../../../../worker/api.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import type { FeedFormat, SourceForm } from './form.svelte.ts';
import { startOf } from './schedule.ts';

/** The bytes at the start of a file that are inspected. */
const headBytes = 64 * 1024;
/** A recipe is sent after this pause in typing, in ms. */
const pauseMs = 250;

/** The worker's answers about the form: the first rows, the size of a generated file, the next runs. */
export class Outlook {
  readonly #session: PageSession;
  readonly #form: SourceForm;
  preview = $state.raw<FeedPreview | null>(null);
  generated = $state.raw<GeneratedOutlook | null>(null);
  next = $state.raw<NextRuns | null>(null);
  /** Why the file cannot be inspected. */
  failure = $state<string | null>(null);
  #asked = 0;

  constructor(session: PageSession, form: SourceForm) {
    this.#session = session;
    this.#form = form;
  }

  /** Call it in an effect, which runs it again when an input changes. Returns a function that stops it. */
  lookAtFile(): () => void {
    const { kind, file, stored, readAs, recipe } = this.#form;
    if (kind === 'generate') {
      const timer = setTimeout(() => void this.#ask(() => this.#askGenerated(recipe)), pauseMs);
      return () => clearTimeout(timer);
    }
    this.generated = null;
    void this.#ask(async () => {
      const head = kind === 'file' ? await this.#headOf(file, stored) : null;
      return head && this.#session.playground.ask('sources.preview', head.bytes, readAs, head.isWhole);
    });
    return () => undefined;
  }

  /** The same for the schedule. */
  lookAtSchedule(): void {
    const { schedule, problems } = this.#form;
    if (problems.time) return;
    const { frequency, zone: time_zone } = schedule;
    const start_time = startOf(schedule, this.#session.clock.state.platformNow);
    void this.#session.playground
      .ask('sources.dueTimes', { frequency, repeat: 1, start_time, time_zone })
      .then((next) => (this.next = next));
  }

  async #ask(look: () => Promise<FeedPreview | null>): Promise<void> {
    const asked = ++this.#asked;
    try {
      const preview = await look();
      if (asked !== this.#asked) return;
      [this.preview, this.failure] = [preview, null];
      this.#form.found = preview && formatOf(preview);
    } catch (cause) {
      if (asked !== this.#asked) return;
      [this.preview, this.failure] = [null, cause instanceof Error ? cause.message : String(cause)];
    }
  }

  async #askGenerated(recipe: SourceForm['recipe']): Promise<FeedPreview | null> {
    if (!recipe) return this.preview;
    this.generated = await this.#session.playground.ask('sources.generated', recipe);
    return this.generated.preview;
  }

  async #headOf(file: File | null, stored: string | null) {
    if (stored !== null) return this.#session.playground.fileHead(stored);
    if (!file) return null;
    const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
    return { bytes, isWhole: file.size <= headBytes };
  }
}

const formatOf = ({ found: { format } }: FeedPreview): FeedFormat | null =>
  format === 'RSS' || format === 'ATOM' ? 'XML' : format;
