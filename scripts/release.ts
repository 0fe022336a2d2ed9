/** `npm run release`: one zip of the built site, its OpenAPI document, licences and digests. */
import { readFile, writeFile } from 'node:fs/promises';
import lock from '../package-lock.json' with { type: 'json' };
import project from '../package.json' with { type: 'json' };
import { contentsOf, zipOf } from './release/contents.ts';
import { licencesOf } from './release/licences.ts';
import { examplePackages } from './vite/example-pages.ts';

const contents = await contentsOf('dist', {
  'openapi.json': await readFile('openapi.json'),
  LICENSE: await readFile('LICENSE'),
  'LICENSES.md': Buffer.from(await licencesOf(lock, examplePackages)),
});
const zip = zipOf(contents);
const file = `svc-playground-site-${project.version}.zip`;
await writeFile(file, zip);
console.log(`${file}: ${(zip.length / 1_000_000).toFixed(1)} MB, ${contents.size} files`);
