/**
 * `npm run pack`: builds the package in `package/` and packs it as `svc-playground-<version>.tgz`, which can be
 * installed without a network.
 */
import { buildPackage } from './pack/build.ts';
import { pack } from './pack/pack.ts';
import { addPage, packWithout } from './pack/site.ts';

const size = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;

await buildPackage('package');
const { bytes: without } = await packWithout('package', '.');
await addPage('package');
const { file, bytes, files } = pack('package', '.');
console.log(
  `${file}: ${size(bytes)}, ${files} files; ${size(without)} without site/, the page of serve --site.\nInstall it with npm install ./${file}`,
);
