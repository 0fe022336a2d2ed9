/**
 * Run by package.test.ts, `lint-package.js <folder> <tarball>`: prints the findings of publint and Are the types wrong?
 * as JSON.
 */
import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const [, , folder, tarball] = process.argv;
const { messages, pkg } = await publint({ pkgDir: folder, strict: true, pack: false });
const { problems } = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));

/** Only ES modules are shipped, so CommonJS resolutions, and those of a Node without `exports`, do not apply. */
const applies = ({ resolutionKind, kind }) =>
  resolutionKind !== 'node10' && !(resolutionKind === 'node16-cjs' && kind === 'CJSResolvesToESM');

const withoutTrace = ({ trace: _, ...problem }) => problem;

console.log(
  JSON.stringify([
    ...messages.map((message) => formatMessage(message, pkg)),
    ...problems.filter(applies).map(withoutTrace),
  ]),
);
