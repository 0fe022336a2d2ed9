/** One line of two texts laid over each other. */
export interface DiffLine {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** Products of line counts above this are not worth a table: then all between the common ends is gone and new. */
const mostCells = 4_000_000;

/** Two texts line by line, with as many lines the same as can be. */
export function lineDifference(before: readonly string[], after: readonly string[]): DiffLine[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const room = Math.min(before.length, after.length) - head;
  while (tail < room && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const same = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind: 'same', text }));
  return [
    ...same(before.slice(0, head)),
    ...between(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...same(before.slice(before.length - tail)),
  ];
}

function between(before: readonly string[], after: readonly string[]): DiffLine[] {
  if (before.length * after.length > mostCells)
    return [
      ...before.map((text): DiffLine => ({ kind: 'gone', text })),
      ...after.map((text): DiffLine => ({ kind: 'new', text })),
    ];
  const common = longestCommon(before, after);
  const lines: DiffLine[] = [];
  let [a, b] = [0, 0];
  while (a < before.length || b < after.length)
    if (a < before.length && b < after.length && before[a] === after[b]) {
      lines.push({ kind: 'same', text: before[a]! });
      a++;
      b++;
    } else if (b === after.length || (a < before.length && common(a + 1, b) >= common(a, b + 1)))
      lines.push({ kind: 'gone', text: before[a++]! });
    else lines.push({ kind: 'new', text: after[b++]! });
  return lines;
}

/** How many lines the rests from two positions share at most, in order. */
function longestCommon(before: readonly string[], after: readonly string[]) {
  const width = after.length + 1;
  const table = new Uint32Array((before.length + 1) * width);
  for (let a = before.length - 1; a >= 0; a--)
    for (let b = after.length - 1; b >= 0; b--)
      table[a * width + b] =
        before[a] === after[b]
          ? table[(a + 1) * width + b + 1]! + 1
          : Math.max(table[(a + 1) * width + b]!, table[a * width + b + 1]!);
  return (a: number, b: number): number => table[a * width + b]!;
}
