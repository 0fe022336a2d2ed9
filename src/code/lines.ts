/** The part of a signature that a line makes: M method, U address, Q query, B body, O header, K secret. */
export type CodeMark = 'M' | 'U' | 'Q' | 'B' | 'O' | 'K';

export interface ProgramLine {
  readonly text: string;
  readonly mark: CodeMark | null;
}

interface Marked {
  readonly mark: CodeMark;
  readonly text: string;
}

/** Lines of a program; null and false are left out. */
export type ProgramPart = string | Marked | null | false | readonly ProgramPart[];

export const marked = (mark: CodeMark, text: string): Marked => ({ mark, text });

const isParts = (part: ProgramPart): part is readonly ProgramPart[] => Array.isArray(part);

/** The lines of a program. A mark is at the first line of its part. */
export function linesOf(part: ProgramPart): ProgramLine[] {
  if (part === null || part === false) return [];
  if (isParts(part)) return part.flatMap(linesOf);
  const { text, mark } = typeof part === 'string' ? { text: part, mark: null } : part;
  return text.split('\n').map((line, at) => ({ text: line, mark: at === 0 ? mark : null }));
}

/** A list in one line if it is short, else with one item per line. */
export function listed(
  [open, close]: readonly [string, string],
  items: readonly string[],
  { indent = '  ', outer = '', comma = ',', last = true } = {},
): string {
  const line = open + items.join(`${comma} `) + close;
  if (items.length < 2 || line.length <= 70) return line;
  const inside = items.map((each) => indent + each).join(`${comma}\n`);
  return `${open.trimEnd()}\n${inside}${last ? comma : ''}\n${outer}${close.trimStart()}`;
}

/** The lines of a text, each with its line end, so that each can be its own literal. */
export const textLines = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [''];
