/**
 * How many characters `after` has between the prefix and the suffix that it shares with `before`. This also works when
 * selected text was replaced.
 */
export function cameAtOnce(before: string, after: string): number {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return after.length - start - end;
}
