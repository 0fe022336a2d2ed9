/** Finds the byte of a character in a file's text. Pieces are kept only as long as they are needed. */
import { itemAt } from '../checked/known.ts';
import { replaced } from './rows.ts';

interface Piece {
  readonly text: string;
  /** Index of the piece's first character in the whole text. */
  readonly at: number;
  /** Index of the piece's first byte in the unpacked file. */
  readonly from: number;
  readonly bytes: number;
  /** Bytes per UTF-16 code unit; null if it varies. */
  readonly width: number | null;
}

export class BytePlaces {
  #pieces: Piece[] = [];
  #length = 0;
  /** Where the last lookup ended: piece, character and byte; the byte is null if it is unknown. */
  #last: { piece: Piece; at: number; byte: number | null } | null = null;

  /** Adds a piece of the text, with its bytes. */
  add(text: string, from: number, bytes: number, isUtf8 = true): void {
    // In UTF-8 every unit has at least one byte, so equal lengths mean one byte each.
    const width = isUtf8 ? (bytes === text.length ? 1 : null) : 2;
    this.#pieces.push({ text, at: this.#length, from, bytes, width });
    this.#length += text.length;
  }

  /** Drops pieces before this character, which are no longer needed. */
  forgetBefore(at: number): void {
    while (this.#pieces.length > 1 && itemAt(this.#pieces, 1).at <= at) this.#pieces.shift();
  }

  /** The byte at which a character begins; null after bytes that are not characters. */
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

  /** The approximate byte, without counting. */
  near(at: number): number | null {
    const piece = this.#pieceAt(at);
    return piece && piece.from + Math.round(((at - piece.at) * piece.bytes) / piece.text.length);
  }

  /** The approximate byte, or the end of the known bytes. */
  until(at: number): number {
    const last = this.#pieces.at(-1);
    return this.near(at) ?? (last ? last.from + last.bytes : 0);
  }

  #pieceAt(at: number): Piece | null {
    return this.#pieces.find((piece) => at >= piece.at && at < piece.at + piece.text.length) ?? null;
  }
}

/** The UTF-8 bytes of a part of a text; null if it has replaced characters. */
function bytesBetween(text: string, from: number, to: number): number | null {
  let bytes = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) bytes++;
    // Each half of a surrogate pair counts for two of the four bytes.
    else if (code < 0x800 || (code >= 0xd800 && code < 0xe000)) bytes += 2;
    else if (text[at] === replaced) return null;
    else bytes += 3;
  }
  return bytes;
}
