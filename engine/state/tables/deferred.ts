/**
 * The tables whose rows are kept in another form while the platform runs, by the limiter, the authenticator and the
 * log. Their types are declared there.
 */
import { isRecord, isWhole } from '../../checked/is.ts';
import {
  bytes,
  either,
  flag,
  listOf,
  moment,
  nullable,
  oneOf,
  open,
  optional,
  record,
  text,
  tuple,
  whole,
} from '../store/kinds.ts';
import { refusalReasons } from '../../spec/reasons.ts';
import type { Kind } from '../store/kinds.ts';
import type { Row } from '../store/table.ts';

export const windowFields = {
  id: text,
  endpoint_id: text,
  scope: oneOf('user', 'app'),
  principal: text,
  started_at: moment,
  window_seconds: whole(1),
  count: whole(0),
};

export const nonceFields = { id: text, timestamp: whole(0), request_id: nullable(text) };

export const abuseFields = { app_id: text, started_at: moment, refused: whole(0), silenced: flag };

const headers = listOf(tuple<readonly [string, string]>(text, text));

const status = whole(100, 599);

const outcome: Kind<object> = either<object>(
  record({ kind: oneOf('closed'), reason: text }),
  record({
    kind: oneOf('stream'),
    status,
    headers,
    ended: nullable(record({ at: moment, chunks: whole(0), bytes: whole(0), reason: nullable(text) })),
  }),
  record({ kind: oneOf('response'), status, headers, body: bytes }),
);

const traceLine = record({
  at: moment,
  outcome: oneOf('passed', 'consumed', 'idle', 'refused'),
  verb: text,
  text,
  sections: listOf(text),
  choices: listOf(text),
  problem: optional(text),
  visitor: optional(text),
  reason: optional(oneOf(...refusalReasons)),
  signature: optional(record({ received: text, expected: text, baseString: text })),
});

const windowState = record({
  endpointId: text,
  scope: oneOf('user', 'app'),
  principal: text,
  limit: whole(0),
  windowSeconds: whole(1),
  remaining: whole(0),
  resetAt: nullable(moment),
});

export const exchangeFields = {
  id: text,
  sequence: whole(1),
  at: moment,
  durationMs: moment,
  direction: oneOf('in', 'out'),
  endpointId: nullable(text),
  appId: nullable(text),
  userId: nullable(text),
  // As it was sent, with any other members that the sender included.
  request: open({
    id: optional(text),
    method: text,
    url: text,
    headers,
    body: optional(bytes),
    again: optional(record({ of: whole(1), how: oneOf('sameBytes', 'signedAgain', 'edited') })),
    unasked: optional(flag),
  }),
  outcome,
  thrown: optional(record({ text, line: nullable(whole(1)) })),
  trace: listOf(traceLine),
  windows: listOf(windowState),
};

/**
 * In JSON, bytes are `{"$bytes": "<base64>"}`, or what `JSON.stringify` makes of a Uint8Array, `{"0": 123, …}`. A
 * value in neither form is left unchanged, and refused later.
 */
export const exchangeFromJson = (row: Row): Row => ({
  ...row,
  request: withBytes(row['request']),
  outcome: withBytes(row['outcome']),
});

function withBytes(message: unknown): unknown {
  if (!isRecord(message)) return message;
  const { body } = message;
  if (typeof body !== 'object' || body === null || ArrayBuffer.isView(body)) return message;
  const decoded = '$bytes' in body ? fromBase64(body.$bytes) : fromNumbers(body);
  return decoded ? { ...message, body: decoded } : message;
}

function fromBase64(encoded: unknown): Uint8Array | null {
  if (typeof encoded !== 'string') return null;
  try {
    return Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

const isByte = (value: unknown): value is number => isWhole(value, 0, 255);

function fromNumbers(body: object): Uint8Array | null {
  const bytes: unknown[] = Object.values(body);
  const inOrder = Object.keys(body).every((place, at) => place === String(at));
  return inOrder && bytes.every(isByte) ? Uint8Array.from(bytes) : null;
}
