/** Run by package.test.ts, `lint-package.js <folder> <tarball>`: prints what publint and Are the types wrong? find, as JSON. */
import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const [, , folder, tarball] = process.argv;
const { messages, pkg } = await publint({ pkgDir: folder, strict: true, pack: false });
const { problems } = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));

/** Only modules are shipped: resolutions of CommonJS, and of a Node without `exports`, do not apply. */
const applies = ({ resolutionKind, kind }) =>
  resolutionKind !== 'node10' && !(resolutionKind === 'node16-cjs' && kind === 'CJSResolvesToESM');

const withoutTrace = ({ trace: _, ...problem }) => problem;

console.log(
  JSON.stringify([
    ...messages.map((message) => formatMessage(message, pkg)),
    ...problems.filter(applies).map(withoutTrace),
  ]),
);
