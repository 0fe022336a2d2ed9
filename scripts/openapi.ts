/** `npm run openapi [-- --check]`: writes openapi.json from the declarations, or fails when it is not up to date. */
import { readFile, writeFile } from 'node:fs/promises';
import { createPlatform } from '../engine/index.ts';

const file = 'openapi.json';
const text = JSON.stringify(createPlatform().openapi(), null, 2) + '\n';

if (!process.argv.includes('--check')) {
  await writeFile(file, text);
} else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
  console.error(
    `${file} is not what the declarations say. Run \`npm run openapi\` and look at the difference.`,
  );
  process.exitCode = 1;
}
