import type { Plugin } from 'vite';

const dexie = /\/dexie\/dist\/modern\/dexie\.mjs$/;

/** What a text of Dexie's becomes; each stands there once. */
const changes: readonly (readonly [text: string | RegExp, becomes: string])[] = [
  ['this.use(cacheMiddleware);', ''],
  ['this.use(observabilityMiddleware);', ''],
  // Hooks of tables, and what they look up beforehand: there are none.
  ['this.use(hooksMiddleware);', ''],
  ['this.use(cacheExistingValuesMiddleware);', ''],
  // What a new database is announced with.
  ['if (wasCreated) {', 'if (false) {'],
  ['    liveQuery,\n    extendObservabilitySet,\n    getByKeyPath', '    getByKeyPath'],
  // Announcements to other queries, in this page and by a channel to all others.
  [/if \(typeof dispatchEvent !== 'undefined'[^]*?(?=\nfunction add\(value\))/, ''],
  ['\nprops(RangeSet.prototype, {', '\n/*#__PURE__*/ props(RangeSet.prototype, {'],
];

/**
 * Nobody asks Dexie to tell of changes: one worker reads the database once and writes from then on. What serves its live
 * queries alone, a channel to every page of the site among it, is left out of the build (decisions/toolchain.md has what
 * it weighs).
 */
export function withoutLiveQueries(): Plugin {
  return {
    name: 'without-live-queries',
    apply: 'build',
    transform(code, id) {
      if (!dexie.test(id)) return null;
      let changed = code;
      for (const [text, becomes] of changes) {
        if (changed.split(text).length !== 2) this.error(`Dexie has no longer, once: ${String(text)}`);
        changed = changed.replace(text, becomes);
      }
      return { code: changed, map: null };
    },
  };
}
