/**
 * A fixed piece of work: integers, a table, short texts. It is self-contained, so that it can be sent into a page.
 * Returns a number that depends on all of it, so that nothing is optimised away.
 */
export function fixedLoop(): number {
  const table = new Uint32Array(1024);
  const counts = new Map<string, number>();
  let mixed = 0x811c9dc5;
  for (let turn = 0; turn < 300_000; turn++) {
    mixed = Math.imul(mixed ^ turn, 0x01000193) >>> 0;
    const at = mixed & 1023;
    table[at] = (table[at]! + (mixed >>> 10)) >>> 0;
    if ((turn & 15) === 0) {
      const name = `${mixed & 255}:${turn & 31}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return (table[mixed & 1023]! ^ counts.size) >>> 0;
}
