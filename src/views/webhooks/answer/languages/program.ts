/** A correct receiver in a language, and how each known mistake would look in it. */
export interface SampleProgram {
  readonly lines: readonly string[];
  /** By the id of a part of a mistake. Mistakes without a counterpart in the language are absent. */
  readonly slips: Readonly<Record<string, Slip>>;
}

export interface Slip {
  /** From 1. */
  readonly line: number;
  readonly was: string;
  /** The repaired line, if it keeps the program's approach and so is not the original line. */
  readonly becomes?: string;
}

export interface Language {
  readonly id: string;
  readonly name: string;
  /** Answers a challenge. */
  readonly challenge: SampleProgram;
  /** Verifies the signature of a delivery. */
  readonly delivery: SampleProgram;
}

/** A line for display; `number` is null for the repaired one, which is shown under the wrong one. */
export interface ShownLine {
  readonly number: number | null;
  readonly kind: 'plain' | 'wrong' | 'repaired';
  readonly text: string;
  /** The part that differs from the other line, as a range of UTF-16 units; null for an ordinary line. */
  readonly changed: readonly [from: number, to: number] | null;
}

export const slip = (line: number, was: string, becomes?: string): Slip => ({
  line,
  was,
  ...(becomes === undefined ? {} : { becomes }),
});

/** The slips of these mistakes, the first of each line. */
export function slipsOf({ slips }: SampleProgram, ids: readonly string[]): ReadonlyMap<number, Slip> {
  const byLine = new Map<number, Slip>();
  for (const id of ids) {
    const found = Object.hasOwn(slips, id) ? slips[id]! : null;
    if (found && !byLine.has(found.line)) byLine.set(found.line, found);
  }
  return byLine;
}

/** The program's lines with these mistakes, each with its repair. */
export function shownLines(program: SampleProgram, ids: readonly string[]): ShownLine[] {
  const wrong = slipsOf(program, ids);
  return program.lines.flatMap((text, at): ShownLine[] => {
    const number = at + 1;
    const found = wrong.get(number);
    if (!found) return [{ number, kind: 'plain', text, changed: null }];
    const [was, becomes] = [found.was, found.becomes ?? text];
    return [
      { number, kind: 'wrong', text: was, changed: changedIn(was, becomes) },
      { number: null, kind: 'repaired', text: becomes, changed: changedIn(becomes, was) },
    ];
  });
}

/** The part of `text` between the prefix and the suffix that it shares with `other`, extended to whole words. */
function changedIn(text: string, other: string): readonly [number, number] {
  const most = Math.min(text.length, other.length);
  let start = 0;
  while (start < most && text[start] === other[start]) start++;
  let end = 0;
  while (end < most - start && text.at(-1 - end) === other.at(-1 - end)) end++;
  const isWord = (at: number): boolean => /\w/.test(text[at] ?? '');
  let [from, to] = [start, text.length - end];
  while (from > 0 && isWord(from - 1) && isWord(from)) from--;
  while (to < text.length && isWord(to - 1) && isWord(to)) to++;
  return [from, to];
}

/** The source of a program with these mistakes, or without any if `mended`. */
export function sourceOf(program: SampleProgram, ids: readonly string[], mended = false): string {
  return shownLines(program, ids)
    .filter(({ kind }) => kind !== (mended ? 'wrong' : 'repaired'))
    .map(({ text }) => text)
    .join('\n');
}
