import path from 'node:path';
import ts from 'typescript';

/** The strict compiler's errors in programs, each a separate module. */
export function complaints(sources: readonly string[]): string[] {
  const options: ts.CompilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, erasableSyntaxOnly: true, types: ['node'] },
    ...{ target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    moduleDetection: ts.ModuleDetectionKind.Force,
  };
  const usual = ts.createCompilerHost(options);
  const files = new Map(sources.map((source, at) => [path.resolve(`call${at}.ts`), source]));
  const host: ts.CompilerHost = {
    ...usual,
    fileExists: (name) => files.has(name) || usual.fileExists(name),
    getSourceFile(name, version) {
      const source = files.get(name);
      return source === undefined
        ? usual.getSourceFile(name, version)
        : ts.createSourceFile(name, source, version);
    },
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([...files.keys()], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
