/** Where the characters of a file's text are in its bytes, as long as somebody may ask. */
import { itemAt } from '../checked/known.ts';
import { replaced } from './rows.ts';

interface Piece {
  readonly text: string;
  /** Of its first character, among all of the text. */
  readonly at: number;
  /** Of its first byte, in the unpacked file. */
  readonly from: number;
  readonly bytes: number;
  /** Bytes of each of its UTF-16 units; null where some have more than others. */
  readonly width: number | null;
}

export class BytePlaces {
  #pieces: Piece[] = [];
  #length = 0;
  /** Where the last look ended: in which piece, at which character of it, at which byte; null when that is unknown. */
  #last: { piece: Piece; at: number; byte: number | null } | null = null;

  /** More of the text, and where its bytes are. */
  add(text: string, from: number, bytes: number, isUtf8 = true): void {
    // In UTF-8 none has less than one byte.
    const width = isUtf8 ? (bytes === text.length ? 1 : null) : 2;
    this.#pieces.push({ text, at: this.#length, from, bytes, width });
    this.#length += text.length;
  }

  /** Nobody will ask about what stands before this character. */
  forgetBefore(at: number): void {
    while (this.#pieces.length > 1 && itemAt(this.#pieces, 1).at <= at) this.#pieces.shift();
  }

  /** The byte at which a character begins; null where bytes that are no characters stand before it. */
  byteAt(at: number): number | null {
    const piece = this.#pieceAt(at);
    if (!piece) return null;
    if (piece.width !== null) return piece.from + (at - piece.at) * piece.width;
    const last = this.#last;
    const start = last?.piece === piece && last.at <= at ? last : { piece, at: piece.at, byte: piece.from };
    const counted = start.byte === null ? null : bytesBetween(piece.text, start.at - piece.at, at - piece.at);
    const byte = counted === null || start.byte === null ? null : start.byte + counted;
    this.#last = { piece, at, byte };
    return byte;
  }

  /** About where that is: told without counting. */
  near(at: number): number | null {
    const piece = this.#pieceAt(at);
    return piece && piece.from + Math.round(((at - piece.at) * piece.bytes) / piece.text.length);
  }

  /** Where that is, or where all that is known ends. */
  until(at: number): number {
    const last = this.#pieces.at(-1);
    return this.near(at) ?? (last ? last.from + last.bytes : 0);
  }

  #pieceAt(at: number): Piece | null {
    return this.#pieces.find((piece) => at >= piece.at && at < piece.at + piece.text.length) ?? null;
  }
}

/** Of a text in UTF-8. */
function bytesBetween(text: string, from: number, to: number): number | null {
  let bytes = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) bytes++;
    // Each half of a pair stands for two of the four bytes.
    else if (code < 0x800 || (code >= 0xd800 && code < 0xe000)) bytes += 2;
    else if (text[at] === replaced) return null;
    else bytes += 3;
  }
  return bytes;
}
