/** Decodes bytes as UTF-8 or UTF-16, by their byte order mark or by the beginning of the file (choice: catalog-feeds). */
import { FeedFailed } from './failure.ts';
import type { BytePlaces } from './places.ts';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/**
 * Bytes that are not characters become U+FFFD, so that one broken row does not end the run: rows with it are rejected.
 * A byte order mark is left out. `places` is told where the text is in the file.
 */
export async function* textOf(
  pieces: AsyncIterable<Uint8Array>,
  places?: BytePlaces,
): AsyncGenerator<string, void, undefined> {
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  let head = new Uint8Array();
  const bytes = new Decoded();
  for await (const piece of pieces) {
    let given = piece;
    if (!decoder) {
      // Four bytes are enough to detect the encoding.
      head = joined(head, piece);
      if (head.length < 4) continue;
      given = head;
      decoder = new TextDecoder(encodingOf(head));
      bytes.begin(head, decoder.encoding);
    }
    const text = decoder.decode(given, { stream: true });
    const { from, length } = bytes.take(given, text);
    if (text === '') continue;
    places?.add(text, from, length, decoder.encoding === 'utf-8');
    yield text;
  }
  decoder ??= new TextDecoder(encodingOf(head));
  const rest = head.length < 4 ? decoder.decode(head) : decoder.decode();
  if (rest !== '') yield rest;
}

/** Tracks which bytes a piece of text came from: a decoder holds back the bytes of an incomplete character. */
class Decoded {
  #isUtf8 = true;
  #given = 0;
  #taken = 0;
  #tail = new Uint8Array();

  begin([a, b, c]: Uint8Array, encoding: string): void {
    this.#isUtf8 = encoding === 'utf-8';
    if (a === 0xef && b === 0xbb && c === 0xbf) this.#taken = 3;
    else if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) this.#taken = 2;
  }

  take(given: Uint8Array, text: string): { readonly from: number; readonly length: number } {
    const from = this.#taken;
    this.#given += given.length;
    this.#tail = joined(this.#tail, given.subarray(-3)).slice(-3);
    this.#taken = this.#isUtf8 ? this.#given - unfinished(this.#tail) : from + 2 * text.length;
    return { from, length: this.#taken - from };
  }
}

/** The number of bytes at the end that begin an incomplete UTF-8 character. */
function unfinished(bytes: Uint8Array): number {
  for (let back = 1; back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return byte >= 0xc2 && byte < 0xf5 && back < length ? back : 0;
  }
  return 0;
}

export function encodingOf([a, b, c, d]: Uint8Array): Encoding {
  if (a === 0xff && b === 0xfe) {
    if (c === 0 && d === 0)
      throw new FeedFailed('ENCODING_UNKNOWN', 'it is UTF-32; UTF-8 and UTF-16 are read');
    return 'utf-16le';
  }
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  // Without a byte order mark: no feed begins with a control character.
  if (a === 0 && b !== 0) return 'utf-16be';
  return a !== 0 && b === 0 ? 'utf-16le' : 'utf-8';
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
