import { isList, isRecord } from '../../../../worker/api.ts';

/** A past call as it is kept over a reload; the log of exchanges has the rest. */
export interface KeptCall {
  readonly requestId: string;
  /** Whether the page signed it. */
  readonly signed: boolean;
  /** The breaks of the call, unchecked. */
  readonly broken: unknown;
}

/** A tab's answers, to be read from the log. */
export interface KeptAnswers {
  /** Newest first. */
  readonly calls: readonly KeptCall[];
  /** Whether the draft was edited after the newest. */
  readonly edited: boolean;
}

export const noAnswers: KeptAnswers = { calls: [], edited: false };

/** The most calls that are kept. */
export const mostKept = 10;
/** The most characters of an id. The page's own ids have far fewer. */
const longestId = 100;

/** The valid part of what was stored. */
export function readAnswers(stored: unknown): KeptAnswers {
  if (!isRecord(stored) || !isList(stored['calls'])) return noAnswers;
  return {
    calls: stored['calls'].slice(0, mostKept).flatMap(readCall),
    edited: stored['edited'] === true,
  };
}

function readCall(stored: unknown): KeptCall[] {
  if (!isRecord(stored)) return [];
  const { requestId, signed, broken } = stored;
  if (typeof requestId !== 'string' || requestId.length > longestId) return [];
  return [{ requestId, signed: signed === true, broken }];
}
