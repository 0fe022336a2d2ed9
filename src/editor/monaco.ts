/** The editor. Loaded when first shown. */
import * as monaco from 'monaco-editor/editor';
// The JSON language loads all features. With this, the first editor has them too, and the services that they need.
import 'monaco-editor/internal/common/workers';
import { jsonDefaults } from 'monaco-editor/languages/features/json/register';
import textWorker from 'monaco-editor/editor/common/services/editorWebWorkerMain?worker&url';
import jsonWorker from 'monaco-editor/languages/features/json/json.worker?worker&url';
import type { JsonSchema } from '../../worker/api.ts';
import { applyTheme } from './theme.ts';

/** A range of a text, by its characters. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

export interface TextEditor {
  setValue(value: string): void;
  setSchema(schema: JsonSchema | null): void;
  /** Moves the focus to it. */
  readonly select: (range: TextRange) => void;
  dispose(): void;
}

/** By language; the module of another language adds its own. */
export const languageWorkers = new Map<string, () => Worker>([['json', workerOf(jsonWorker)]]);

/** Built together with the page, whose editor has much of their code. */
function workerOf(address: string): () => Worker {
  return () => new Worker(address, { type: 'module' });
}

self.MonacoEnvironment = {
  getWorker: (_, label) => (languageWorkers.get(label) ?? workerOf(textWorker))(),
};

/** Makes what all editors share, step by step: once, before the first of them. */
export async function prepare(nextTask: () => Promise<void>): Promise<void> {
  await nextTask();
  monaco.editor.addKeybindingRules(leaving);
  await nextTask();
  applyTheme(monaco);
  await nextTask();
}

/**
 * Tab always leaves the editor (WCAG 2.1.2), also with suggestions open, which appear when the language's worker is
 * ready, and inside a snippet. The page's own rules precede all of the editor's; with ^ the browser still handles the
 * key. The list is a tab stop itself, so it closes first.
 */
const leaving = [monaco.KeyCode.Tab, monaco.KeyMod.Shift | monaco.KeyCode.Tab].map((keybinding) => ({
  keybinding,
  command: '^hideSuggestWidget',
  when: 'editorTextFocus',
}));

export interface EditorOptions {
  readonly value: string;
  readonly label: string;
  readonly change: (value: string) => void;
}

export function createEditor(place: HTMLElement, { value, label, change }: EditorOptions): TextEditor {
  const model = monaco.editor.createModel(value, 'json', monaco.Uri.parse('playground://body.json'));
  const { editor, select, dispose } = editorOf(place, model, label);
  // Ctrl/Cmd+Enter sends the request wherever the focus is: the editor lets it through.
  editor.onKeyDown((event) => {
    if (event.keyCode !== monaco.KeyCode.Enter || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    place.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }));
  });
  model.onDidChangeContent(() => change(model.getValue()));
  return {
    setValue: (next) => {
      if (next !== model.getValue()) model.setValue(next);
    },
    setSchema: (schema) => {
      jsonDefaults.setDiagnosticsOptions({
        validate: true,
        schemas: schema ? [{ uri: 'playground://schema.json', fileMatch: ['*'], schema }] : [],
      });
    },
    ...{ select, dispose },
  };
}

/** Options of all editors. `dispose` ends the model too. */
export function editorOf(
  place: HTMLElement,
  model: monaco.editor.ITextModel,
  label: string,
): {
  readonly editor: monaco.editor.IStandaloneCodeEditor;
  readonly select: (range: TextRange) => void;
  readonly dispose: () => void;
} {
  // The theme's colours are variables of this class. The context menu is beside the editor, in a tree of its own.
  place.classList.add('monaco-component');
  applyTheme(monaco);
  const editor = monaco.editor.create(place, {
    model,
    ariaLabel: label,
    automaticLayout: true,
    fixedOverflowWidgets: true,
    fontFamily: getComputedStyle(place).getPropertyValue('--mono'),
    ...typeSize(),
    lineNumbersMinChars: 3,
    minimap: { enabled: false },
    overviewRulerLanes: 0,
    padding: { top: 8, bottom: 8 },
    renderLineHighlight: 'none',
    scrollBeyondLastLine: false,
    tabFocusMode: true, // Ctrl+] indents
    tabSize: 2,
    unusualLineTerminators: 'off', // else U+2028 in a text opens a native dialog
    wordWrap: 'on',
  });
  // Set as an option of the editor, it would revert to the service's default.
  model.updateOptions({
    bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
  });
  keepSelection(place.querySelector<HTMLTextAreaElement>('textarea.inputarea'));
  const stopTheme = followTheme();
  const resized = new MutationObserver(() => editor.updateOptions(typeSize()));
  resized.observe(document.documentElement, { attributeFilter: ['style'] });
  return {
    editor,
    select: ({ from, to }) => {
      const range = monaco.Range.fromPositions(model.getPositionAt(from), model.getPositionAt(to));
      editor.setSelection(range);
      editor.revealRangeInCenterIfOutsideViewport(range);
      editor.focus();
    },
    dispose: () => {
      stopTheme();
      resized.disconnect();
      editor.dispose();
      model.dispose();
    },
  };
}

/**
 * WebKit moves the selection to the beginning of a text area right after Tab led into it. The editor keeps the text
 * around its cursor there, and would insert the first character that is typed hundreds of characters too early.
 */
function keepSelection(area: HTMLTextAreaElement | null): void {
  area?.addEventListener('focus', () => {
    const { selectionStart, selectionEnd } = area;
    setTimeout(() => {
      if (area.selectionEnd === 0) area.setSelectionRange(selectionStart, selectionEnd);
    });
  });
}

/** That of `--t-12` and `--lh-code`, in pixels. */
function typeSize(): { readonly fontSize: number; readonly lineHeight: number } {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return { fontSize: 0.75 * rem, lineHeight: 1.125 * rem };
}

function followTheme(): () => void {
  const apply = () => applyTheme(monaco);
  const system = matchMedia('(prefers-color-scheme: dark)');
  const switched = new MutationObserver(apply);
  switched.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', apply);
  return () => {
    switched.disconnect();
    system.removeEventListener('change', apply);
  };
}
