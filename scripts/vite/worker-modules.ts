import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Static imports and re-exports that bring code; what is loaded later, and types, do not count. */
const brings = /^ *(?:import|export) (?!type )(?:[^'"]*? from )?'([^']+)';/gm;

/** What the engine's door passes on, and a worker loads when there is a world to go on with; what the worker's does for an embed or a lesson. */
const later = [
  'engine/create.ts',
  'engine/failing/failure.ts',
  'engine/failing/families.ts',
  'engine/spec/special-names.ts',
  'engine/spec/webhook-plans.ts',
  'engine/state/open-snapshot.ts',
  'engine/webhooks/limits.ts',
  'worker/lesson/link.ts',
  'worker/page/lesson.ts',
  'worker/page/temporary.ts',
  'worker/temporary/world.ts',
];

/** A file with everything that comes with it, as absolute paths; packages by their names. */
function closureOf(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry) || later.some((file) => entry.endsWith(`/${file}`))) return seen;
  seen.add(entry);
  if (!existsSync(entry)) return seen;
  for (const [, source = ''] of readFileSync(entry, 'utf8').matchAll(brings))
    closureOf(source.startsWith('.') ? path.resolve(path.dirname(entry), source) : source, seen);
  return seen;
}

/** What the page loads through worker/api.ts, which passes on more than any page takes. */
const ofThePage = [
  'worker/page/connect.ts',
  'worker/contract/file.ts',
  'engine/auth/pkce.ts',
  'engine/auth/signature.ts',
  'engine/doctor/signature/doctor.ts',
  'engine/http/base64.ts',
  'engine/http/outcome.ts',
  'engine/lazy.ts',
  'engine/spec/choice-titles.ts',
  'engine/spec/choices.ts',
  'engine/spec/permissions.ts',
  'engine/spec/plans.ts',
];

/** The worker itself, and what nearly every family needs. */
const ofEveryWorker = [
  'worker/serve.ts',
  'engine/auth/viewer.ts',
  'engine/endpoints/index.ts',
  'engine/social/renderer.ts',
  'engine/social/schemas.ts',
  'engine/social/usage.ts',
  'engine/spec/limits.ts',
];

/** Some files of the repository with everything that comes with them. */
function closureIn(root: string, files: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const file of files) closureOf(path.join(root, file), found);
  return found;
}

/** Of Svelte, what every component stands on; the page begins without its reactive classes. */
const ofSvelte = /\/node_modules\/(?:clsx|svelte\/src)\/(?!reactivity\/(?!create-subscriber))/;
/** What other plugins write for the page's beginning. */
const written = /^\0(?:reference$|worker:)/;

/**
 * Tells the modules that the page begins with and no worker loads: they travel as one, whatever else is loaded later.
 * Left to itself, the bundler cuts them where late parts of the page happen to meet.
 */
export function firstModules(root: string): (id: string) => boolean {
  const worker = closureIn(root, ofEveryWorker);
  const alone = [...closureIn(root, ['src/main.ts', 'worker/page/connect.ts'])].filter(
    (id) => !worker.has(id),
  );
  const ofThisRepository = ['src/', 'worker/'].map((folder) => path.join(root, folder));
  const files = new Set(alone.filter((id) => ofThisRepository.some((folder) => id.startsWith(folder))));
  return (id) => ofSvelte.test(id) || written.test(id) || files.has(id.replace(/\?.*$/s, ''));
}

/** What the page and every worker begin with, less what comes with it. */
const ofBoth = [
  'worker/contract/file.ts',
  'worker/contract/reply.ts',
  'engine/auth/header.ts',
  'engine/auth/signature.ts',
  'engine/http/base64.ts',
  'engine/http/outcome.ts',
  'engine/lazy.ts',
  'engine/spec/permissions.ts',
  'engine/spec/plans.ts',
];

/** Of packages and of Vite, what these stand on. */
const underBoth =
  /\/node_modules\/(?:comlink\/|@noble\/hashes\/(?:_\w+|utils|hmac|legacy)\.js)|vite\/preload-helper/;

/** Tells the modules that the page and every worker begin with: one file, where the bundler would cut four. */
export function sharedModules(root: string): (id: string) => boolean {
  const files = closureIn(root, ofBoth);
  return (id) => files.has(id) || underBoth.test(id);
}

/** Tells the modules that every worker begins with and no page loads: they travel as one. */
export function workerModules(root: string): (id: string) => boolean {
  const page = closureIn(root, ofThePage);
  const alone = [...closureIn(root, ofEveryWorker)].filter((id) => !page.has(id));
  const packages = alone.filter((id) => !path.isAbsolute(id)).map((name) => name.replace(/\/.*$/s, ''));
  const files = new Set(alone);
  return (id) => files.has(id) || packages.some((name) => id.includes(`/node_modules/${name}/`));
}
