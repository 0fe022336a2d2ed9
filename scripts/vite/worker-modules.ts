import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Static imports and re-exports that load code; dynamic imports and types do not count. */
const brings = /^ *(?:import|export) (?!type )(?:[^'"]*? from )?'([^']+)';/gm;

/**
 * Re-exports of the engine's and the worker's entries that are only needed later: to open an existing world, for an
 * embed, a lesson or a HAR file.
 */
const later = [
  'engine/create.ts',
  'engine/exchanges/filter/find.ts',
  'engine/failing/failure.ts',
  'engine/failing/families.ts',
  'engine/spec/special-names.ts',
  'engine/state/open-snapshot.ts',
  'engine/webhooks/limits.ts',
  'worker/lesson/link.ts',
  'worker/page/attached.ts',
  'worker/page/kept.ts',
  'worker/page/lesson.ts',
  'worker/page/temporary.ts',
  'worker/temporary/world.ts',
];

/** A file with everything that it loads, as absolute paths; packages by name. */
function closureOf(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry) || later.some((file) => entry.endsWith(`/${file}`))) return seen;
  seen.add(entry);
  if (!existsSync(entry)) return seen;
  for (const [, source = ''] of readFileSync(entry, 'utf8').matchAll(brings))
    closureOf(source.startsWith('.') ? path.resolve(path.dirname(entry), source) : source, seen);
  return seen;
}

/** What the page loads through worker/api.ts, which exports more than any one page uses. */
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
  'engine/spec/in-groups.ts',
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

/** Some files of the repository with everything that they load. */
function closureIn(root: string, files: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const file of files) closureOf(path.join(root, file), found);
  return found;
}

/** The part of Svelte that every component needs; the page starts without its reactive classes. */
const ofSvelte = /\/node_modules\/(?:clsx|svelte\/src)\/(?!reactivity\/(?!create-subscriber))/;
/** A module of another plugin for the start of the page. */
const written = /^\0reference$/;

/** Recognises the modules that start the worker of the page: a file of its own, which is there before all others. */
export const earliestModules =
  /\/src\/early\.ts$|\/worker\/page\/start-worker\.ts$|^\0worker:.*\/worker\/main\.ts$/;

/**
 * Recognises the modules with which the page starts and that no worker loads: they form one file, whatever else is
 * loaded later. By default, the bundler would split them according to how later parts of the page share them.
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

/** The modules with which the page and every worker start, without those that they load in turn. */
const ofBoth = [
  'worker/contract/file.ts',
  'worker/contract/reply.ts',
  'engine/auth/header.ts',
  'engine/auth/prove.ts',
  'engine/auth/signature.ts',
  'engine/checked/is.ts',
  'engine/http/base64.ts',
  'engine/http/outcome.ts',
  'engine/lazy.ts',
  'engine/spec/in-groups.ts',
  'engine/spec/permissions.ts',
  'engine/spec/plans.ts',
];

/** The packages and Vite helpers that these need. */
const underBoth =
  /\/node_modules\/(?:comlink\/|@noble\/hashes\/(?:_\w+|utils|hmac|legacy)\.js)|vite\/preload-helper/;

/**
 * Recognises the modules with which the page and every worker start: one file, which the bundler would otherwise
 * split into four.
 */
export function sharedModules(root: string): (id: string) => boolean {
  const files = closureIn(root, ofBoth);
  return (id) => files.has(id) || underBoth.test(id);
}

/** Recognises the modules with which every worker starts and that no page loads: they form one file. */
export function workerModules(root: string): (id: string) => boolean {
  const page = closureIn(root, ofThePage);
  const alone = [...closureIn(root, ofEveryWorker)].filter((id) => !page.has(id));
  const packages = alone.filter((id) => !path.isAbsolute(id)).map((name) => name.replace(/\/.*$/s, ''));
  const files = new Set(alone);
  return (id) => files.has(id) || packages.some((name) => id.includes(`/node_modules/${name}/`));
}
