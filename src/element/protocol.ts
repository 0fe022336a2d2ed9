/**
 * Messages between an embed and the page around it, over a MessagePort that the page passes to its frame. Each side
 * reads messages with the functions here and drops those that they do not know.
 */
import { themes, views } from './names.ts';
import type { EmbedTheme, EmbedView } from './names.ts';

export const protocol = 'svc-playground';
export const version = 1;

/** Sent with the port, by `postMessage`, until the frame answers `ready`. */
export interface Hello {
  readonly protocol: typeof protocol;
  readonly version: typeof version;
}

/** What the page can ask of the frame. */
export type Wish =
  | { readonly do: 'setTheme'; readonly theme: EmbedTheme }
  /** Sends the call as it is. */
  | { readonly do: 'send' }
  /** Resets the world. */
  | { readonly do: 'reset' }
  /** Moves the platform's clock by up to a year. */
  | { readonly do: 'advance'; readonly ms: number }
  /** Shows the call of a playground link. */
  | { readonly do: 'open'; readonly link: string };

/** A wish, and the id of its answer. */
export interface Order {
  readonly id: number;
  readonly wish: Wish;
}

/** Headers of a request or an answer. Secrets are removed. */
export interface ToldMessage {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** JSON or a form of at most 64 KB; null for any other body, and for none. */
  readonly body: string | null;
}

/** One step of the platform. */
export interface ToldStep {
  readonly verb: string;
  readonly outcome: string;
  /** Sections of the specification. */
  readonly sections: readonly string[];
}

/** The request and its answer. */
export interface Sent {
  readonly endpoint: string | null;
  readonly method: string;
  /** Without its secrets. */
  readonly url: string;
  /** null if the connection was closed without an answer. */
  readonly status: number | null;
  readonly durationMs: number;
  readonly request: ToldMessage;
  /** null if there is no answer, or one that has not ended. */
  readonly response: ToldMessage | null;
  readonly trace: readonly ToldStep[];
}

/** What is shown; no row of the world, no key and no token. */
export interface ShownState {
  readonly view: EmbedView;
  readonly endpoint: string | null;
  /** Whether the call was sent. */
  readonly sent: boolean;
}

/** Messages of the frame. */
export type FrameSaid =
  | { readonly type: 'ready'; readonly version: typeof version }
  /** The height of its content, in CSS pixels. */
  | { readonly type: 'resize'; readonly height: number }
  | ({ readonly type: 'sent' } & Sent)
  | ({ readonly type: 'state' } & ShownState)
  | { readonly type: 'error'; readonly message: string }
  /** The answer to an order: done, or the reason why not, as a sentence. */
  | { readonly type: 'answer'; readonly id: number; readonly problem: string | null };

const longestLink = 16 * 1024;
/** In ms: a year. */
const longestJump = 366 * 86_400_000;

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isFinite = (value: unknown, from: number, to: number): value is number =>
  typeof value === 'number' && value >= from && value <= to;
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);
const isListOf = <T>(value: unknown, is: (each: unknown) => each is T): value is T[] =>
  Array.isArray(value) && value.every(is);
const isHeader = (value: unknown): value is [string, string] => isListOf(value, isText) && value.length === 2;
const isTold = (value: unknown): value is ToldMessage =>
  isObject(value) && isListOf(value['headers'], isHeader) && isTextOrNull(value['body']);
const isStep = (value: unknown): value is ToldStep =>
  isObject(value) && isText(value['verb']) && isText(value['outcome']) && isListOf(value['sections'], isText);

export const isHello = (data: unknown): boolean =>
  isObject(data) && data['protocol'] === protocol && data['version'] === version;

/** null for anything but an order. */
export function readOrder(data: unknown): Order | null {
  if (!isObject(data) || !isWhole(data['id'])) return null;
  const wish = readWish(data['wish']);
  return wish && { id: data['id'], wish };
}

function readWish(data: unknown): Wish | null {
  if (!isObject(data)) return null;
  const { do: what, theme, ms, link } = data;
  if (what === 'send' || what === 'reset') return { do: what };
  const known = themes.find((each) => each === theme);
  if (what === 'setTheme' && known) return { do: what, theme: known };
  if (what === 'advance' && isFinite(ms, 0, longestJump)) return { do: what, ms };
  if (what === 'open' && isText(link) && link.length <= longestLink) return { do: what, link };
  return null;
}

/** null for anything but a message of a frame. */
export function readSaid(data: unknown): FrameSaid | null {
  if (!isObject(data)) return null;
  const { type, id, problem, height, message, endpoint } = data;
  if (type === 'ready' && data['version'] === version) return { type, version };
  if (type === 'resize' && isFinite(height, 0, 100_000)) return { type, height };
  if (type === 'error' && isText(message)) return { type, message };
  if (type === 'answer' && isWhole(id) && isTextOrNull(problem)) return { type, id, problem };
  if (!isTextOrNull(endpoint)) return null;
  if (type === 'sent') return readSent(data, endpoint);
  const view = views.find((each) => each === data['view']);
  const { sent } = data;
  return type === 'state' && view && typeof sent === 'boolean' ? { type, view, endpoint, sent } : null;
}

function readSent(data: Fields, endpoint: string | null): FrameSaid | null {
  const { method, url, status, durationMs, request, response, trace } = data;
  if (!isText(method) || !isText(url) || !isFinite(durationMs, 0, Infinity)) return null;
  if (status !== null && !isWhole(status)) return null;
  if (!isTold(request) || (response !== null && !isTold(response)) || !isListOf(trace, isStep)) return null;
  return { type: 'sent', endpoint, method, url, status, durationMs, request, response, trace };
}
