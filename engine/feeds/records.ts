/**
 * Cuts delimited text into records (RFC 4180) without reading their fields, so that the parser gets whole records, and
 * an unclosed quote loses only its own row, not the file.
 */
import { inGroups } from '../spec/in-groups.ts';
import { mostOfRow, mostOfText, withoutBreak } from './rows.ts';
import type { Broken } from './rows.ts';

/** Whole records, or a row that cannot be read. */
export type Cut = ({ readonly kind: 'records' } & WholeRecords) | ({ readonly kind: 'broken' } & Broken);

export interface WholeRecords {
  /** Ends with a line break, unless the file ends without one. */
  readonly text: string;
  /** Index of its first character in the text of the file. */
  readonly at: number;
  /** For each record: where in the text it begins. `lines`: at which line of the file. */
  readonly starts: readonly number[];
  readonly lines: readonly number[];
}

/** Characters that are buffered before records are yielded: few transactions, each of them short. */
const pieceLength = 224 * 1024;
const quote = 0x22;
const unclosed = 'a quote is opened and never closed';
const notDoubled = 'a quote within a quoted field is not doubled, or something follows the closing one';
const tooLong = `the row has more than ${inGroups(mostOfRow)} characters`;

export class Records {
  #text = '';
  /** Characters of the file before the buffered text. */
  #before = 0;
  #newline: '\n' | '\r' | null = null;
  /** How far the buffered text was examined. */
  #at = 0;
  /** Where the current record begins, and its line. */
  #start = 0;
  #line = 1;
  /** Where its open quote is; -1 if there is none. */
  #openedAt = -1;
  #hasQuotes = false;
  /** Starts and lines of the whole records. */
  #starts: number[] = [];
  #lines: number[] = [];
  /** Whether the rest of a row is being skipped. */
  #isSkipping = false;

  constructor(
    private readonly delimiter: string,
    private readonly length = pieceLength,
  ) {}

  /** The line that comes next. */
  get line(): number {
    return this.#line;
  }

  /** The index of the next character in the file's text. */
  get at(): number {
    return this.#before;
  }

  /** The line end of this file. */
  get newline(): '\n' | '\r' {
    return this.#newline ?? '\n';
  }

