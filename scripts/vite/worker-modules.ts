import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Static imports and re-exports that bring code; what is loaded later, and types, do not count. */
const brings = /^(?:import|export) (?!type )(?:[^'"]*? from )?'([^']+)';/gm;

/** A file with everything that comes with it, as absolute paths; packages by their names. */
function closureOf(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  if (!existsSync(entry)) return seen;
  for (const [, source] of readFileSync(entry, 'utf8').matchAll(brings))
    closureOf(source!.startsWith('.') ? path.resolve(path.dirname(entry), source!) : source!, seen);
  return seen;
}

/** What the page loads of the engine through worker/api.ts, which passes on more than any page takes. */
const ofThePage = [
  'worker/connect.ts',
  'engine/auth/pkce.ts',
  'engine/auth/signature.ts',
  'engine/doctor/doctor.ts',
  'engine/http/base64.ts',
  'engine/http/outcome.ts',
  'engine/spec/choices.ts',
  'engine/spec/permissions.ts',
  'engine/spec/plans.ts',
];

/** The worker itself, and what every family needs. */
const ofEveryWorker = ['worker/serve.ts', 'engine/endpoints/index.ts', 'engine/spec/limits.ts'];

/** Tells the modules that every worker begins with and no page loads: they travel as one. */
export function workerModules(root: string): (id: string) => boolean {
  const of = (files: readonly string[]) => {
    const found = new Set<string>();
    for (const file of files) closureOf(path.join(root, file), found);
    return found;
  };
  const page = of(ofThePage);
  const alone = [...of(ofEveryWorker)].filter((id) => !page.has(id));
  const packages = alone.filter((id) => !path.isAbsolute(id)).map((name) => name.split('/')[0]!);
  const files = new Set(alone);
  return (id) => files.has(id) || packages.some((name) => id.includes(`/node_modules/${name}/`));
}
