import { isList, isRecord } from '../../../../worker/api.ts';

/** A call that was made, as it is kept over a reload: the log of exchanges has the rest. */
export interface KeptCall {
  readonly requestId: string;
  /** Whether the page signed it. */
  readonly signed: boolean;
  /** What was done to it on purpose, unchecked. */
  readonly broken: unknown;
}

/** What a tab was answered, to be read from the log. */
export interface KeptAnswers {
  /** Newest first. */
  readonly calls: readonly KeptCall[];
  /** Whether the draft was edited after the newest. */
  readonly edited: boolean;
}

export const noAnswers: KeptAnswers = { calls: [], edited: false };

/** Those that are looked back at. */
export const mostKept = 10;
/** Characters of an id: our own have far fewer. */
const longestId = 100;

/** What was stored, without what is damaged. */
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
