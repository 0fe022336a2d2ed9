type Numbers = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** An array with the same numbers and room for at least this many: the given one if it is large enough. */
export function withRoom<T extends Numbers>(numbers: T, size: number): T {
  if (size <= numbers.length) return numbers;
  return resized(numbers, Math.max(64, size, Math.ceil(numbers.length * 1.4)));
}

/** The first `size` numbers, with or without room for more. */
export function resized<T extends Numbers>(numbers: T, size: number): T {
  const made = new (numbers.constructor as new (length: number) => T)(size);
  made.set(numbers.length > size ? numbers.subarray(0, size) : numbers);
  return made;
}
