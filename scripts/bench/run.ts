/**
 * `npm run bench` for the engine, `npm run bench -- doctor` for the Signature doctor: bundles the bench like a
 * release and runs it in a separate Node, because a loader that rewrites functions on the fly would distort the
 * measurement. Prints how fast the machine is before and after.
 */
import { spawnSync } from 'node:child_process';
import { buildPackage } from '../pack/build.ts';
import { bundle, calibrate, calibrationLines, changedBetween } from './calibration.ts';

const [name = 'engine', ...rest] = process.argv.slice(2);

const file = await bundle(name);
const measure = await calibrate();
const before = measure();
console.log(calibrationLines('before', before, 'node').join('\n'));
if (name === 'serve') {
  rest.unshift('test-results/bench/package');
  await buildPackage('test-results/bench/package');
}
const { status } = spawnSync(process.execPath, ['--expose-gc', file, ...rest], { stdio: 'inherit' });
process.exitCode = status ?? 1;
if (name === 'feed' && (rest.length === 0 || rest.includes('chromium'))) {
  const { feedInChromium } = await import('./feed-in-chromium.ts');
  await feedInChromium();
  if (status !== 0) process.exitCode = status ?? 1;
}
if (name === 'world') {
  const { monthInChromium } = await import('./month-in-chromium.ts');
  await monthInChromium();
  if (status !== 0) process.exitCode = status ?? 1;
}
const after = measure();
console.log(calibrationLines('after', after, 'node').join('\n'));
const changed = changedBetween(before, after);
if (changed !== null) console.log(changed);