  *add(text: string): Generator<Cut, void, undefined> {
    this.#text += text;
    if (this.#text.length >= this.length) yield* this.#cuts(false);
  }

  *end(): Generator<Cut, void, undefined> {
    yield* this.#cuts(true);
  }

  *#cuts(isEnd: boolean): Generator<Cut, void, undefined> {
    this.#findNewline();
    for (;;) {
      if (this.#isSkipping && !this.#skip()) return;
      const fault = this.#look(isEnd);
      if (this.#start > 0) yield this.#takeWhole();
      if (this.#text === '') return;
      if (fault !== null) yield this.#takeBroken(fault, this.#at);
      else if (!isEnd && this.#text.length <= mostOfRow) return;
      else if (this.#openedAt >= 0) yield this.#takeBroken(unclosed, this.#openedAt);
      else if (this.#text.length > mostOfRow) yield this.#takeBroken(tooLong, this.#text.length);
      else {
        this.#endRecord(this.#text.length);
        yield this.#takeWhole();
        return;
      }
    }
  }

  /** Decided by the first one in the file. Old Mac files have lone carriage returns. */
  #findNewline(): void {
    const found = this.#newline === null ? /\n|\r(?=[^\n])/.exec(this.#text) : null;
    if (found) this.#newline = found[0] === '\n' ? '\n' : '\r';
  }

  /** Skips to the end of the row. True if the end was reached. */
  #skip(): boolean {
    const end = this.#text.indexOf(this.newline);
    this.#before += end < 0 ? this.#text.length : end + 1;
    this.#text = end < 0 ? '' : this.#text.slice(end + 1);
    if (end < 0) return false;
    this.#line++;
    this.#isSkipping = false;
    return true;
  }

  /** Examines the text to its end. Returns what is wrong with the current record, at `#at`. */
  #look(isEnd: boolean): string | null {
    const text = this.#text;
    let newlineAt = -1;
    let quoteAt = -1;
    for (;;) {
      if (this.#openedAt >= 0) {
        const found = text.indexOf('"', this.#at);
        if (found < 0) {
          this.#at = text.length;
          return null;
        }
        if (text.charCodeAt(found + 1) === quote) {
          this.#at = found + 2;
          continue;
        }
        const isCut = found + 1 === text.length || (found + 2 === text.length && text[found + 1] === '\r');
        if (isCut && !isEnd) {
          this.#at = found;
          return null;
        }
        this.#at = found + 1;
        if (found + 1 < text.length && !this.#endsField(found + 1)) return notDoubled;
        this.#openedAt = -1;
      }
      if (newlineAt < this.#at) newlineAt = indexOr(text, this.newline, this.#at);
      if (quoteAt < this.#at) quoteAt = indexOr(text, '"', this.#at);
      if (newlineAt < quoteAt) {
        this.#endRecord(newlineAt + 1);
        this.#at = newlineAt + 1;
      } else if (quoteAt === Infinity) {
        this.#at = text.length;
        return null;
      } else {
        this.#at = quoteAt + 1;
        if (!this.#beginsField(quoteAt)) continue;
        this.#openedAt = quoteAt;
        this.#hasQuotes = true;
      }
    }
  }

  #beginsField(at: number): boolean {
    if (at === this.#start) return true;
    const before = this.#text[at - 1];
    return before === this.delimiter || before === this.newline;
  }

  /** A carriage return is part of a CR LF, or is itself the line break. */
  #endsField(at: number): boolean {
    const after = this.#text[at];
    return (
      after === this.delimiter ||
      after === this.newline ||
      (after === '\r' && (this.#text[at + 1] ?? '\n') === '\n')
    );
  }

  #endRecord(end: number): void {
    this.#starts.push(this.#start);
    this.#lines.push(this.#line);
    this.#line += this.#hasQuotes ? linesIn(this.#text.slice(this.#start, end), this.newline) : 1;
    this.#start = end;
    this.#hasQuotes = false;
  }

  #takeWhole(): Cut {
    const [text, starts, lines] = [this.#text.slice(0, this.#start), this.#starts, this.#lines];
    const at = this.#before;
    this.#before += this.#start;
    this.#text = this.#text.slice(this.#start);
    this.#at -= this.#start;
    if (this.#openedAt >= 0) this.#openedAt -= this.#start;
    [this.#start, this.#starts, this.#lines] = [0, [], []];
    return { kind: 'records', text, at, starts, lines };
  }

  /** Cuts out a broken row up to the end of its line, after which the file continues. */
  #takeBroken(message: string, at: number): Cut {
    const found = this.#text.indexOf(this.newline, at);
    const row = found < 0 ? this.#text : this.#text.slice(0, found + 1);
    const line = this.#line;
    const placeInText = this.#before;
    this.#line += linesIn(row, this.newline);
    this.#before += row.length;
    this.#text = this.#text.slice(row.length);
    [this.#at, this.#openedAt, this.#hasQuotes, this.#isSkipping] = [0, -1, false, found < 0];
    const whole = withoutBreak(row);
    return {
      ...{ kind: 'broken', line, at: placeInText, column: null, message },
      ...{ text: whole.slice(0, mostOfText), isWhole: found >= 0 && whole.length <= mostOfText },
    };
  }
}

function indexOr(text: string, what: string, from: number): number {
  const found = text.indexOf(what, from);
  return found < 0 ? Infinity : found;
}

function linesIn(text: string, newline: string): number {
  let count = 0;
  for (let at = text.indexOf(newline); at >= 0; at = text.indexOf(newline, at + 1)) count++;
  return count;
}
