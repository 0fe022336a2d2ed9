/**
 * The messages between tabs over the BroadcastChannel. Only plain data, because ports and streams cannot cross it.
 * Every message is checked: many sites can share one origin, and tabs of different releases can be open at once.
 */
import {
  bytes,
  flag,
  nullable,
  number,
  object,
  oneOf,
  text,
  union,
} from '../../engine/declaration/checks.ts';
import type { Check } from '../../engine/declaration/checks.ts';
import { isPacked, isPiece } from './pieces.ts';
import type { Packed, Piece } from './pieces.ts';
import type { Down, Up } from '../streams/protocol.ts';

/** Increase this when the messages or the contract change. */
export const protocol = 4;

export type TabMessage =
  | { readonly type: 'ping' }
  /** Sent by the tab that holds the lock: as the answer to a ping, and to all when it is ready. */
  | { readonly type: 'alive'; readonly ready: boolean; readonly term: number }
  | {
      readonly type: 'call';
      readonly to: string;
      readonly id: string;
      readonly method: string;
      readonly args: Packed;
    }
  | { readonly type: 'answer'; readonly to: string; readonly id: string; readonly reply: Packed }
  /** The answer to a call has arrived, so the call will not be repeated. */
  | { readonly type: 'received'; readonly to: string; readonly id: string }
  | { readonly type: 'event'; readonly event: Packed }
  /** For the stream that the call with this id has opened. */
  | { readonly type: 'down'; readonly to: string; readonly id: string; readonly part: Down }
  | { readonly type: 'up'; readonly to: string; readonly id: string; readonly part: Up }
  /** `to` is null for all tabs. */
  | { readonly type: 'piece'; readonly to: string | null; readonly piece: Piece };

export interface Envelope {
  readonly protocol: number;
  readonly from: string;
}

const isDown = union<Down>({
  chunk: object<Extract<Down, { type: 'chunk' }>>({ type: oneOf('chunk'), bytes }),
  end: object<Extract<Down, { type: 'end' }>>({ type: oneOf('end'), reason: nullable(text) }),
});
export const isUp = union<Up>({
  credit: object<Extract<Up, { type: 'credit' }>>({ type: oneOf('credit'), weight: number }),
  cancel: object<Extract<Up, { type: 'cancel' }>>({ type: oneOf('cancel') }),
});

type MessageOf<T extends TabMessage['type']> = Extract<TabMessage, { readonly type: T }>;

const isMessage: Check<TabMessage> = union<TabMessage>({
  ping: object<MessageOf<'ping'>>({ type: oneOf('ping') }),
  alive: object<MessageOf<'alive'>>({ type: oneOf('alive'), ready: flag, term: number }),
  call: object<MessageOf<'call'>>({ type: oneOf('call'), to: text, id: text, method: text, args: isPacked }),
  answer: object<MessageOf<'answer'>>({ type: oneOf('answer'), to: text, id: text, reply: isPacked }),
  received: object<MessageOf<'received'>>({ type: oneOf('received'), to: text, id: text }),
  event: object<MessageOf<'event'>>({ type: oneOf('event'), event: isPacked }),
  down: object<MessageOf<'down'>>({ type: oneOf('down'), to: text, id: text, part: isDown }),
  up: object<MessageOf<'up'>>({ type: oneOf('up'), to: text, id: text, part: isUp }),
  piece: object<MessageOf<'piece'>>({ type: oneOf('piece'), to: nullable(text), piece: isPiece }),
});

const isEnvelope = object<Envelope>({ protocol: number, from: text });

/** `foreign`: a tab of another release, of which nothing else is understood. null: not a message of our tabs. */
export function parse(data: unknown): (TabMessage & Envelope) | 'foreign leader' | null {
  if (!isEnvelope(data)) return null;
  if (data.protocol === protocol) return isMessage(data) ? data : null;
  return object({ type: oneOf('alive') })(data) ? 'foreign leader' : null;
}
