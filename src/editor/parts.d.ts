/** A part of the editor that has no types, and is loaded before the rest. */
declare module 'monaco-editor/editor/browser/widget/codeEditor/codeEditorWidget';
