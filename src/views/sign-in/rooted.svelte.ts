/** Makes something whose derived state lives longer than the component that asked for it. */
export function rooted<T>(make: () => T): T {
  const made: T[] = [];
  $effect.root(() => {
    made.push(make());
  });
  return made[0]!;
}
