/**
 * The clock while a flow that is shown has stopped it (decisions/flow-clock.md). A browser lock lasts as long as this
 * page: a page that gets the lock later, and finds the mark, lets the clock run.
 */
import type { PageSession } from '../../../state/session.svelte.ts';
import { takeLock } from './lock.ts';
import { clearMark, writeMark } from './mark.ts';
import type { FlowMark } from './mark.ts';

export class ClockHold {
  readonly #session: PageSession;
  #release: (() => void) | null = null;
  /** How long the clock ran, in ms, while another view was shown. */
  ranFor = $state(0);
  /** When that began, on the platform's clock. */
  #leftAt: number | null = null;
  /** Requests run one after another, because the person may return before the platform has answered. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(session: PageSession) {
    this.#session = session;
  }

  /** False once the person has let the clock run: the flow does not stop it again. */
  get isHeld(): boolean {
    if (this.#release && !this.#session.clock.frozen) this.#forget();
    return this.#release !== null;
  }

  /** Stops the clock, unless it is already stopped or another tab's flow holds it. */
  take(mark: FlowMark): Promise<void> {
    return this.#inTurn(() => this.#take(mark));
  }

  note(mark: FlowMark): void {
    if (this.isHeld) writeMark(mark);
  }

  /** Lets the clock run if this flow stopped it. */
  letGo(): Promise<void> {
    return this.#inTurn(async () => {
      this.ranFor = 0;
      this.#leftAt = null;
      await this.#resume();
    });
  }

  /** Lets it run until `comeBack`. */
  leave(): Promise<void> {
    return this.#inTurn(async () => {
      const at = this.#session.clock.now;
      if (await this.#resume()) this.#leftAt = at;
    });
  }

  comeBack(mark: FlowMark): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#leftAt === null) return;
      await this.#take(mark);
      this.ranFor += Math.max(0, this.#session.clock.now - this.#leftAt);
      this.#leftAt = null;
    });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #take(mark: FlowMark): Promise<void> {
    if (this.#release || this.#session.clock.frozen) return;
    const release = await takeLock();
    if (!release) return;
    this.#release = release;
    writeMark(mark);
    await this.#session.clock.freeze();
  }

  async #resume(): Promise<boolean> {
    if (!this.isHeld) return false;
    await this.#session.clock.resume();
    this.#forget();
    return true;
  }

  #forget(): void {
    clearMark();
    this.#release?.();
    this.#release = null;
  }
}
