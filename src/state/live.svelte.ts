import { untrack } from 'svelte';
import type { Playground, PlaygroundEvent } from '../../worker/api.ts';
import { messageOf } from './message-of.ts';

interface Followed {
  readonly playground: Pick<Playground, 'subscribe'>;
}

/** A file that did not arrive: Chromium, Firefox and WebKit each say it in their own way. */
const isNotLoaded = /dynamically imported module|importing a module script/i;
const failureOf = (message: string): string =>
  isNotLoaded.test(message)
    ? 'A part of the playground could not be loaded from the server. Load the page again.'
    : message;

/** Asks the question, given the last answer or null. */
type Question<T> = (last: T | null) => T | Promise<T>;

export interface Asking {
  /** The events that may have changed the answer. Without this, only what the question reads can change it. */
  readonly when?: (event: PlaygroundEvent) => boolean;
  /**
   * How long an event waits before the question is asked again, in ms. Further events in that time are merged with it.
   */
  readonly pause?: number;
}

/**
 * The answer to a question, kept up to date while it is followed. What the question reads before its first `await` is
 * tracked if an effect follows it: when that changes, the question is asked again, and late answers to the earlier
 * question are dropped. The last answer stays until a newer one arrives, also after a failure.
 */
export class Live<T> {
  /** null before the first answer. */
  value = $state.raw<T | null>(null);
  /** Why the last question failed, as a sentence. */
  failure = $state<string | null>(null);
  /** Whether the question was answered or failed since it last changed. */
  isSettled = $state(false);
  readonly #page: Followed;
  readonly #question: Question<T>;
  readonly #when: (event: PlaygroundEvent) => boolean;
  readonly #pause: number;
  #followers = 0;
  #unsubscribe: (() => void) | undefined;
  /** Counts up when the question changes and when its last follower leaves: earlier answers are late. */
  #round = 0;
  #asking: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #isOutdated = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(page: Followed, question: Question<T>, { when = () => false, pause = 0 }: Asking = {}) {
    this.#page = page;
    this.#question = question;
    this.#when = when;
    this.#pause = pause;
  }

  /** Asks now, and again after each event that may have changed the answer. Returns the way to stop. */
  follow(): () => void {
    this.#followers += 1;
    this.#unsubscribe ??= this.#page.playground.subscribe((event) => {
      if (this.#when(event)) this.#hear();
    });
    this.#startRound();
    this.isSettled = false;
    void this.#ask();
    return () => {
      this.#followers -= 1;
      if (this.#followers > 0) return;
      this.#unsubscribe?.();
      this.#unsubscribe = undefined;
      this.#startRound();
    };
  }

  /**
   * Asks at once, or after the question under way. Resolves when an answer to a question from after this call has
   * arrived.
   */
  look(): Promise<void> {
    const round = this.#round;
    if (!this.#asking) return this.#ask();
    this.#next ??= this.#asking.then(() => {
      if (round !== this.#round) return this.#asking ?? undefined;
      this.#next = null;
      return this.#ask();
    });
    return this.#next;
  }

  #startRound(): void {
    this.#round += 1;
    this.#asking = this.#next = null;
    this.#forgetEvents();
  }

  #forgetEvents(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isOutdated = false;
  }

  #hear(): void {
    if (this.#asking) this.#isOutdated = true;
    else
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        void this.look();
      }, this.#pause);
  }

  #ask(): Promise<void> {
    this.#forgetEvents();
    const round = this.#round;
    const asking = this.#take(round).then(() => {
      if (round !== this.#round) return;
      this.#asking = null;
      if (this.#isOutdated) this.#hear();
    });
    this.#asking = asking;
    return asking;
  }

  async #take(round: number): Promise<void> {
    try {
      const value = await this.#question(untrack(() => this.value));
      if (round !== this.#round) return;
      this.value = value;
      this.failure = null;
    } catch (cause) {
      if (round !== this.#round) return;
      this.failure = failureOf(messageOf(cause));
    }
    this.isSettled = true;
  }
}

/** The same for a component, which follows it while mounted. */
export function live<T>(page: () => Followed, question: Question<T>, asking?: Asking): Live<T> {
  const made = new Live<T>(page(), question, asking);
  $effect(() => made.follow());
  return made;
}
