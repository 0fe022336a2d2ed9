import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { zodEnglish } from '../../scripts/vite/zod-english.ts';

const entry = 'virtual:entry';

/** A program in which the namespace escapes, so that no bundler can tell which of its parts are used. */
const program = `import * as z from 'zod'; globalThis.any = (name) => z[name];`;

async function bundled(english: boolean): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? program : null),
      },
      ...(english ? [zodEnglish()] : []),
    ],
    build: { write: false, minify: false, rolldownOptions: { input: entry } },
  })) as Rolldown.RolldownOutput;
  return built.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('');
}

test('English is the only language of zod that is bundled', async () => {
  const german = 'Ungültige Eingabe';
  expect(await bundled(false)).toContain(german);
  const english = await bundled(true);
  expect(english).not.toContain(german);
  expect(english).toContain('Invalid input: expected');
});
