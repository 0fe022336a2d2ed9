/**
 * `npm run pack`: builds the package in `package/` and packs it as `svc-playground-<version>.tgz`, which can be
 * installed without a network.
 */
import { buildPackage } from './pack/build.ts';
import { pack } from './pack/pack.ts';

await buildPackage('package');
const { file, bytes, files } = pack('package', '.');
console.log(
  `${file}: ${(bytes / 1000).toFixed(1)} KB, ${files} files.\nInstall it with npm install ./${file}`,
);
