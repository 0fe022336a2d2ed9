/**
 * What tabs say to each other over the BroadcastChannel. Plain data only: ports and streams cannot cross it. Every
 * frame reaches every tab, so long bodies go in pieces that only the addressee puts together.
 */
import type { PlaygroundApi, PlaygroundEvent } from './api.ts';
import type { Reply } from './reply.ts';

/** Tabs of different releases can be open at once: a change of `Frame` or of the API raises this. */
export const protocol = 1;

export type Method = keyof PlaygroundApi;

/** The closed list of what may be called. */
export const methods: readonly Method[] = [
  'greet',
  'send',
  'windows',
  'exchanges',
  'advance',
  'freeze',
  'resume',
  'setPlan',
  'liftAbuse',
  'setAbuse',
  'portal',
  'keep',
  'forget',
  'exportSnapshot',
  'reset',
];

export type Frame = { readonly protocol: number; readonly from: string } & (
  | { readonly type: 'ping' }
  /** Sent by the tab that holds the lock: as an answer to a ping, and to all when it is ready. */
  | { readonly type: 'alive'; readonly ready: boolean; readonly epoch: number }
  | {
      readonly type: 'call';
      readonly to: string;
      readonly id: string;
      readonly method: Method;
      readonly args: Packed;
    }
  | { readonly type: 'answer'; readonly to: string; readonly id: string; readonly reply: Packed }
  | { readonly type: 'event'; readonly event: Packed }
  /** `to` is null for everybody. */
  | { readonly type: 'piece'; readonly to: string | null; readonly piece: Piece }
);

export type Cargo = readonly unknown[] | Reply | PlaygroundEvent;

/** A value without its long bodies, and where they belong. */
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

/** Bodies longer than this travel in pieces of this size. */
export const pieceBytes = 256 * 1024;

/** Takes long bodies out of a value. The value itself stays as it is. */
export function pack(value: Cargo, newId: () => string): { packed: Packed; pieces: Piece[] } {
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
    if (node === null || typeof node !== 'object') return node;
    return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, walk(item, [...path, key])]));
  };
  return { packed: { value: walk(value, []), holes }, pieces };
}

function* slices(id: string, bytes: Uint8Array): Iterable<Piece> {
  for (let offset = 0; offset < bytes.length; offset += pieceBytes)
    yield { id, offset, total: bytes.length, bytes: bytes.slice(offset, offset + pieceBytes) };
}

/** Bodies on their way hold at most so many bytes; the oldest make room. */
const mostBytes = 64 * 1024 * 1024;

/** Puts pieces together. The channel keeps order, so a value's pieces are there when it comes. */
export class Assembly {
  readonly #bodies = new Map<string, { bytes: Uint8Array; missing: number }>();
  #held = 0;

  add({ id, offset, total, bytes }: Piece): void {
    if (total > mostBytes) return;
    let body = this.#bodies.get(id);
    if (!body) {
      body = { bytes: new Uint8Array(total), missing: total };
      this.#bodies.set(id, body);
      this.#held += total;
      for (const oldest of this.#bodies.keys()) if (this.#held > mostBytes) this.#take(oldest);
    }
    body.bytes.set(bytes, offset);
    body.missing -= bytes.length;
  }

  /** The whole value. Throws when a piece is missing. */
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
  let node = root as Record<string, unknown>;
  for (const key of path.slice(0, -1)) node = node[key] as Record<string, unknown>;
  node[path.at(-1)!] = value;
}
