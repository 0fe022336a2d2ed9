/**
 * Places the plot's labels so that they overlap neither each other nor a line. All values have the same unit, whatever
 * it is.
 */

export interface PlotLabel {
  /** Its middle. */
  readonly x: number;
  readonly width: number;
  /** Labels with a lower rank are placed first. */
  readonly rank: number;
}

/** The middles of labels in one row; null for labels that would touch one of a lower rank. */
export function alongRow(
  wanted: readonly PlotLabel[],
  { left, right, gap }: { left: number; right: number; gap: number },
): (number | null)[] {
  const placed: { from: number; to: number }[] = [];
  const middles = wanted.map((): number | null => null);
  const byRank = wanted.map((label, index) => ({ ...label, index })).sort((a, b) => a.rank - b.rank);
  for (const { x, width, index } of byRank) {
    const from = Math.max(left, Math.min(x - width / 2, right - width));
    const to = from + width;
    if (to > right || placed.some((other) => from < other.to + gap && to > other.from - gap)) continue;
    placed.push({ from, to });
    middles[index] = from + width / 2;
  }
  return middles;
}

/** The heights of labels in one column, pushed apart by `gap`; null for the last ones if there is no room. */
export function alongColumn(
  wanted: readonly number[],
  { top, bottom, gap }: { top: number; bottom: number; gap: number },
): (number | null)[] {
  const most = Math.max(1, Math.floor((bottom - top) / gap) + 1);
  const sorted = wanted
    .slice(0, most)
    .map((y, index) => ({ y, index }))
    .sort((a, b) => a.y - b.y);
  let free = top;
  const down = sorted.map(({ y }) => {
    const at = Math.max(y, free);
    free = at + gap;
    return at;
  });
  free = bottom;
  const up = down.toReversed().map((y) => {
    const at = Math.min(y, free);
    free = at - gap;
    return at;
  });
  const heights = wanted.map((): number | null => null);
  for (const [at, { index }] of sorted.entries()) heights[index] = up[sorted.length - 1 - at] ?? null;
  return heights;
}

/** The start of a label that should begin at `x`, moved so that no vertical line crosses it. */
export function besideLines(x: number, width: number, lines: readonly number[], gap: number): number {
  let begin = x;
  for (const line of lines.toSorted((a, b) => a - b))
    if (line > begin - gap && line < begin + width + gap) begin = line + gap;
  return begin;
}

export interface MarkRun {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Groups marks of one kind that are closer than `gap`. Each group has one label with its count. */
export function runsOf(marks: readonly number[], gap: number): MarkRun[] {
  const runs: MarkRun[] = [];
  for (const x of marks.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && x - last.to < gap) runs[runs.length - 1] = { ...last, to: x, count: last.count + 1 };
    else runs.push({ from: x, to: x, count: 1 });
  }
  return runs;
}
