/**
 * Messages of a receiver's program to the page. They are not trusted, because the receiver's author may have taken over
 * the program: each field is read separately and copied, and messages over the limits are refused.
 */
import { isList, isOneOf, isWhole } from '../../worker/api.ts';
import type {
  BodyRead,
  ConsoleLevel,
  ConsoleLine,
  ItemChange,
  MacMade,
  Noted,
  SendFailure,
  SendResult,
} from '../../worker/api.ts';

/** As the program sends it. */
export type FromProgram =
  /** The program has started: its time limit begins. */
  | readonly [type: 'began']
  | readonly [type: 'line', line: ConsoleLine]
  | readonly [type: 'item', change: ItemChange]
  /** Sent before the end, for a watched request. */
  | readonly [type: 'noted', noted: Noted]
  | readonly [type: 'end', result: SendResult];

/** The first message to the program. */
export interface ToProgram {
  readonly code: string;
  readonly host: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body?: Uint8Array | undefined;
  };
  readonly now: number;
  readonly items: readonly (readonly [key: string, value: string])[];
  readonly maxBytes: number;
  readonly isWatched: boolean;
}

export const most = {
  lines: 100,
  /** Characters per line. */
  lineText: 2048,
  changes: 2000,
  /** Characters of all changes in a run. */
  changeText: 1024 * 1024,
  /** Characters of an item's key and value. */
  key: 200,
  value: 64 * 1024,
  headers: 100,
  /** The number of header reads, of body reads, and of HMACs. */
  noted: 50,
  /** Characters of a header, and of the reason for a missing response. */
  text: 8192,
} as const;

const bodyReads: readonly BodyRead['how'][] = [
  'arrayBuffer',
  'blob',
  'body',
  'bytes',
  'formData',
  'json',
  'text',
];
const acts: readonly MacMade['act'][] = ['sign', 'verify'];
const levels: readonly ConsoleLevel[] = ['debug', 'log', 'info', 'warn', 'error'];
/** The failures that a program may report itself; others are ours to report. */
const reasons: readonly SendFailure['reason'][] = ['refused', 'tooLarge', 'closed'];

const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value.length <= longest;

const isLine = (value: unknown): value is number | null => value === null || isWhole(value, 1, 1e6);

/** An own property: those of a prototype do not count. */
const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;

/** null if it is not a message. */
export function readMessage(data: unknown, maxBytes: number): FromProgram | null {
  if (!isList(data) || data.length > 2) return null;
  const [type, body] = data;
  if (type === 'began') return ['began'];
  if (type === 'line') return withType(type, readLine(body));
  if (type === 'item') return withType(type, readChange(body));
  if (type === 'noted') return withType(type, readNoted(body));
  return type === 'end' ? withType(type, readEnd(body, maxBytes)) : null;
}

const withType = <T extends string, V>(type: T, value: V | null): readonly [T, V] | null =>
  value && [type, value];

function readLine(value: unknown): ConsoleLine | null {
  const [level, text, at, line] = ['level', 'text', 'at', 'line'].map((name) => own(value, name));
  if (!isOneOf(levels, level) || !isText(text, most.lineText)) return null;
  if (!isWhole(at, -8.64e15, 8.64e15) || !isLine(line)) return null;
  return { level, text, at, line };
}

function readNoted(value: unknown): Noted | null {
  const headers = readAll(own(value, 'headers'), (each) => {
    const [name, line] = [own(each, 'name'), own(each, 'line')];
    return isText(name, most.key) && isLine(line) ? { name, line } : null;
  });
  const reads = readAll(own(value, 'reads'), (each) => {
    const [how, line] = [own(each, 'how'), own(each, 'line')];
    return isOneOf(bodyReads, how) && isLine(line) ? { how, line } : null;
  });
  const macs = readAll(own(value, 'macs'), readMac);
  return headers && reads && macs && { headers, reads, macs };
}

function readMac(value: unknown): MacMade | null {
  const [act, key, bytes, isBody, line] = ['act', 'key', 'bytes', 'isBody', 'line'].map((name) =>
    own(value, name),
  );
  if (!isOneOf(acts, act) || !(key === null || isText(key, most.key)) || !isWhole(bytes, 0)) return null;
  return typeof isBody === 'boolean' && isLine(line) ? { act, key, bytes, isBody, line } : null;
}

/** null if one of them is invalid, or there are too many. */
function readAll<T>(list: unknown, read: (each: unknown) => T | null): readonly T[] | null {
  if (!isList(list) || list.length > most.noted) return null;
  const all = list.flatMap((each) => read(each) ?? []);
  return all.length === list.length ? all : null;
}

function readChange(change: unknown): ItemChange | null {
  if (!isList(change) || change.length !== 2) return null;
  const [key, value] = change;
  return isText(key, most.key) && (value === null || isText(value, most.value)) ? [key, value] : null;
}

function readEnd(end: unknown, maxBytes: number): SendResult | null {
  const thrown = readThrown(own(end, 'thrown'));
  if (thrown === null) return null;
  if (own(end, 'kind') === 'failure') {
    const [reason, message] = [own(end, 'reason'), own(end, 'message')];
    if (!isOneOf(reasons, reason) || !isText(message, most.text)) return null;
    return { kind: 'failure', reason, message, ...thrown };
  }
  const [status, headers, body] = [own(end, 'status'), own(end, 'headers'), own(end, 'body')];
  if (!isWhole(status, 200, 599) || !isList(headers) || headers.length > most.headers) return null;
  const list = headers.map(readHeader);
  if (!list.every((each) => each !== null)) return null;
  // The bytes may be shared, or part of a larger buffer; a copy is neither.
  if (!(body instanceof Uint8Array) || body.length > maxBytes) return null;
  return { status, headers: list, body: new Uint8Array(body), ...thrown };
}

/** Empty if it threw nothing. */
function readThrown(thrown: unknown): Pick<SendResult, 'thrown'> | null {
  if (thrown === undefined) return {};
  const [text, line] = [own(thrown, 'text'), own(thrown, 'line')];
  return isText(text, most.lineText) && isLine(line) ? { thrown: { text, line } } : null;
}

function readHeader(header: unknown): readonly [name: string, value: string] | null {
  if (!isList(header) || header.length !== 2) return null;
  const [name, value] = header;
  const isSaid = isText(name, most.text) && /^[!#$%&'*+.^_`|~\w-]+$/.test(name) && isText(value, most.text);
  return isSaid && !/[\0\r\n]/.test(value) ? [name, value] : null;
}
