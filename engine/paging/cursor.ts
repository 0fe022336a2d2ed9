import { hmac } from '@noble/hashes/hmac.js';
import type { _HMAC } from '@noble/hashes/hmac.js';
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

type Mac = _HMAC<ReturnType<typeof sha1.create>>;

/** Bytes of the seal. */
const sealLength = 9;

/**
 * Opaque cursors of one list: sealed, so that a changed or foreign one is known. Not secret. The seal covers the binding,
 * which names the endpoint, the resource and the filters: a cursor works for the same alone.
 */
export class Cursors {
  /** Has read the key and the binding; each seal goes on from there. */
  readonly #mac: Mac;
  /** What seals: made once, since its buffers cost more than a seal. */
  #sealing: Mac | undefined;

  constructor(seed: string, binding: string) {
    this.#mac = hmac.create(sha1, utf8(`cursor ${seed}`)).update(utf8(`${binding}\n`));
  }

  seal({ direction, edge, isIncluded }: Position): string {
    const payload = utf8(JSON.stringify([letters[direction][isIncluded ? 1 : 0], ...edge]));
    const sealed = new Uint8Array(sealLength + payload.length);
    sealed.set(this.#seal(payload));
    sealed.set(payload, sealLength);
    return base64url(sealed);
  }

  /** null for a cursor that is malformed, tampered with or from elsewhere. */
  open(cursor: string): Position | null {
    const sealed = decodeBase64url(cursor);
    if (!sealed || sealed.length <= sealLength || base64url(sealed) !== cursor) return null;
    const payload = sealed.slice(sealLength);
    if (!this.#seal(payload).every((byte, index) => byte === sealed[index])) return null;
    // What is sealed was written above.
    const [letter, ...edge] = JSON.parse(text(payload)) as [string, ...Place];
    const direction = letters.next.includes(letter) ? 'next' : 'previous';
    const isIncluded = letter === letters[direction][1];
    return isIncluded ? { direction, edge, isIncluded } : { direction, edge };
  }

  #seal(payload: Uint8Array): Uint8Array {
    const sealing = (this.#sealing = this.#mac._cloneInto(this.#sealing));
    return sealing.update(payload).digest().subarray(0, sealLength);
  }
}
