import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { base64url, decodeBase64url } from '../http/base64.ts';
import { text, utf8 } from '../http/messages.ts';

/** Where a page starts: after the last entity shown, or before the first one, whatever came or went meanwhile. */
export interface Position {
  readonly direction: 'next' | 'previous';
  /** The id of the entity at the edge of the page that gave the cursor. */
  readonly edge: string;
}

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
    const payload = utf8(`${position.direction === 'next' ? 'n' : 'p'}${position.edge}`);
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
    const [direction, edge] = [text(payload.slice(0, 1)), text(payload.slice(1))];
    return { direction: direction === 'n' ? 'next' : 'previous', edge };
  }

  #seal(payload: Uint8Array, binding: string): Uint8Array {
    return hmac(sha1, this.#key, utf8(`${binding}\n${text(payload)}`)).slice(0, sealLength);
  }
}
