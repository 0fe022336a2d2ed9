/**
 * Long bodies between tabs. Every message on a BroadcastChannel reaches every tab, so they are sent in pieces, which
 * only the addressee puts together.
 */
import { lastOf } from '../../engine/inside.ts';
import { anything, bytes, listOf, number, object, text } from '../../engine/declaration/checks.ts';
import type { Check } from '../../engine/declaration/checks.ts';

/** A value without its long bodies, and their places. */
export interface Packed {
  readonly value: unknown;
  readonly holes: readonly { readonly path: readonly string[]; readonly piece: string }[];
}

export interface Piece {
  readonly id: string;
  readonly offset: number;
  readonly total: number;
  readonly bytes: Uint8Array;
}

export const isPacked: Check<Packed> = object<Packed>({
  value: anything,
  holes: listOf(object<Packed['holes'][number]>({ path: listOf(text), piece: text })),
});
export const isPiece: Check<Piece> = object<Piece>({ id: text, offset: number, total: number, bytes });

/** Bodies longer than this are sent in pieces of this size. */
export const pieceBytes = 256 * 1024;

/** Takes long bodies out of a value. The value itself is not changed. */
export function pack(value: unknown, newId: () => string): { packed: Packed; pieces: Piece[] } {
  const holes: { path: readonly string[]; piece: string }[] = [];
  const pieces: Piece[] = [];
  const walk = (node: unknown, path: readonly string[]): unknown => {
    if (node instanceof Uint8Array) {
      if (node.length <= pieceBytes) return node;
      const id = newId();
      holes.push({ path, piece: id });
      pieces.push(...slices(id, node));
      return null;
    }
    if (Array.isArray(node)) return node.map((item, at) => walk(item, [...path, String(at)]));
    // A file is cloned by reference, whatever its length.
    if (node === null || typeof node !== 'object' || node instanceof Blob) return node;
    return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, walk(item, [...path, key])]));
  };
  return { packed: { value: walk(value, []), holes }, pieces };
}

function* slices(id: string, bytes: Uint8Array): Iterable<Piece> {
  for (let offset = 0; offset < bytes.length; offset += pieceBytes)
    yield { id, offset, total: bytes.length, bytes: bytes.slice(offset, offset + pieceBytes) };
}

/** The most bytes of bodies in progress; the oldest are dropped. */
const mostBytes = 64 * 1024 * 1024;

/** Puts pieces together. The channel keeps the order, so the pieces of a value arrive before it. */
export class Assembly {
  readonly #bodies = new Map<string, { bytes: Uint8Array; missing: number }>();
  #held = 0;

  add({ id, offset, total, bytes }: Piece): void {
    if (!(total <= mostBytes && offset >= 0 && offset + bytes.length <= total)) return;
    let body = this.#bodies.get(id);
    if (!body) {
      body = { bytes: new Uint8Array(total), missing: total };
      this.#bodies.set(id, body);
      this.#held += total;
      for (const oldest of this.#bodies.keys()) if (this.#held > mostBytes) this.#take(oldest);
    }
    if (offset + bytes.length > body.bytes.length) return;
    body.bytes.set(bytes, offset);
    body.missing -= bytes.length;
  }

  /** The complete value. Throws when a piece is missing. */
  unpack({ value, holes }: Packed): unknown {
    const root = { value };
    for (const { path, piece } of holes) {
      const body = this.#take(piece);
      if (!body || body.missing !== 0) throw new Error('A part of a message between two tabs was lost');
      put(root, ['value', ...path], body.bytes);
    }
    return root.value;
  }

  #take(id: string): { bytes: Uint8Array; missing: number } | undefined {
    const body = this.#bodies.get(id);
    if (body) this.#held -= body.bytes.length;
    this.#bodies.delete(id);
    return body;
  }
}

function put(root: object, path: readonly string[], value: unknown): void {
  let node: unknown = root;
  for (const key of path.slice(0, -1)) node = ownField(node, key);
  const last = lastOf(path);
  if (!hasField(node, last)) throw noPlace();
  node[last] = value;
}

const hasField = (node: unknown, key: string): node is Record<string, unknown> =>
  typeof node === 'object' && node !== null && Object.hasOwn(node, key);

const noPlace = () => new Error('A message between two tabs has no place for a part of it');

/** A place is valid only if `pack` left a hole there; never something that every object inherits. */
function ownField(node: unknown, key: string): unknown {
  if (!hasField(node, key)) throw noPlace();
  return node[key];
}
