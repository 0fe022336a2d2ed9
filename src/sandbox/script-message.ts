/**
 * Messages between a script and the page. Those of the script are not trusted, because anyone may have written it: each
 * field is read separately and copied.
 */
import { isList, isWhole } from '../../worker/api.ts';
import type { ConsoleLine, HttpRequest } from '../../worker/api.ts';
import { most, readMessage } from './message.ts';

/** The first message; the script's calls are answered by the same port. */
export interface ToScript {
  readonly code: string;
  /** The values of `process.env`. */
  readonly environment: Readonly<Record<string, string>>;
  readonly now: number;
}

export interface AnswerToScript {
  readonly of: number;
  /** A text says why there is no answer. */
  readonly answer:
    | string
    | {
        readonly status: number;
        readonly headers: readonly (readonly [name: string, value: string])[];
        readonly body: Uint8Array;
      };
}

export interface ScriptThrew {
  readonly text: string;
  readonly line: number | null;
}

/** As the script sends it. */
export type FromScript =
  | readonly [type: 'began']
  | readonly [type: 'line', line: ConsoleLine]
  | readonly [type: 'call', of: number, request: HttpRequest]
  | readonly [type: 'over', threw: ScriptThrew | null];

const mostBytes = 8 * 1024 * 1024;

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;

const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value.length <= longest;

/** null if it is not a message. */
export function readScriptMessage(data: unknown): FromScript | null {
  if (!isList(data)) return null;
  const [type, first, second] = data;
  if (type === 'call') {
    const request = readRequest(second);
    return isWhole(first, 0) && request ? ['call', first, request] : null;
  }
  if (type === 'over') {
    if (first === null) return ['over', null];
    const [text, line] = [own(first, 'text'), own(first, 'line')];
    const isKnown = isText(text, most.lineText) && (line === null || isWhole(line, 1, 1e6));
    return isKnown ? ['over', { text, line }] : null;
  }
  const message = readMessage(data, 0);
  return message?.[0] === 'began' || message?.[0] === 'line' ? message : null;
}

function readRequest(value: unknown): HttpRequest | null {
  const [method, url, headers, body] = ['method', 'url', 'headers', 'body'].map((name) => own(value, name));
  if (!isText(method, 40) || !/^[!#$%&'*+.^_`|~\w-]+$/.test(method) || !isText(url, 64 * 1024)) return null;
  if (!isList(headers) || headers.length > most.headers) return null;
  const list = headers.map(readHeader);
  if (!list.every((each) => each !== null)) return null;
  if (body === undefined) return { method, url, headers: list };
  if (!(body instanceof Uint8Array) || body.length > mostBytes) return null;
  return { method, url, headers: list, body: new Uint8Array(body) };
}

function readHeader(header: unknown): readonly [name: string, value: string] | null {
  if (!isList(header) || header.length !== 2) return null;
  const [name, value] = header;
  return isText(name, most.text) && isText(value, most.text) && !/[\0\r\n]/.test(name + value)
    ? [name, value]
    : null;
}
