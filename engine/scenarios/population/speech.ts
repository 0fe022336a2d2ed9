/** Turns patterns into sentences, so that neither a pattern nor an option in it is repeated soon. */
import { atLeast, itemAt } from '../../checked/known.ts';
import type { Random } from '../../state/random.ts';

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const numbers = ['three', 'four', 'five', 'six', 'seven', 'nine', 'eleven', 'twelve'];

export class Speech {
  /** The option taken last, by the text of the choice. */
  readonly #taken = new Map<string, number>();

  constructor(private readonly random: Random) {}

  /** Takes a card from the front half of a deck and puts it at the end. */
  deal<T>(deck: T[]): T {
    const [card] = atLeast(deck.splice(this.random.below(Math.ceil(deck.length / 2)), 1), 1);
    deck.push(card);
    return card;
  }

  /** A sentence made from a pattern. */
  say(pattern: string): string {
    const text = pattern
      .replace(/\{([^}]*)\}/g, (_, options: string) => this.#choose(options.split('|'), options))
      .replace(/\$(day|num|big)/g, (_, kind: string) =>
        kind === 'day'
          ? this.#choose(days, kind)
          : kind === 'num'
            ? this.#choose(numbers, kind)
            : String(13 + this.random.below(83)),
      );
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  #choose(options: readonly string[], name: string): string {
    const last = this.#taken.get(name) ?? this.random.below(options.length);
    const next = (last + 1 + this.random.below(options.length - 1 || 1)) % options.length;
    this.#taken.set(name, next);
    return itemAt(options, next);
  }
}
