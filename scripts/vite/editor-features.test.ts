import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { withoutUnused } from './editor-features.ts';

const file = createRequire(import.meta.url).resolve('monaco-editor/internal/common/workers');

test('the editor is built without the features that nothing uses, and with all others', async () => {
  const code = await readFile(file, 'utf8');
  const imported = (text: string) => [...text.matchAll(/^import '(.*)';$/gm)].map(([, from]) => from!);
  const kept = imported(withoutUnused(code));
  const gone = imported(code).filter((each) => !kept.includes(each));
  expect(gone).toHaveLength(13);
  expect(kept.join()).not.toMatch(/diffEditor|colorPicker|inlineCompletions/i);
  for (const used of [
    'find',
    'folding',
    'suggest/browser/suggestController',
    'hover',
    'gotoError',
    'snippet',
  ])
    expect(kept.join()).toContain(`/${used}`);
  expect(withoutUnused(code)).toContain('createWebWorker');
});

test('a feature that the editor no longer has fails the build', () => {
  expect(() => withoutUnused("import '../../editor/contrib/find/browser/findController.js';")).toThrow(
    'The editor no longer has the feature codelens',
  );
});
