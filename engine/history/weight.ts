/** About how many bytes of memory a value takes, including everything inside it. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return 16 + value.length;
  if (ArrayBuffer.isView(value)) return 64 + value.byteLength;
  if (typeof value !== 'object' || value === null) return 8;
  let weight = 16;
  for (const held of Object.values<unknown>({ ...value })) weight += 8 + weightOf(held);
  return weight;
}
