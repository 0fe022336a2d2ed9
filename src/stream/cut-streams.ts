/**
 * The streams that this tab reads, as far as a reload has to know of them: which were open when the page was left. Of this
 * tab alone, and gone with it. No token is kept.
 */
import { isList, isOneOf, isRecord, isWhole } from '../../worker/api.ts';
import { membersIn } from '../parts/json.ts';

/** The views that read a stream. */
const streamViews = ['requests', 'world'] as const;
export type StreamView = (typeof streamViews)[number];

/** A stream that was open when the page was left. */
export interface CutStream {
  /** The view that opened it. */
  readonly view: StreamView;
  readonly appId: string;
  /** Epoch ms on the platform's clock. */
  readonly openedAt: number;
}

/** More are not open at once: an App has one connection. */
const most = 20;

/** Playgrounds of one origin lie on different paths. */
const key = (): string => `svc-playground:streams:1:${location.pathname}`;

/** What is damaged is dropped. Never throws. */
export function readOpenStreams(): readonly CutStream[] {
  try {
    return parseStreams(sessionStorage.getItem(key()));
  } catch {
    return [];
  }
}

/** Where storage is denied, a reload leaves no word. */
export function storeOpenStreams(streams: readonly CutStream[]): void {
  try {
    if (streams.length === 0) sessionStorage.removeItem(key());
    else sessionStorage.setItem(key(), JSON.stringify({ streams }));
  } catch {
    // Kept in memory alone.
  }
}

/** Reads what may be anybody's: the storage is shared with every page of the origin, and with other releases. */
export function parseStreams(text: string | null): readonly CutStream[] {
  const { streams } = membersIn(text ?? '');
  return isList(streams) ? streams.flatMap(cutStream).slice(0, most) : [];
}

function cutStream(value: unknown): CutStream[] {
  if (!isRecord(value)) return [];
  const { view, appId, openedAt } = value;
  if (typeof view !== 'string' || !isOneOf(streamViews, view)) return [];
  if (typeof appId !== 'string' || !isWhole(openedAt, 0)) return [];
  return [{ view, appId, openedAt }];
}
