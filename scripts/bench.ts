/**
 * `npm run bench`: bundles the bench as a release is bundled and runs it in a Node of its own. A loader that
 * rewrites functions on the fly would be measured instead of the engine.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  build: { ssr: 'tests/bench/engine.ts', outDir: 'test-results/bench', emptyOutDir: true, target: 'node20' },
});
const { status } = spawnSync(process.execPath, ['test-results/bench/engine.js'], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
