/** Where two texts first differ; -1 when they are the same. */
export function firstDifference(a: string, b: string): number {
  if (a === b) return -1;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}
