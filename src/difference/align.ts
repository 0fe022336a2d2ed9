/** A piece of the alignment of two texts. */
export interface Aligned {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** With more edits than this, nothing is aligned: the texts have too little in common. */
const mostEdits = 400;

/**
 * Myers' greedy algorithm (1986): the fewest removed and added pieces. If two texts differ too much, all of the first
 * is removed and all of the second is added.
 */
export function align(before: readonly string[], after: readonly string[]): Aligned[] {
  const trace: Map<number, number>[] = [];
  let furthest = new Map([[1, 0]]);
  for (let edits = 0; edits <= Math.min(mostEdits, before.length + after.length); edits++) {
    trace.push(furthest);
    furthest = new Map(furthest);
    for (let k = -edits; k <= edits; k += 2) {
      let x = isDown(furthest, k, edits) ? at(furthest, k + 1) : at(furthest, k - 1) + 1;
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x++;
      furthest.set(k, x);
      if (x >= before.length && x - k >= after.length) return traced(trace, before, after);
    }
  }
  return [
    ...before.map((text): Aligned => ({ kind: 'gone', text })),
    ...after.map((text): Aligned => ({ kind: 'new', text })),
  ];
}

const at = (furthest: ReadonlyMap<number, number>, k: number): number => furthest.get(k) ?? -1;

const isDown = (furthest: ReadonlyMap<number, number>, k: number, edits: number): boolean =>
  k === -edits || (k !== edits && at(furthest, k - 1) < at(furthest, k + 1));

function traced(
  trace: readonly ReadonlyMap<number, number>[],
  before: readonly string[],
  after: readonly string[],
): Aligned[] {
  const found: Aligned[] = [];
  let x = before.length;
  let y = after.length;
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const furthest = trace[edits]!;
    const k = x - y;
    const down = isDown(furthest, k, edits);
    const fromX = edits === 0 ? 0 : at(furthest, down ? k + 1 : k - 1);
    const fromY = edits === 0 ? 0 : fromX - (down ? k + 1 : k - 1);
    while (x > fromX && y > fromY && x > 0 && y > 0 && before[x - 1] === after[y - 1]) {
      found.push({ kind: 'same', text: before[--x]! });
      y--;
    }
    if (edits === 0) break;
    if (down) found.push({ kind: 'new', text: after[--y]! });
    else found.push({ kind: 'gone', text: before[--x]! });
  }
  return found.reverse();
}
