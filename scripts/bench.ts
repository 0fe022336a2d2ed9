/**
 * `npm run bench` for the engine, `npm run bench -- doctor` for the Signature doctor: bundles the bench as a release is
 * bundled and runs it in a Node of its own. A loader that rewrites functions on the fly would be measured instead.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

const [name = 'engine', ...rest] = process.argv.slice(2);

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  build: {
    ssr: `tests/bench/${name}.ts`,
    outDir: `test-results/bench/${name}`,
    emptyOutDir: true,
    target: 'node20',
  },
});
const bundle = `test-results/bench/${name}/${name}.js`;
const { status } = spawnSync(process.execPath, ['--expose-gc', bundle, ...rest], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
