/** Seeded randomness: the same seed makes the same requests, so that a failure can be repeated. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** At least 0, less than 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** 0 to `below` - 1. */
  int(below: number): number {
    return Math.floor(this.next() * below);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[this.int(list.length)];
    if (picked === undefined) throw new RangeError('nothing to pick from');
    return picked;
  }

  /** Includes each item of the list with this probability. */
  some<T>(list: readonly T[], probability: number): T[] {
    return list.filter(() => this.chance(probability));
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.int(256));
  }

  /** Texts that break parsers: escapes, delimiters, controls, lone surrogates, other scripts. */
  text(most = 12): string {
    return Array.from({ length: this.int(most + 1) }, () => this.pick(pieces)).join('');
  }
}

const pieces: readonly string[] = [
  ...'abcXYZ019-._~ ',
  ...'%&=+?#/\\"\'`<>{}[]()*!;:,@|^$',
  '\u0000',
  '\n',
  '\r\n',
  '\t',
  '\u007f',
  '\u0085',
  'é',
  'ß',
  '地',
  '🤝',
  '\u202e',
  '\ufeff',
  '\ufffd',
  '\ud83d',
  '\ude00',
  '%00',
  '%0d%0a',
  '%zz',
  '%',
  '%c3',
  '%ff',
  '%F0%9F%A4%9D',
  '__proto__',
  'constructor',
  'toString',
  'null',
  '-1',
  '1e309',
  '9999999999999999999',
  'https://x.example/?a=b#c',
  '@mira_holm',
  '#tag',
];
