/** The editor of a JavaScript program. Loaded when one is first shown. */
import * as monaco from 'monaco-editor/editor';
import { describe, startLanguageWorker } from './javascript.ts';
import { editorOf, languageWorkers } from './monaco.ts';
import type { EditorOptions, TextRange } from './monaco.ts';

/** An error that the language service found. */
export interface Flaw {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** A marked line, and why it is marked. */
export interface MarkedLine {
  readonly line: number;
  readonly why: string;
}

export interface ProgramEditor {
  /** Replaces the text and keeps the undo history. */
  setValue(value: string): void;
  mark(marked: MarkedLine | null): void;
  /** Masks each occurrence of these: only the first four and last three characters are shown. */
  hide(secrets: readonly string[]): void;
  /** Puts the cursor there, and the focus too when the editor is entered by it. */
  goTo(line: number, enters: boolean): void;
  setLabel(label: string): void;
  /** Moves the focus to it. */
  readonly select: (range: TextRange) => void;
  dispose(): void;
}

export interface ProgramOptions extends EditorOptions {
  /** What the program has besides its language, in TypeScript. */
  readonly declarations: string;
  /** Called with the errors whenever they change. */
  readonly flawed: (flaws: readonly Flaw[]) => void;
}

languageWorkers.set('javascript', startLanguageWorker);

export function createProgramEditor(
  place: HTMLElement,
  { value, label, change, declarations, flawed }: ProgramOptions,
): ProgramEditor {
  describe(declarations);
  const model = monaco.editor.createModel(value, 'javascript', monaco.Uri.parse('file:///receiver.js'));
  const { editor, select, dispose } = editorOf(place, model, label);
  const marks = editor.createDecorationsCollection();
  const covers = editor.createDecorationsCollection();
  let hidden: readonly string[] = [];
  const cover = () => covers.set(coversOf(model, hidden));
  model.onDidChangeContent(() => {
    cover();
    change(model.getValue());
  });
  const markers = monaco.editor.onDidChangeMarkers((uris) => {
    if (uris.some((uri) => uri.toString() === model.uri.toString())) flawed(flawsOf(model));
  });
  return {
    setValue: (next) => {
      if (next === model.getValue()) return;
      model.pushStackElement();
      model.pushEditOperations(
        editor.getSelections(),
        [{ range: model.getFullModelRange(), text: next }],
        () => null,
      );
      model.pushStackElement();
    },
    mark: (marked) => marks.set(marked ? [markOf(marked)] : []),
    hide: (secrets) => {
      hidden = secrets;
      cover();
    },
    setLabel: (ariaLabel) => editor.updateOptions({ ariaLabel }),
    goTo: (line, enters) => {
      const at = { lineNumber: Math.min(line, model.getLineCount()), column: 1 };
      editor.setPosition({ ...at, column: model.getLineFirstNonWhitespaceColumn(at.lineNumber) || 1 });
      editor.revealLineInCenterIfOutsideViewport(at.lineNumber);
      if (enters) editor.focus();
    },
    select,
    dispose: () => {
      markers.dispose();
      dispose();
    },
  };
}

const markOf = ({ line, why }: MarkedLine): monaco.editor.IModelDeltaDecoration => ({
  range: new monaco.Range(line, 1, line, 1),
  options: {
    isWholeLine: true,
    className: 'line-marked',
    lineNumberClassName: 'line-marked-number',
    hoverMessage: { value: why.replace(/[\\`*_{}[\]()#+\-.!<>|~]/g, '\\$&') },
  },
});

function coversOf(
  model: monaco.editor.ITextModel,
  secrets: readonly string[],
): monaco.editor.IModelDeltaDecoration[] {
  return secrets.flatMap((secret) => {
    const [first, last] = secret.length < 16 ? [0, 0] : [4, 3]; // as everywhere (parts/mask.ts)
    return model.findMatches(secret, false, false, true, null, false).map(({ range }) => ({
      range: new monaco.Range(
        range.startLineNumber,
        range.startColumn + first,
        range.endLineNumber,
        range.endColumn - last,
      ),
      options: { inlineClassName: 'covered', inlineClassNameAffectsLetterSpacing: true },
    }));
  });
}

const flawsOf = (model: monaco.editor.ITextModel): Flaw[] =>
  monaco.editor
    .getModelMarkers({ resource: model.uri })
    .filter(({ severity }) => severity === monaco.MarkerSeverity.Error)
    .map(({ startLineNumber: line, message }) => ({ line, message }))
    .sort((a, b) => a.line - b.line);
