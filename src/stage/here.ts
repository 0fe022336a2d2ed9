import type { Playground } from '../../worker/api.ts';
import { exchangeAt } from '../exchange/exchange-at.ts';
import type { PageSession } from '../state/session.svelte.ts';
import type { Visit } from '../state/visit.ts';
import { digestOf } from './digest.ts';
import { drawFrom } from './seeded-random.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Rehearsal } from './rehearsal.svelte.ts';

interface StageActs {
  readonly again: () => Promise<void>;
  readonly leave: () => Promise<void>;
  /** Starts it with another seed. */
  readonly reseed: (seed: string) => Promise<void>;
  /** Stores the seed and the size for a reload. */
  readonly note: () => void;
}

/** One run on the stage: its world, and what is drawn from its seed. */
export class StageHere implements Visit<PageSession> {
  readonly called = 'stage';
  /** Each part of the page draws its nonces in turn, so all of them are there before anything can be done. */
  readonly drawnFirst = false;
  readonly again: () => Promise<void>;
  readonly leave: () => Promise<void>;
  #random: SeededRandom | null = null;
  #stop = (): void => undefined;
  /** The digests of the calls so far, in their order. */
  #read: Promise<void> = Promise.resolve();

  constructor(
    readonly Around: Visit<PageSession>['Around'],
    readonly stage: Rehearsal,
    private readonly world: { readonly playground: Playground; readonly end: () => void },
    readonly acts: StageActs,
  ) {
    this.again = acts.again;
    this.leave = acts.leave;
  }

  withholds = (): boolean => false;

  begin(): void {
    const random = drawFrom(this.stage.seed);
    this.#random = random;
    this.#stop = this.world.playground.subscribe((event) => {
      if (event.type !== 'exchange') return;
      // A call of the platform to a receiver comes in its own time.
      if (event.endpointId !== null) random.next();
      this.#read = this.#read.then(() => this.#add(event.sequence));
    });
  }

  /** Resolves when the stage has every call that was answered until now. */
  settled(): Promise<void> {
    return this.#read;
  }

  end(): void {
    this.#stop();
    this.#random?.end();
    this.world.end();
  }

  async #add(sequence: number): Promise<void> {
    const exchange = await exchangeAt(this.world.playground, sequence).catch(() => null);
    if (exchange?.direction === 'in') this.stage.add(await digestOf(exchange));
  }
}

export const stageHere = ({ visit }: PageSession): StageHere | null =>
  visit instanceof StageHere ? visit : null;
