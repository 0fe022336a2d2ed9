import type { RejectedLine, RunHead, RunFigures } from '../../../../worker/api.ts';
import { onCatalogs } from '../../../merchants/watch.svelte.ts';
import { fileName } from '../../../merchants/words.ts';
import { Live } from '../../../state/live.svelte.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { whatIsNew } from './announce.ts';
import { inOrder } from './reasons.ts';

/** The shortest time between updates of the figures, in ms. */
const pause = 500;

/**
 * One run while it is shown. Figures that change are read twice a second, the others once, and the open row when it is
 * chosen.
 */
export class RunState {
  readonly session: PageSession;
  readonly id: string;
  readonly #live: Live<void>;
  detail = $state.raw<RunHead | null>(null);
  figures = $state.raw<RunFigures | null>(null);
  /** The open rejected row; null for none. */
  line = $state.raw<RejectedLine | null>(null);
  /** The indexes of the reasons, in the order shown. */
  order = $state.raw<readonly number[]>([]);
  /** The announcement for screen readers. */
  said = $state('');
  #chosen = $state.raw<{ readonly reason: number | null; readonly nth: number }>({ reason: null, nth: 0 });

  readonly name = $derived.by(() => (this.detail ? fileName(this.detail.feed.feed_url) : ''));
  readonly isUnderWay = $derived.by(
    () => this.figures?.status === 'QUEUED' || this.figures?.status === 'RUNNING',
  );
  readonly rejecting = $derived.by(() =>
    this.order.filter((at) => this.figures?.reasons[at]?.isWarning === false),
  );
  readonly warning = $derived.by(() => this.order.filter((at) => this.figures?.reasons[at]?.isWarning));
  /** The reason whose rows are shown: the first one until another is chosen. */
  readonly reason = $derived.by(() => this.#chosen.reason ?? this.rejecting[0] ?? null);

  constructor(session: PageSession, id: string) {
    this.session = session;
    this.id = id;
    this.#live = new Live(session, () => this.#read(), onCatalogs(pause));
  }

  /** Returns a function that stops it. */
  follow(): () => void {
    return this.#live.follow();
  }

  look(): Promise<void> {
    return this.#live.look();
  }

  /** Whether the platform has answered. */
  get isKnown(): boolean {
    return this.#live.isSettled;
  }

  /** Why there is nothing to show, as a sentence. */
  get failure(): string | null {
    return this.#live.failure;
  }

  async #read(): Promise<void> {
    const { playground } = this.session;
    const figures = await playground.ask('runs.figures', this.id);
    if (!this.detail || this.#mayHaveMore(figures)) this.detail = await playground.ask('runs.run', this.id);
    this.#take(figures);
    await this.#lookAtLine();
  }

  /** Opens a row of a reason. */
  async choose(reason: number | null, nth: number): Promise<void> {
    if (reason === this.#chosen.reason && nth === this.#chosen.nth) return;
    this.#chosen = { reason, nth };
    await this.#lookAtLine();
  }

  get nth(): number {
    return this.#chosen.nth;
  }

  /** The columns are known from the first rows on; other lasting data changes only with the status. */
  #mayHaveMore(figures: RunFigures | null): boolean {
    return (
      figures?.status !== this.figures?.status ||
      (this.detail?.columns.length === 0 && !!figures?.counts.rows)
    );
  }

  #take(figures: RunFigures | null): void {
    if (figures) {
      // A finished run does not grow any more: its reasons are sorted again, the largest first.
      const ends = this.isUnderWay && figures.finished_at !== null;
      this.order = inOrder(ends ? [] : this.order, figures.reasons);
      const news = whatIsNew(this.name, this.figures, figures);
      if (news !== '') this.said = news;
    }
    this.figures = figures;
  }

  async #lookAtLine(): Promise<void> {
    const { reason } = this;
    const { nth } = this.#chosen;
    if (reason === null) return;
    if (
      this.line?.nth === nth &&
      this.line.kept === this.figures?.reasons[reason]?.rows &&
      this.#lineOf === reason
    )
      return;
    const line = await this.session.playground.ask('runs.line', this.id, reason, nth);
    if (this.reason !== reason || this.#chosen.nth !== nth) return;
    this.line = line;
    this.#lineOf = reason;
  }

  #lineOf: number | null = null;
}
