import type { FirstSteps, Playground } from '../../worker/api.ts';
import { ofPlayground } from '../parts/storage.ts';
import type { ViewId } from '../router.ts';

const slot = ofPlayground('welcome:1');
const seen = 'seen';

/**
 * What this is, in one line, and three things to do, which the log of exchanges ticks off. It is shown until it is
 * closed, and again when somebody asks or resets.
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

  /** Reads the log now and whenever a call was answered. Returns the way to stop. */
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

  /** When all is done, the line goes as soon as another view is opened. */
  enter(view: ViewId): void {
    if (this.isOver && view !== this.#view) this.close();
    this.#view = view;
  }

  /** Asks one question at a time. All that is answered meanwhile, as in a load, leads to one more. */
  async #look(): Promise<void> {
    this.#isOutdated = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#isOutdated) {
      this.#isOutdated = false;
      // Without an answer nothing changes, and the next call asks again.
      this.steps = await this.#playground.ask('firstSteps.taken').catch(() => this.steps);
    }
    this.#isAsking = false;
  }
}
