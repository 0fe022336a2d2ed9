/** Two base strings in numbered rows: what both have is shown once, and a row that differs is shown twice, aligned. */
import { align } from '../../../difference/align.ts';
import { differenceOf } from '../../../doctor/difference.ts';

/** A stretch of a row; `gap` are dots where the other text has more. */
export interface Stretch {
  readonly kind: 'same' | 'own' | 'gap';
  readonly text: string;
}

export interface ComparedRow {
  readonly whose: 'both' | 'yours' | 'ours';
  /** The number of its first character in its text, from 1; null if it has none. */
  readonly at: number | null;
  readonly stretches: readonly Stretch[];
}

/** Rows that both have and that are left out. */
export interface SkippedRows {
  readonly whose: 'skipped';
  readonly rows: number;
}

export interface DifferentPart {
  /** The number of its first character in the person's text, from 1. */
  readonly at: number;
  readonly yours: string;
  readonly ours: string;
  /** The parameter whose name or value it is in, as it is in ours; null outside of them. */
  readonly parameter: string | null;
}

interface Piece {
  same: string;
  yours: string;
  ours: string;
}

/** The common texts, each with the difference after it. An escape is never cut: `%2B` and `%2520` are one difference. */
function piecesOf(yours: string, ours: string): Piece[] {
  const pieces: Piece[] = [{ same: '', yours: '', ours: '' }];
  for (const { kind, text } of differenceOf(yours, ours)) {
    const last = pieces[pieces.length - 1] ?? { same: '', yours: '', ours: '' };
    if (kind === 'wrong') last.yours += text;
    else if (kind === 'right') last.ours += text;
    else if (last.yours + last.ours === '') last.same += text;
    else pieces.push({ same: text, yours: '', ours: '' });
  }
  const whole: Piece[] = [];
  for (const piece of pieces) {
    const before = whole.at(-1);
    const { same } = piece;
    const missing = before ? endOfEscape(before, same) : 0;
    if (before) {
      before.yours += same.slice(0, missing);
      before.ours += same.slice(0, missing);
    }
    const rest = same.slice(missing);
    const begun = piece.yours + piece.ours === '' ? '' : (unfinished.exec(rest)?.[0] ?? '');
    const kept = rest.slice(0, rest.length - begun.length);
    const own = { yours: begun + piece.yours, ours: begun + piece.ours };
    if (before && kept === '') {
      before.yours += own.yours;
      before.ours += own.ours;
    } else whole.push({ same: kept, ...own });
  }
  return whole.flatMap(byEscapes);
}

/** Escapes count as one. */
const symbols = (text: string): string[] => text.match(/%(?:25)*[0-9A-Fa-f]{2}|[^]/g) ?? [];
/** A longer difference is not looked into. */
const longest = 400;

/** A difference in which only escapes differ becomes one for each of them. */
function byEscapes(piece: Piece): Piece[] {
  if (Math.max(piece.yours.length, piece.ours.length) > longest) return [piece];
  const parts: Piece[] = [{ same: piece.same, yours: '', ours: '' }];
  for (const { kind, text } of align(symbols(piece.yours), symbols(piece.ours))) {
    const last = parts[parts.length - 1] ?? piece;
    if (kind === 'gone') last.yours += text;
    else if (kind === 'new') last.ours += text;
    else if (last.yours + last.ours === '') last.same += text;
    else parts.push({ same: text, yours: '', ours: '' });
  }
  const differing = parts.filter(({ yours, ours }) => yours + ours !== '');
  return differing.every(({ yours, ours }) => yours !== '' && ours !== '' && (yours + ours).includes('%'))
    ? parts
    : [piece];
}

/** An escape, even a multiple one, of which a character may be missing. */
const unfinished = /%(?:25)*[0-9A-Fa-f]?$/;

/** How many characters of the text that follows still belong to escapes at the end of a difference. */
function endOfEscape({ yours, ours }: Piece, next: string): number {
  let length = 0;
  const isOpen = (text: string): boolean => unfinished.test(text + next.slice(0, length));
  while (length < 4 && (isOpen(yours) || isOpen(ours)) && /[0-9A-Fa-f]/.test(next[length] ?? '')) length++;
  return length;
}

