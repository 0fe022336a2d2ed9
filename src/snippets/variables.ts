import type { Literal } from './literal.ts';

/** The limit of variables that refer to each other in a chain. */
const deepest = 30;

/** Variables of a program. Each is read when it is used, so an unreadable one that is not used does no harm. */
export class Variables {
  readonly #places: ReadonlyMap<string, number>;
  readonly #read: (at: number) => Literal;
  readonly #open = new Set<string>();
  readonly #known = new Map<string, Literal>();

  /** `places`: where each value starts. */
  constructor(places: ReadonlyMap<string, number>, read: (at: number) => Literal) {
    this.#places = places;
    this.#read = read;
  }

  /** undefined for a name without a value, or one that refers to itself. */
  valueOf(name: string): Literal | undefined {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const at = this.#places.get(name);
    if (at === undefined || this.#open.has(name) || this.#open.size >= deepest) return undefined;
    this.#open.add(name);
    try {
      const value = this.#read(at);
      this.#known.set(name, value);
      return value;
    } finally {
      this.#open.delete(name);
    }
  }
}

/** Where each name first gets a value, outside texts and comments. */
export function placesOf(text: string, token: RegExp, assignment: RegExp): Map<string, number> {
  const places = new Map<string, number>();
  for (let at = 0; at < text.length;) {
    assignment.lastIndex = at;
    // After a dot comes a member, which is not a variable.
    const given = /[\w$.]/.test(text[at - 1] ?? '') ? null : assignment.exec(text);
    const [whole = '', name] = given ?? [];
    if (given && name !== undefined) {
      if (!places.has(name)) places.set(name, at + whole.length);
      at += whole.length;
      continue;
    }
    token.lastIndex = at;
    at += token.exec(text)?.[0].length || 1;
  }
  return places;
}
