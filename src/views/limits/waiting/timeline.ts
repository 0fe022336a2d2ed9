import type { TriedLoad } from '../../../../worker/api.ts';

/** A piece of a timeline with one appearance. */
export interface TimelinePiece {
  readonly kind: 'done' | 'refused' | 'closed' | 'idle';
  /** From 0 to 1 of the width that all timelines share. */
  readonly from: number;
  readonly to: number;
}

/**
 * The appearance of a stretch of time. No response wins over a refusal, and a refusal over a success, so that none is
 * lost among many.
 */
const kindOf = ([done, refused, closed, other]: TriedLoad['stretches'][number]): TimelinePiece['kind'] => {
  if (closed > 0) return 'closed';
  if (refused > 0) return 'refused';
  return done + other > 0 ? 'done' : 'idle';
};

/** `longestMs`: the duration of the whole width. */
export function piecesOf({ stretches, elapsedMs }: TriedLoad, longestMs: number): TimelinePiece[] {
  const share = longestMs === 0 ? 1 : elapsedMs / longestMs;
  const pieces: { kind: TimelinePiece['kind']; from: number; to: number }[] = [];
  for (const [at, stretch] of stretches.entries()) {
    const kind = kindOf(stretch);
    const to = ((at + 1) / stretches.length) * share;
    const last = pieces.at(-1);
    if (last?.kind === kind) last.to = to;
    else pieces.push({ kind, from: last?.to ?? 0, to });
  }
  return pieces;
}
