import { itemAt } from '../../../../worker/api.ts';
import type { RunFigures } from '../../../../worker/api.ts';

type Reasons = RunFigures['reasons'];

/**
 * Indexes of reasons, the largest first. Each keeps its place while the figures grow; a new one is added at the end.
 */
export function inOrder(before: readonly number[], reasons: Reasons): readonly number[] {
  const kept = before.filter((at) => at < reasons.length);
  const known = new Set(kept);
  const added = reasons.map((_, at) => at).filter((at) => !known.has(at));
  return added.length === 0 && kept.length === before.length
    ? before
    : [...kept, ...added.sort((a, b) => itemAt(reasons, b).rows - itemAt(reasons, a).rows || a - b)];
}
