/** The connections of an App to the stream, and the posts missed between them, from the calls of a step. */
import { isRecord } from '../../engine/inside.ts';
import type { Call, Facts } from '../format/facts.ts';
import { appOf } from '../format/miss.ts';

const keepAliveMs = 20_000;

/** A stream is reported twice: when it is opened, and when it has ended. */
export const streamCalls = (facts: Facts, appName: string): readonly Call[] =>
  facts.calls('streamPosts').filter((call) => call.isAccepted && appOf(call, facts) === appName);

export const isEnd = ({ exchange: { outcome } }: Call): boolean =>
  outcome.kind === 'stream' && outcome.ended !== null;
export const isOpening = ({ exchange: { outcome } }: Call): boolean =>
  outcome.kind === 'stream' && outcome.ended === null;

/** When it ended, in epoch ms. */
const endedAt = ({ exchange: { outcome } }: Call): number =>
  outcome.kind === 'stream' ? (outcome.ended?.at ?? 0) : 0;
const chunksOf = ({ exchange: { outcome } }: Call): number =>
  outcome.kind === 'stream' ? (outcome.ended?.chunks ?? 0) : 0;

export interface Connection {
  readonly opening: Call;
  /** null while it is open. */
  readonly end: Call | null;
  /** ms. */
  readonly lasted: number;
}

export function connectionsOf(facts: Facts, appName: string): readonly Connection[] {
  const calls = streamCalls(facts, appName);
  return calls.filter(isOpening).map((opening) => {
    const { sequence, at } = opening.exchange;
    const end = calls.find((each) => isEnd(each) && each.exchange.sequence === sequence) ?? null;
    return { opening, end, lasted: (end ? endedAt(end) : facts.now) - at };
  });
}

/** The number of keep-alives missing at the end of a connection. */
export const silenceOf = (end: Call): number =>
  Math.floor((endedAt(end) - end.exchange.at) / keepAliveMs) - chunksOf(end);

/** The gap between the end of a connection and the next one. */
export interface Gap {
  readonly end: Call;
  readonly opening: Call;
  readonly ms: number;
}

export function gapsOf(facts: Facts, appName: string): readonly Gap[] {
  const gaps: Gap[] = [];
  let end: Call | null = null;
  for (const call of streamCalls(facts, appName))
    if (isEnd(call)) end = call;
    else if (end) {
      gaps.push({ end, opening: call, ms: call.exchange.at - endedAt(end) });
      end = null;
    }
  return gaps;
}

interface Made {
  readonly id: string;
  readonly time: number;
}

/** A search, or a stream that begins in the past, with the posts that it returned. */
interface Fetch {
  readonly call: Call;
  readonly ids: readonly string[];
}

/** The posts of a topic: those on the stream, those in the gaps, and those fetched later. */
export interface Missed {
  readonly seen: readonly Made[];
  readonly gap: readonly Made[];
  readonly fetches: readonly Fetch[];
}

export function missedBy(facts: Facts, appName: string, about: string): Missed {
  const streams = streamCalls(facts, appName);
  const seen: Made[] = [];
  const gap: Made[] = [];
  const fetches: Fetch[] = [];
  const first = streams[0];
  let isConnected = first !== undefined && isEnd(first);
  let hasEnded = false;
  for (const call of facts.calls('streamPosts', 'createPost', 'searchRecentPosts', 'searchAllPosts')) {
    if (!call.isAccepted) continue;
    if (streams.some(({ at }) => at === call.at)) {
      isConnected = isOpening(call);
      hasEnded ||= isEnd(call);
      const from = beginningOf(call);
      if (isConnected && from !== null)
        fetches.push({ call, ids: [...seen, ...gap].filter(({ time }) => time >= from).map(({ id }) => id) });
    } else if (call.endpointId === 'createPost') {
      const { answer, exchange } = call;
      if (!isAbout(call, about)) continue;
      const made = { id: idIn(answer['data']), time: exchange.at };
      if (isConnected) seen.push(made);
      else if (hasEnded) gap.push(made);
    } else if (call.endpointId !== 'streamPosts') fetches.push({ call, ids: idsIn(call) });
  }
  return { seen, gap, fetches };
}

/** The moment in the past from which a stream begins, in epoch ms; null for one that begins now. */
function beginningOf({ query, exchange: { at } }: Call): number | null {
  const [start, minutes] = [query.get('start_time'), query.get('backfill_minutes')];
  if (start !== null) return Date.parse(start);
  return minutes === null || minutes === '0' ? null : at - Number(minutes) * 60_000;
}

const idIn = (data: unknown): string => (isRecord(data) ? String(data['id']) : '');

/** The posts of an answer. */
export const idsIn = ({ answer }: Call): readonly string[] =>
  Array.isArray(answer['data']) ? answer['data'].map(idIn) : [];

/** The post that a call creates. */
export const textOf = ({ sent: { text } }: Call): string => (typeof text === 'string' ? text : '');

export const isAbout = (call: Call, word: string): boolean =>
  new RegExp(`\\b${word}\\b`, 'i').test(textOf(call));
