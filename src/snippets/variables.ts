import type { Literal } from './literal.ts';

/** How many variables may refer to one another in a chain. */
const deepest = 30;

/** Names that a program gives to values. Each is read where it is used, so that one that cannot be read hurts nobody. */
export class Variables {
  readonly #places: ReadonlyMap<string, number>;
  readonly #read: (at: number) => Literal;
  readonly #open = new Set<string>();
  readonly #known = new Map<string, Literal>();

  /** `places`: where the value of each begins. */
  constructor(places: ReadonlyMap<string, number>, read: (at: number) => Literal) {
    this.#places = places;
    this.#read = read;
  }

  /** undefined for a name that is given no value, or one that needs itself. */
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

/** Where each name is first given a value, outside of texts and comments. */
export function placesOf(text: string, token: RegExp, assignment: RegExp): Map<string, number> {
  const places = new Map<string, number>();
  for (let at = 0; at < text.length;) {
    assignment.lastIndex = at;
    // What follows a point is a member, and its name stands for nothing by itself.
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
