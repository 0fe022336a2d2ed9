/**
 * JavaScript in the editor: its colours, and a language service that knows the program's declarations. Loaded with the
 * first program.
 */
import 'monaco-editor/languages/definitions/javascript/register';
import {
  javascriptDefaults,
  ModuleKind,
  ScriptTarget,
} from 'monaco-editor/languages/features/typescript/register';
import LanguageWorker from 'monaco-editor/languages/features/typescript/ts.worker?worker';

export const startLanguageWorker = (): Worker => new LanguageWorker();

/** `declarations`: what a program has besides its language, in TypeScript. */
export function describe(declarations: string): void {
  javascriptDefaults.setCompilerOptions({
    allowJs: true,
    allowNonTsExtensions: true,
    checkJs: true,
    lib: ['es2023'], // no page, no Node
    module: ModuleKind.ESNext,
    noImplicitAny: false,
    target: ScriptTarget.ESNext,
    types: [],
  });
  javascriptDefaults.setDiagnosticsOptions({ noSuggestionDiagnostics: true });
  javascriptDefaults.setExtraLibs([{ content: declarations, filePath: 'file:///declarations.d.ts' }]);
}
