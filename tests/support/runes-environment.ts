import type { Environment } from 'vitest/runtime';

/** Compiles runes as for a browser, so that effects run in the page's unit tests. There is no document. */
export default {
  name: 'runes',
  viteEnvironment: 'client',
  setup: () => ({ teardown: () => undefined }),
} satisfies Environment;
