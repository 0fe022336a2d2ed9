/** How many characters stand in `after` between what it has in common with `before` at either end: also where others were selected and replaced. */
export function cameAtOnce(before: string, after: string): number {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return after.length - start - end;
}
