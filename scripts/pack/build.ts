/** Builds the installable package: modules without dependencies, their types, and the licences of what they contain. */
import { copyFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import project from '../../package.json' with { type: 'json' };
import { copyReached, emitDeclarations } from './declarations.ts';
import { reachedFrom } from './reached.ts';
import { staticImports } from './static-imports.ts';
import { withoutProse } from './without-prose.ts';
import { programOf } from '../vite/program.ts';

/** The entry points for Node: `svc-playground` (`index`), `svc-playground/testing`, `svc-playground/server`. */
const doors: Readonly<Record<string, string>> = {
  index: 'engine/index.ts',
  testing: 'engine/testing.ts',
  server: 'worker/server/serve.ts',
};

/** The entry point for browsers, `svc-playground/embed`. */
const embed = 'src/element/package.ts';

/** The program, `svc-playground serve`. */
const program = 'worker/server/cli.ts';

/** What is in one file: apart, its parts would name each other at length. What few need stays on demand. */
const inPlatform = /\/engine\/(?!doctor|scenarios\/population|scenario-file)/;

/** With which editors check a scenario file. */
const schema = 'scenario.schema.json';

const declarationOf = (source: string): string => source.replace(/\.ts$/, '.d.ts');

/** Writes the package into a folder, which is emptied first. */
export async function buildPackage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await buildModules(folder);
  await writeFile(path.join(folder, 'embed.js'), await programOf(embed, 'es'));
  await buildTypes(folder);
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  await copyFile('LICENSE', path.join(folder, 'LICENSE'));
  await copyFile('docs/library.md', path.join(folder, 'README.md'));
  await copyFile(path.join('public', schema), path.join(folder, schema));
  await cp('docs/examples/names', path.join(folder, 'names'), { recursive: true });
}

/** What the platform itself does not load, and a server without pages does not ask it for. */
const onlySite = [
  ...['engine/feeds/generate', 'engine/load-trial', 'worker/attached'],
  ...['engine/scenario-file/recipe.ts', 'engine/scenario-file/recipe-of.ts'],
];

/** Whether a module is needed by `serve --site` alone. */
function ofSite(): (id: string) => boolean {
  const others = reachedFrom([...Object.values(doors), program], onlySite);
  const ours = ['engine', 'worker'].map((name) => path.resolve(name) + path.sep);
  return (id) => ours.some((start) => id.startsWith(start)) && !others.has(id);
}

async function buildModules(folder: string): Promise<void> {
  const isOfSite = ofSite();
  const isPlatform = (id: string): boolean => inPlatform.test(id) && !isOfSite(id);
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [withoutProse(), staticImports(isPlatform)],
    ssr: { noExternal: true },
    build: {
      ssr: true, // for Node: built-in modules stay imports, everything else is bundled
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      license: { fileName: 'LICENSES.md' },
      lib: { entry: { ...doors, cli: program }, formats: ['es'] },
      rolldownOptions: {
        output: {
          minify: true,
          comments: false,
          chunkFileNames: ({ name, facadeModuleId }) =>
            `${name === 'site' || isOfSite(facadeModuleId ?? '') ? 'site' : 'parts'}/[name]-[hash:7].js`,
          // The platform is one file, because separate parts would repeat long names of each other. Rarely used code
          // stays separate.
          codeSplitting: {
            groups: [
              { name: 'platform', test: isPlatform, priority: 2 },
              { name: 'shared', minShareCount: 2, test: (id) => !isOfSite(id), priority: 1 },
              { name: 'site', test: isOfSite },
            ],
          },
        },
      },
    },
  });
}

async function buildTypes(folder: string): Promise<void> {
  const emitted = await mkdtemp(path.join(tmpdir(), 'svc-playground-types-'));
  try {
    emitDeclarations('tsconfig.library.json', emitted);
    copyReached(emitted, path.join(folder, 'types'), Object.values(doors).map(declarationOf));
    // Apart from the others, which are read without the names of a browser.
    const [home, file] = [path.dirname(embed), path.basename(embed)];
    copyReached(path.join(emitted, home), path.join(folder, 'types/embed'), [declarationOf(file)]);
  } finally {
    await rm(emitted, { recursive: true });
  }
}

/** The package.json of the package: it has no dependencies, so it can be installed without a network. */
function manifest(): object {
  const { name, version, description, license, type } = project;
  const exports: Record<string, unknown> = {
    ...{ './package.json': './package.json', [`./${schema}`]: `./${schema}` },
    './embed': { types: './types/embed/package.d.ts', default: './embed.js' },
  };
  for (const [door, source] of Object.entries(doors))
    exports[door === 'index' ? '.' : `./${door}`] = {
      types: `./types/${declarationOf(source)}`,
      default: `./${door}.js`,
    };
  return {
    ...{ name, version, description, license, type },
    engines: { node: '>=20' },
    sideEffects: ['./cli.js', './embed.js'],
    bin: { 'svc-playground': './cli.js' },
    exports,
  };
}