/** All differences, in order. */
export function differencesOf(yours: string, ours: string): DifferentPart[] {
  const found: DifferentPart[] = [];
  let [at, atOurs] = [1, 0];
  for (const piece of piecesOf(yours, ours)) {
    at += piece.same.length;
    atOurs += piece.same.length;
    if (piece.yours + piece.ours !== '')
      found.push({ at, yours: piece.yours, ours: piece.ours, parameter: parameterAt(ours, atOurs) });
    at += piece.yours.length;
    atOurs += piece.ours.length;
  }
  return found;
}

function parameterAt(baseString: string, at: number): string | null {
  const start = baseString.indexOf('&', baseString.indexOf('&') + 1) + 1;
  if (start === 0 || at < start) return null;
  const from = baseString.lastIndexOf('%26', at - 1);
  const name = /^(.+?)%3D/.exec(baseString.slice(from < start ? start : from + 3))?.[1];
  return name === undefined ? null : decoded(decoded(name) ?? name);
}

/** null if it has a broken escape. */
export function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

interface Cell {
  readonly yours: string;
  readonly ours: string;
  readonly isSame: boolean;
}

/** More rows in a line than this, which both have, are left out, except for the first and the last. */
const mostOfBoth = 8;

/** Rows of `width` characters. */
export function rowsOfBoth(yours: string, ours: string, width: number): (ComparedRow | SkippedRows)[] {
  const cells: Cell[] = piecesOf(yours, ours).flatMap((piece) => [
    ...Array.from(piece.same, (each) => ({ yours: each, ours: each, isSame: true })),
    ...Array.from({ length: Math.max(piece.yours.length, piece.ours.length) }, (_, at) => ({
      ...{ yours: piece.yours[at] ?? '', ours: piece.ours[at] ?? '' },
      isSame: false,
    })),
  ]);
  const rows: ComparedRow[] = [];
  const next = { yours: 1, ours: 1 };
  for (let from = 0; from < cells.length; from += width) {
    const row = cells.slice(from, from + width);
    const both = row.every(({ isSame }) => isSame);
    for (const whose of both ? (['yours'] as const) : (['yours', 'ours'] as const)) {
      const stretches = stretchesOf(row, whose);
      const hasOwn = stretches.some(({ kind }) => kind !== 'gap');
      rows.push({ whose: both ? 'both' : whose, at: hasOwn ? next[whose] : null, stretches });
    }
    for (const whose of ['yours', 'ours'] as const)
      next[whose] += row.reduce((sum, cell) => sum + cell[whose].length, 0);
  }
  return shortened(rows);
}

function stretchesOf(row: readonly Cell[], whose: 'yours' | 'ours'): Stretch[] {
  const stretches: { kind: Stretch['kind']; text: string }[] = [];
  for (const cell of row) {
    const kind = cell.isSame ? 'same' : cell[whose] === '' ? 'gap' : 'own';
    const text = kind === 'gap' ? '·' : cell[whose];
    const last = stretches.at(-1);
    if (last?.kind === kind) last.text += text;
    else stretches.push({ kind, text });
  }
  return stretches;
}

function shortened(rows: readonly ComparedRow[]): (ComparedRow | SkippedRows)[] {
  const short: (ComparedRow | SkippedRows)[] = [];
  for (let at = 0; at < rows.length;) {
    let end = at;
    while (rows[end]?.whose === 'both') end++;
    if (end - at > mostOfBoth)
      short.push(
        ...rows.slice(at, at + 2),
        { whose: 'skipped', rows: end - at - 4 },
        ...rows.slice(end - 2, end),
      );
    else short.push(...rows.slice(at, Math.max(end, at + 1)));
    at = Math.max(end, at + 1);
  }
  return short;
}

const names: Readonly<Record<string, string>> = {
  ' ': 'a space',
  '\t': 'a tab',
  '\n': 'a line feed',
  '\r': 'a carriage return',
};

/** A text of a few characters as people call it; null if it is too long or has characters without a name. */
export const nameOf = (text: string | null): string | null =>
  text === null || text === '' ? null : (names[text] ?? (/^[^\0-\x20\x7f]{1,24}$/.test(text) ? text : null));
