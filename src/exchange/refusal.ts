import type { TraceLine } from '../../worker/api.ts';

/** Where the call was refused: the last such step before the answer is written; -1 when it was not. */
export const refusal = (trace: readonly TraceLine[]): number =>
  trace.findLastIndex(({ outcome, verb }) => outcome === 'refused' && verb !== 'Answered');
