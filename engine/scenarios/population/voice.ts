/** How a user words a text: recently drawn cards are not repeated, and no text is posted twice. */
import type { Person } from './people.ts';
import { Speech } from './speech.ts';
import type { Topic } from './topics.ts';
import type { Town } from './town.ts';

export class Voices {
  readonly #speech: Speech;
  readonly #texts = new Set<string>();
  /** The cards that each user drew last. */
  readonly #recent = new Map<Person, unknown[]>();

  constructor(
    private readonly town: Town,
    /** Cards that fit every topic. */
    private readonly any: Topic,
  ) {
    this.#speech = new Speech(town.random);
  }

  /** A card that this user has not drawn for a while. */
  draw<T>(author: Person, deck: T[]): T {
    const recent = this.#recent.get(author) ?? [];
    this.#recent.set(author, recent);
    let card = this.#speech.deal(deck);
    for (let again = 0; again < 6 && recent.includes(card); again++) card = this.#speech.deal(deck);
    recent.push(card);
    if (recent.length > 14) recent.shift();
    return card;
  }

  say(author: Person, pattern: string): string {
    const text = this.#speech.say(pattern);
    return author.voice.includes('l') ? text.toLowerCase().replace(/\.$/, '') : text;
  }

  /** A statement, often with a second sentence. */
  state(author: Person, { said }: Topic): string {
    const { town } = this;
    const first = this.draw(author, said['.']);
    const follows = author.voice.includes('s') ? 0 : author.voice.includes('w') ? 0.7 : 0.35;
    const second =
      said['+'].length > 0 && town.chance(follows)
        ? ` ${this.#speech.say(this.draw(author, said['+']))}`
        : '';
    return this.say(author, first + second);
  }

  /** A reaction, comment or reply: from the topic or from those that fit every topic. */
  react(author: Person, { said }: Topic, mark: '!' | '>' | '~' | '"'): string {
    const own = said[mark];
    const isOwn = own.length > 0 && this.town.chance(own.length / (own.length + 4));
    return this.fresh(() => this.say(author, this.draw(author, isOwn ? own : this.any.said[mark])));
  }

  /** Tries until the text is one that no one has posted. */
  fresh(make: () => string): string {
    let text = make();
    for (let again = 0; again < 9 && this.#texts.has(text); again++) text = make();
    this.#texts.add(text);
    return text;
  }
}
