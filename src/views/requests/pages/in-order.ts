/** The longest ascending subsequence: the entries that kept their order when some were moved. */
export function inOrder(numbers: readonly number[]): readonly number[] {
  /** By the length of a run: the index of the lowest number that ends one. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [at, number] of numbers.entries()) {
    const length = lowerBound(ends, (end) => numbers[end]! >= number);
    before[at] = ends[length - 1];
    ends[length] = at;
  }
  const run: number[] = [];
  for (let at = ends.at(-1); at !== undefined; at = before[at]) run.push(numbers[at]!);
  return run.reverse();
}

function lowerBound(values: readonly number[], isAt: (value: number) => boolean): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAt(values[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
