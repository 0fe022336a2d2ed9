import type { FirstSteps, Playground } from '../../worker/api.ts';
import { ofPlayground } from '../parts/storage.ts';
import type { ViewId } from '../router.ts';

const slot = ofPlayground('welcome:1');
const seen = 'seen';

/**
 * Explains the playground in one line, with three things to do, which are ticked off from the log of exchanges. Shown
 * until it is closed, and again after a reset or on request.
 */
export class Welcome {
  isShown = $state(slot.read() !== seen);
  /** null until the log was read. */
  steps = $state.raw<FirstSteps | null>(null);
  readonly #playground: Pick<Playground, 'ask' | 'subscribe'>;
  #view: ViewId | null = null;
  #isAsking = false;
  #isOutdated = false;

  constructor({ playground }: { readonly playground: Pick<Playground, 'ask' | 'subscribe'> }) {
    this.#playground = playground;
  }

  /** Reads the log now and after every call. Returns the way to stop. */
  follow = (): (() => void) => {
    void this.#look();
    return this.#playground.subscribe(({ type }) => {
      if (type === 'restarted' || (type === 'exchange' && !this.isOver)) void this.#look();
    });
  };

  get isOver(): boolean {
    return !!this.steps && Object.values(this.steps).every((step) => step !== null);
  }

  show = (): void => {
    this.isShown = true;
  };

  close = (): void => {
    this.isShown = false;
    slot.write(seen);
  };

  /** When all is done, the line disappears with the next change of view. */
  enter(view: ViewId): void {
    if (this.isOver && view !== this.#view) this.close();
    this.#view = view;
  }

  /** Asks one question at a time. All answers that arrive meanwhile, as in a load, cause only one more. */
  async #look(): Promise<void> {
    this.#isOutdated = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#isOutdated) {
      this.#isOutdated = false;
      // If the question fails, nothing changes, and the next call asks again.
      this.steps = await this.#playground.ask('firstSteps.taken').catch(() => this.steps);
    }
    this.#isAsking = false;
  }
}
