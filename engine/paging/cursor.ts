import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { base64url, decodeBase64url } from '../http/base64.ts';
import { text, utf8 } from '../http/messages.ts';
import type { Place } from '../state/store/range.ts';

/** Where a page starts: after the last entity shown, or before the first one, whatever came or went meanwhile. */
export interface Position {
  readonly direction: 'next' | 'previous';
  /** Where the entity at the edge of the page that gave the cursor stands in its list. */
  readonly edge: Place;
  /** The page starts with that entity, if it is still there: on the way back from a page that became empty. */
  readonly isIncluded?: true;
}

/** Without and with the entity at the edge. */
const letters: Readonly<Record<Position['direction'], readonly string[]>> = {
  next: ['n', 'N'],
  previous: ['p', 'P'],
};

/** Bytes of the seal. */
const sealLength = 9;

/**
 * Opaque cursors: bound to what they page through, sealed so that a changed or foreign one is known. Not secret.
 */
export class Cursors {
  readonly #key: Uint8Array;

  constructor(seed: string) {
    this.#key = utf8(`cursor ${seed}`);
  }

  /** `binding` names the endpoint, the resource and the filters; a cursor works for the same alone. */
  seal(position: Position, binding: string): string {
    const { direction, edge, isIncluded = false } = position;
    const payload = utf8(JSON.stringify([letters[direction][isIncluded ? 1 : 0], ...edge]));
    const sealed = new Uint8Array(sealLength + payload.length);
    sealed.set(this.#seal(payload, binding));
    sealed.set(payload, sealLength);
    return base64url(sealed);
  }

  /** null for a cursor that is malformed, tampered with or from elsewhere. */
  open(cursor: string, binding: string): Position | null {
    const sealed = decodeBase64url(cursor);
    if (!sealed || sealed.length <= sealLength || base64url(sealed) !== cursor) return null;
    const payload = sealed.slice(sealLength);
    const seal = this.#seal(payload, binding);
    if (!seal.every((byte, index) => byte === sealed[index])) return null;
    // What is sealed was written above.
    const [letter, ...edge] = JSON.parse(text(payload)) as [string, ...Place];
    const isIncluded = letter === letters.next[1] || letter === letters.previous[1];
    return {
      direction: letters.next.includes(letter) ? 'next' : 'previous',
      edge,
      ...(isIncluded && { isIncluded }),
    };
  }

  #seal(payload: Uint8Array, binding: string): Uint8Array {
    return hmac(sha1, this.#key, utf8(`${binding}\n${text(payload)}`)).slice(0, sealLength);
  }
}
