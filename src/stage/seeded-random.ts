/**
 * Replaces the browser's random values by values of a seed. Every part of the page draws nonces, states and verifiers
 * from `crypto`, so no part needs to know of the seed.
 */
import { hmacSha1 } from '../../worker/api.ts';

type Fills = Pick<Crypto, 'getRandomValues' | 'randomUUID'>;

export interface SeededRandom {
  /** A call was answered. */
  readonly next: () => void;
  /** Brings back what the browser gives. */
  readonly end: () => void;
}

/**
 * The nth draw of a length between two calls has the same bytes for the same seed. So a draw more or less in one run
 * (somebody looked into another view) is felt until the next call only.
 */
export function drawFrom(seed: string, from: object = crypto): SeededRandom {
  let calls = 0;
  const draws = new Map<string, number>();
  const drawn = (kind: string, length: number): Uint8Array => {
    const draw = draws.get(kind) ?? 0;
    draws.set(kind, draw + 1);
    return bytesOf(seed, `${calls} ${kind} ${draw}`, length);
  };
  const fills: Fills = {
    getRandomValues(array) {
      const { buffer, byteOffset, byteLength } = array;
      new Uint8Array(buffer, byteOffset, byteLength).set(drawn(String(byteLength), byteLength));
      return array;
    },
    randomUUID: () => uuidOf(drawn('UUID', 16)),
  };
  for (const [name, value] of Object.entries(fills))
    Object.defineProperty(from, name, { configurable: true, value });
  return {
    next() {
      calls += 1;
      draws.clear();
    },
    end() {
      for (const name of Object.keys(fills)) Reflect.deleteProperty(from, name);
    },
  };
}

function bytesOf(seed: string, what: string, length: number): Uint8Array {
  let text = '';
  for (let block = 0; text.length < length; block++) text += atob(hmacSha1(seed, `${what} ${block}`));
  return Uint8Array.from(text.slice(0, length), (letter) => letter.charCodeAt(0));
}

/** RFC 9562 5.4. */
function uuidOf(bytes: Uint8Array): ReturnType<Fills['randomUUID']> {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4] ?? '8';
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
