import type { SendFailure } from '../http/send.ts';

/** Why a receiver's module does not start. */
export interface StartFailure {
  readonly why: string;
  /** In the module, from 1; null where none is known. */
  readonly line: number | null;
}

/** What a host says of a receiver whose module does not start; null for any other failure. */
export function startFailureIn({
  reason,
  message,
}: Pick<SendFailure, 'reason' | 'message'>): StartFailure | null {
  const [, why, line] = /^\S+ does not start: (.*?)(?: \(line (\d{1,7})\))?$/s.exec(message) ?? [];
  return reason === 'refused' && why !== undefined
    ? { why, line: line === undefined ? null : Number(line) }
    : null;
}
