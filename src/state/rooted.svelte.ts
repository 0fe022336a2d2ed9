/**
 * Creates something whose derived state lives longer than the component that asked for it. Without components, Svelte
 * creates no roots, and none is needed.
 */
export function rooted<T>(make: () => T): T {
  const made: T[] = [];
  $effect.root(() => {
    made.push(make());
  });
  return made[0] ?? make();
}
