import { Unreadable } from '../curl/types.ts';
import { matchAt } from '../curl/ends.ts';

/** The limit of nested brackets. */
const deepest = 40;

/** A position in a text, which patterns advance. */
export class Scanner {
  readonly text: string;
  at: number;
  #depth = 0;
  readonly #gap: RegExp;

  /** `gap`: white space and comments, sticky. */
  constructor(text: string, at: number, gap: RegExp) {
    this.text = text;
    this.at = at;
    this.#gap = gap;
  }

  skip(): void {
    this.at += matchAt(this.#gap, this.text, this.at)?.[0].length ?? 0;
  }

  /** Skips white space, then the pattern (sticky) if it matches. */
  take(pattern: RegExp): RegExpExecArray | null {
    this.skip();
    const match = matchAt(pattern, this.text, this.at);
    if (match) this.at += match[0].length;
    return match;
  }

  peek(pattern: RegExp): boolean {
    this.skip();
    return matchAt(pattern, this.text, this.at) !== null;
  }

  expect(pattern: RegExp, what: string): void {
    if (!this.take(pattern)) throw this.unreadable(`${what} is missing here.`);
  }

  unreadable(problem: string, start = this.at): Unreadable {
    return new Unreadable(problem, start, Math.max(start + 1, Math.min(this.text.length, this.at + 1)));
  }

  /** Reads the content of brackets. */
  inside<T>(read: () => T): T {
    if (this.#depth >= deepest) throw this.unreadable(`Brackets are nested more than ${deepest} deep.`);
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }
}
