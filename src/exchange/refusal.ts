import type { TraceLine } from '../../worker/api.ts';

/** The step that refused the call: the last one before the answer is written; -1 if it was not refused. */
export const refusal = (trace: readonly TraceLine[]): number =>
  trace.findLastIndex(({ outcome, verb }) => outcome === 'refused' && verb !== 'Answered');
