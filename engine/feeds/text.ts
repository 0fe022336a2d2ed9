/** Bytes as text: UTF-8 or UTF-16, by their mark or by how a file begins (choice: catalog-feeds). */
import { FeedFailed } from './failure.ts';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/**
 * What is no character becomes U+FFFD, so that one broken row does not end a file: rows with it are rejected. A mark at the
 * beginning is left out.
 */
export async function* textOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  let decoder: TextDecoder | null = null;
  let head = new Uint8Array();
  for await (const piece of pieces) {
    let given = piece;
    if (!decoder) {
      // Four bytes tell.
      head = joined(head, piece);
      if (head.length < 4) continue;
      given = head;
      decoder = new TextDecoder(encodingOf(head));
    }
    const text = decoder.decode(given, { stream: true });
    if (text !== '') yield text;
  }
  decoder ??= new TextDecoder(encodingOf(head));
  const rest = head.length < 4 ? decoder.decode(head) : decoder.decode();
  if (rest !== '') yield rest;
}

export function encodingOf([a, b, c, d]: Uint8Array): Encoding {
  if (a === 0xff && b === 0xfe) {
    if (c === 0 && d === 0)
      throw new FeedFailed('ENCODING_UNKNOWN', 'it is UTF-32; UTF-8 and UTF-16 are read');
    return 'utf-16le';
  }
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  // Without a mark: no feed begins with a control character.
  if (a === 0 && b !== 0) return 'utf-16be';
  return a !== 0 && b === 0 ? 'utf-16le' : 'utf-8';
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
