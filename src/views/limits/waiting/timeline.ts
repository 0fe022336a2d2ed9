import type { TriedLoad } from '../../../../worker/api.ts';

/** A piece of a timeline that looks the same all along. */
export interface TimelinePiece {
  readonly kind: 'done' | 'refused' | 'closed' | 'idle';
  /** From 0 to 1 of what all timelines show. */
  readonly from: number;
  readonly to: number;
}

/** What a stretch of time is drawn as: silence before refusal before success, so that none is lost in a crowd. */
const kindOf = ([done, refused, closed, other]: TriedLoad['stretches'][number]): TimelinePiece['kind'] => {
  if (closed > 0) return 'closed';
  if (refused > 0) return 'refused';
  return done + other > 0 ? 'done' : 'idle';
};

/** `longestMs`: what the whole width stands for. */
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
