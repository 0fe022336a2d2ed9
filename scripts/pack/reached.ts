import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Static imports and re-exports that bring code, and imports on demand; types do not count. */
const imports = /^ *(?:import|export) (?!type )(?:[^'"]*? from )?'(\.[^']+)';|\bimport\('(\.[^']+)'\)/gm;

/** Some files with everything that they load, now or on demand, as absolute paths; no file or folder that is left out. */
export function reachedFrom(entries: readonly string[], without: readonly string[]): ReadonlySet<string> {
  const leftOut = without.map((name) => path.resolve(name));
  const reached = new Set<string>();
  const reach = (file: string): void => {
    if (reached.has(file) || leftOut.some((name) => file === name || file.startsWith(name + path.sep)))
      return;
    reached.add(file);
    for (const [, now, later] of readFileSync(file, 'utf8').matchAll(imports))
      reach(path.resolve(path.dirname(file), now ?? later ?? ''));
  };
  for (const entry of entries) reach(path.resolve(entry));
  return reached;
}
