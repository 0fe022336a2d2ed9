import { hmac } from '@noble/hashes/hmac.js';
import type { _HMAC } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { base64url, decodeBase64url } from '../http/base64.ts';
import { text, utf8 } from '../http/messages.ts';
import type { Place } from '../state/store/range.ts';

/** Which end of a list comes first: the highest in its order, such as the newest, or the lowest. */
export type Order = 'descending' | 'ascending';

/**
 * Where a page starts: after the last entity shown or before the first one, no matter what was added or removed
 * meanwhile.
 */
export interface Position {
  readonly direction: 'next' | 'previous';
  /** The place, in its list, of the entity at the edge of the page that gave the cursor. */
  readonly edge: Place;
  /** The page starts with that entity, if it still exists. Used on the way back from a page that became empty. */
  readonly isIncluded?: true;
}

/** Without and with the entity at the edge. Clients hold tokens with these, so their meanings never change. */
const letters: Readonly<Record<Order, Readonly<Record<Position['direction'], readonly string[]>>>> = {
  descending: { next: ['n', 'N'], previous: ['p', 'P'] },
  ascending: { next: ['f', 'F'], previous: ['b', 'B'] },
};

const directions = ['next', 'previous'] as const;

type Mac = _HMAC<ReturnType<typeof sha1.create>>;

/** The most cursors of a list that are remembered. */
const mostKnown = 100;

/** Length of the seal in bytes. */
const sealLength = 9;

/**
 * Opaque cursors of one list. They are not secret, but sealed, so that a changed or foreign one is recognised. The
 * seal covers the list's order and the binding, which names the endpoint, the resource and the filters: a cursor
 * works only where all of these are the same.
 */
export class Cursors {
  readonly #letters: (typeof letters)[Order];
  /** Has already hashed the key and the binding; each seal continues from there. */
  readonly #mac: Mac;
  /** Reused, since its buffers cost more than a seal. */
  #sealing: Mac | undefined;
  /** Sealed or opened lately: a client that turns pages sends back what the previous page gave. */
  readonly #known = new Map<string, Position>();

  constructor(seed: string, binding: string, order: Order = 'descending') {
    this.#letters = letters[order];
    this.#mac = hmac.create(sha1, utf8(`cursor ${seed}`)).update(utf8(`${binding}\n`));
  }

  seal(position: Position): string {
    const { direction, edge, isIncluded } = position;
    const payload = utf8(JSON.stringify([this.#letters[direction][isIncluded ? 1 : 0], ...edge]));
    const sealed = new Uint8Array(sealLength + payload.length);
    sealed.set(this.#seal(payload));
    sealed.set(payload, sealLength);
    const cursor = base64url(sealed);
    this.#remember(cursor, position);
    return cursor;
  }

  /** null for a cursor that is malformed, tampered with, from another list or of the other order. */
  open(cursor: string): Position | null {
    const known = this.#known.get(cursor);
    if (known) return known;
    const position = this.#unseal(cursor);
    if (position) this.#remember(cursor, position);
    return position;
  }

  #unseal(cursor: string): Position | null {
    const sealed = decodeBase64url(cursor);
    if (!sealed || sealed.length <= sealLength || base64url(sealed) !== cursor) return null;
    const payload = sealed.slice(sealLength);
    if (!this.#seal(payload).every((byte, index) => byte === sealed[index])) return null;
    // The text was sealed by the code above, so its shape is known.
    const [letter, ...edge] = JSON.parse(text(payload)) as [string, ...Place];
    const direction = directions.find((each) => this.#letters[each].includes(letter));
    if (!direction) return null;
    const isIncluded = letter === this.#letters[direction][1];
    return isIncluded ? { direction, edge, isIncluded } : { direction, edge };
  }

  #seal(payload: Uint8Array): Uint8Array {
    const sealing = (this.#sealing = this.#mac._cloneInto(this.#sealing));
    return sealing.update(payload).digest().subarray(0, sealLength);
  }

  #remember(cursor: string, position: Position): void {
    if (this.#known.size === mostKnown) this.#known.clear();
    this.#known.set(cursor, position);
  }
}

/** What a platform keeps for the cursors of its lists. */
export interface Paging {
  /** The key of the seals. */
  readonly seed: string;
  /** The most entities that a page looks at, where it differs from the default. */
  readonly looks?: number;
  /** The list whose page was turned last. */
  turned: {
    readonly binding: string;
    readonly order: Order;
    readonly cursors: Cursors;
  } | null;
}

/** The cursors of a list; they remember what they gave until a page of another list is turned. */
export function cursorsOf(paging: Paging, binding: string, order: Order = 'descending'): Cursors {
  if (paging.turned?.binding !== binding || paging.turned.order !== order)
    paging.turned = { binding, order, cursors: new Cursors(paging.seed, binding, order) };
  return paging.turned.cursors;
}
