/** Records, outside the browser, every delivery to a receiver; and kills the browser in between. */
import type { Seen } from './harness/witness.ts';

/** A delivery that came to a receiver. */
export interface Came {
  readonly host: string;
  readonly id: string;
  /** The number of the post that it reports. */
  readonly number: number;
  readonly life: number;
  /** The answer, or why there is none; null if the browser was killed first. */
  outcome: number | string | null;
}

export class DeliveriesWitness {
  readonly came: Came[] = [];
  /** Numbers of the posts that were answered with 201. */
  readonly posted: number[] = [];
  readonly #calls = new Map<string, Came>();
  #life = 0;
  #stepsLeft = Infinity;
  #end: () => void = () => {};

  /** Starts recording another life; resolves after this many steps, which are deliveries and their answers. */
  begin(life: number, steps: number): Promise<void> {
    this.#life = life;
    this.#stepsLeft = steps;
    return new Promise((resolve) => (this.#end = resolve));
  }

  readonly tell = (seen: Seen): void => {
    if (seen.kind === 'answered') this.#calls.get(seen.call)!.outcome = seen.outcome;
    else {
      const { event_id: id, post_create_events: posts } = JSON.parse(seen.body) as {
        event_id: string;
        post_create_events: [{ text: string }];
      };
      const number = Number(/^event (\d+)$/.exec(posts[0].text)![1]);
      const came = { host: seen.host, id, number, life: this.#life, outcome: null };
      this.#calls.set(seen.call, came);
      this.came.push(came);
    }
    if (--this.#stepsLeft <= 0) this.#end();
  };

  readonly acknowledge = (number: number): void => void this.posted.push(number);

  /** Deliveries that a kill interrupted. */
  get cutShort(): readonly Came[] {
    return this.came.filter(({ outcome }) => outcome === null);
  }

  /** Deliveries of an event that had arrived in an earlier life. */
  get again(): readonly Came[] {
    const lives = new Map<string, number>();
    return this.came.filter(({ id, life }) => {
      const first = lives.get(id);
      if (first === undefined) lives.set(id, life);
      return first !== undefined && first < life;
    });
  }
}
