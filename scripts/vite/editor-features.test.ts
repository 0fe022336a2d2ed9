import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { withoutOwnWorker, withoutUnused } from './editor-features.ts';

const { resolve } = createRequire(import.meta.url);
const file = resolve('monaco-editor/internal/common/workers');

test('the editor is built without the features that nothing uses, and with all others', async () => {
  const code = await readFile(file, 'utf8');
  const imported = (text: string) => [...text.matchAll(/^import '(.*)';$/gm)].map(([, from]) => from!);
  const kept = imported(withoutUnused(code));
  const gone = imported(code).filter((each) => !kept.includes(each));
  expect(gone).toHaveLength(17);
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

test.each([
  'editor/browser/services/editorWorkerService',
  'languages/features/json/workerManager',
  'languages/features/typescript/workerManager',
])('%s names no file of a worker, and is otherwise as it was', async (module) => {
  const code = await readFile(resolve(`monaco-editor/${module}`), 'utf8');
  const without = withoutOwnWorker(code);
  expect(without).not.toContain('import.meta.url');
  expect(code.split('\n').filter((line) => !without.split('\n').includes(line))).toHaveLength(1);
  expect(() => withoutOwnWorker(without)).toThrow('The editor no longer names the file of a worker');
});
