import type { Plugin } from 'vite';

const dexie = /\/dexie\/dist\/modern\/dexie\.mjs$/;

/** A text in Dexie's source and its replacement. Each text occurs exactly once. */
const changes: readonly (readonly [text: string | RegExp, becomes: string])[] = [
  ['this.use(cacheMiddleware);', ''],
  ['this.use(observabilityMiddleware);', ''],
  // Hooks of tables, and what they look up beforehand: there are none.
  ['this.use(hooksMiddleware);', ''],
  ['this.use(cacheExistingValuesMiddleware);', ''],
  // Indexes that begin as a longer one does: queries name whole ones.
  ['this.use(virtualIndexMiddleware);', ''],
  // That was the last of these layers.
  ['return middlewares.reduce(', 'return (middlewares ?? []).reduce('],
  // The list of databases that is kept where the browser has none.
  ['if (wasCreated) {', 'if (false) {'],
  ['_onDatabaseDeleted(this._deps, this.name);', ''],
  ['    liveQuery,\n    extendObservabilitySet,\n    getByKeyPath', '    getByKeyPath'],
  // Announcements to other queries, in this page and by a channel to all others.
  [/if \(typeof dispatchEvent !== 'undefined'[^]*?(?=\nfunction add\(value\))/, ''],
  // What is asked of a database beside its tables, or of all databases.
  [/ {4}async: function \(generatorFn\) \{[^]*?(?= {4}Promise: DexiePromise)/, ''],
  [/ {4}getDatabaseNames\(cb\) \{[^]*?\n {4}\},\n/, ''],
  [/ {4}unuse\(\{ stack, name, create, \}\) \{[^]*?\n {4}\}\n/, ''],
  [/ {4}exists\(name\) \{[^]*?\n {4}\},\n/, ''],
  ['\nprops(RangeSet.prototype, {', '\n/*#__PURE__*/ props(RangeSet.prototype, {'],
];

/** Methods that nobody calls: rows are written by worker/persistence/database.ts itself, and read by few kinds of query. */
const uncalled: Readonly<Record<string, readonly string[]>> = {
  Table: [
    ...['mapToClass', 'defineClass', 'upsert', 'update', 'bulkAdd', 'bulkPut', 'bulkUpdate', 'bulkDelete'],
    ...['put', 'delete', 'clear', 'filter', 'offset', 'limit', 'count', 'each', 'reverse'],
  ],
  Collection: [
    ...['sortBy', 'until', 'or', 'distinct', 'eachUniqueKey', 'uniqueKeys', 'modify', 'offset'],
    ...['eachPrimaryKey', 'desc', 'last', 'first', 'filter', 'and', 'count'],
  ],
  WhereClause: [
    ...['above', 'aboveOrEqual', 'belowOrEqual'],
    ...['startsWithIgnoreCase', 'equalsIgnoreCase', 'anyOfIgnoreCase', 'startsWithAnyOfIgnoreCase'],
    ...['startsWith', 'startsWithAnyOf', 'anyOf', 'noneOf', 'notEqual', 'inAnyRange'],
  ],
};

/**
 * Dexie without what nobody here uses: its live queries, a channel to every page of the site among them, since one worker
 * reads the database once and writes from then on; and methods of its queries (decisions/toolchain.md has what they weigh).
 */
export function leanDexie(): Plugin {
  return {
    name: 'lean-dexie',
    apply: 'build',
    transform(code, id) {
      if (!dexie.test(id)) return null;
      let changed = code;
      for (const [text, becomes] of changes) {
        if (changed.split(text).length !== 2) this.error(`Dexie has no longer, once: ${String(text)}`);
        changed = changed.replace(text, becomes);
      }
      for (const [name, methods] of Object.entries(uncalled)) {
        const [whole] = new RegExp(`^class ${name} \\{$[^]*?^\\}$`, 'm').exec(changed) ?? this.error(name);
        changed = changed.replace(whole, () => methods.reduce((rest, each) => without(rest, each), whole));
      }
      return { code: changed, map: null };
    },
  };
}

/** A class without one of its methods. Throws when it does not have it once. */
function without(code: string, method: string): string {
  const parts = code.split(new RegExp(`^ {4}${method}\\(.*\\) \\{$[^]*?^ {4}\\}\\n`, 'm'));
  if (parts.length !== 2) throw new Error(`Dexie has no longer, once: ${method}`);
  return parts.join('');
}
