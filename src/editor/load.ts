/**
 * Loads the editors. Each step is a task of its own: all at once would occupy the page's thread for a fifth of a
 * second.
 */
import type * as Editor from './monaco.ts';
import type * as Program from './program.ts';

let loading: Promise<typeof Editor> | null = null;

/** Once it is loaded, the next editor takes the place of its text area at once: nobody can begin to type there. */
export function loadEditor(): Promise<typeof Editor> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<typeof Editor> {
  await import('monaco-editor/editor/browser/widget/codeEditor/codeEditorWidget');
  await nextTask();
  await import('monaco-editor/editor/editor.api');
  await nextTask();
  const editor = await import('./monaco.ts');
  await editor.prepare(nextTask);
  return editor;
}

export async function loadProgramEditor(): Promise<typeof Program> {
  await loadEditor();
  return import('./program.ts');
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
