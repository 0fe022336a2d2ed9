/**
 * What an embed and the page around it say to each other, over a MessagePort that the page hands to its own frame. Each side
 * reads what it hears by the functions here: what they do not know is dropped.
 */
import { themes } from './names.ts';
import type { EmbedTheme } from './names.ts';

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

/** What was sent and how it was answered, without headers and bodies, which may hold secrets. */
export interface Sent {
  readonly endpoint: string | null;
  readonly method: string;
  /** Without the secrets in it. */
  readonly url: string;
  /** null where the connection was closed without an answer. */
  readonly status: number | null;
  readonly durationMs: number;
}

/** What the frame says. */
export type FrameSaid =
  | { readonly type: 'ready'; readonly version: typeof version }
  /** How high its content is, in CSS pixels. */
  | { readonly type: 'resize'; readonly height: number }
  | ({ readonly type: 'sent' } & Sent)
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
  const { type, id, problem, height, message, endpoint, method, url, status, durationMs } = data;
  if (type === 'ready' && data['version'] === version) return { type, version };
  if (type === 'resize' && isFinite(height, 0, 100_000)) return { type, height };
  if (type === 'error' && isText(message)) return { type, message };
  if (type === 'answer' && isWhole(id) && (problem === null || isText(problem))) return { type, id, problem };
  const isSent = isText(method) && isText(url) && isFinite(durationMs, 0, Infinity);
  if (type !== 'sent' || !isSent || (endpoint !== null && !isText(endpoint))) return null;
  return status === null || isWhole(status) ? { type, endpoint, method, url, status, durationMs } : null;
}
