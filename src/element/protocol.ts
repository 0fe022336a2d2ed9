/**
 * What an embed and the page around it say to each other, over a MessagePort that the page hands to its own frame. Each side
 * reads what it hears by the functions here: what they do not know is dropped.
 */
import { themes, views } from './names.ts';
import type { EmbedTheme, EmbedView } from './names.ts';

export const protocol = 'svc-playground';
export const version = 1;

/** Comes with the port, by `postMessage`, until the frame answers `ready`. */
export interface Hello {
  readonly protocol: typeof protocol;
  readonly version: typeof version;
}

/** What the page asks of the frame. */
export type Wish =
  | { readonly do: 'setTheme'; readonly theme: EmbedTheme }
  /** Sends the call as it stands. */
  | { readonly do: 'send' }
  /** The world is as it began. */
  | { readonly do: 'reset' }
  /** Moves the platform's clock by up to a year. */
  | { readonly do: 'advance'; readonly ms: number }
  /** Shows the call that a link of the playground says. */
  | { readonly do: 'open'; readonly link: string };

/** A wish, and what its answer is called by. */
export interface Order {
  readonly id: number;
  readonly wish: Wish;
}

/** Of a request or an answer. In the place of a secret there is nothing. */
export interface ToldMessage {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** JSON or a form of at most 64 KB; null for every other one, and for none. */
  readonly body: string | null;
}

/** One step that the platform took. */
export interface ToldStep {
  readonly verb: string;
  readonly outcome: string;
  /** Of the specification. */
  readonly sections: readonly string[];
}

/** What was sent and how it was answered. */
export interface Sent {
  readonly endpoint: string | null;
  readonly method: string;
  /** Without the secrets in it. */
  readonly url: string;
  /** null where the connection was closed without an answer. */
  readonly status: number | null;
  readonly durationMs: number;
  readonly request: ToldMessage;
  /** null where there is no answer, or one that goes on. */
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

/** What the frame says. */
export type FrameSaid =
  | { readonly type: 'ready'; readonly version: typeof version }
  /** How high its content is, in CSS pixels. */
  | { readonly type: 'resize'; readonly height: number }
  | ({ readonly type: 'sent' } & Sent)
  | ({ readonly type: 'state' } & ShownState)
  | { readonly type: 'error'; readonly message: string }
  /** The answer to an order: done, or why not, as a sentence. */
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

/** null for what is no order. */
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

/** null for what no frame says. */
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
