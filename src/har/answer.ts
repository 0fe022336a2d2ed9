/** Reads what a HAR entry says about the answer. Pure; never throws. */
import { utf8 } from '../../worker/api.ts';
import { bytesOfBase64 } from './base64.ts';
import { fieldsIn, membersOf } from './members.ts';

export interface HarAnswer {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** What an entry has besides its request. */
export interface HarRest {
  /** null if there was none. */
  readonly answer: HarAnswer | null;
  /** Why there was no answer, in the words of the tool; null if it says nothing. */
  readonly failure: string | null;
  /** NaN if the file does not say. */
  readonly durationMs: number;
  /** `out` for a call by a platform, which the log's own files declare. */
  readonly direction: 'in' | 'out';
  /** The endpoint, which the log's own files name. */
  readonly operationId: string | null;
  /** Whole sentences: the reader's changes. */
  readonly notes: readonly string[];
}

/** `hasStatus`: whether the entry has an answer at all. */
export function readRest(entry: unknown, hasStatus: boolean): HarRest {
  const { response, time, _svc: own } = membersOf(entry);
  const { headers, content, comment, _error: error } = membersOf(response);
  const { direction, operationId } = membersOf(own);
  const { body, notes } = hasStatus ? bodyOf(content) : { body: new Uint8Array(), notes: [] };
  const why = [error, comment].find((each) => typeof each === 'string' && each !== '');
  return {
    answer: hasStatus ? { headers: fieldsIn(headers), body } : null,
    failure: typeof why === 'string' ? why : null,
    durationMs: typeof time === 'number' && time > 0 ? Math.round(time) : NaN,
    direction: direction === 'out' ? 'out' : 'in',
    operationId: typeof operationId === 'string' ? operationId : null,
    notes,
  };
}

function bodyOf(content: unknown): { readonly body: Uint8Array; readonly notes: readonly string[] } {
  const { text, encoding, size } = membersOf(content);
  if (typeof text !== 'string' || text === '') {
    const isMissing = typeof size === 'number' && size > 0;
    return { body: new Uint8Array(), notes: isMissing ? ['The body of its answer is not in the file.'] : [] };
  }
  if (encoding !== 'base64') return { body: utf8(text), notes: [] };
  const bytes = bytesOfBase64(text);
  return bytes
    ? { body: bytes, notes: [] }
    : {
        body: utf8(text),
        notes: ['The body of its answer is declared as Base64 but is not: it was taken as it is.'],
      };
}
