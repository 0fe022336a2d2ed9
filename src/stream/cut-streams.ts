/**
 * The streams that this tab reads, as far as a reload needs them: which ones were open when the page was left. Stored
 * for this tab only, without tokens.
 */
import { isList, isOneOf, isRecord, isWhole } from '../../worker/api.ts';
import { membersIn } from '../parts/json.ts';
import { ofTab } from '../parts/storage.ts';

/** The views that read a stream. */
export const streamViews = ['requests', 'world'] as const;
export type StreamView = (typeof streamViews)[number];

/** A stream that was open when the page was left. */
export interface CutStream {
  /** The view that opened it. */
  readonly view: StreamView;
  readonly appId: string;
  /** Epoch ms on the platform's clock. */
  readonly openedAt: number;
}

/** A limit that is not reached: an App has one connection. */
const most = 20;

const slot = ofTab('streams:1');

export const readOpenStreams = (): readonly CutStream[] => parseStreams(slot.read());

export const storeOpenStreams = (streams: readonly CutStream[]): void =>
  slot.write(streams.length === 0 ? null : JSON.stringify({ streams }));

/** Damaged entries are dropped. */
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
