import path from 'node:path';
import type { Plugin } from 'vite';

/** Features that no text here has a use for, by their folders (decisions/receiver-editor.md). */
const leftOut = [
  'codelens',
  'colorPicker',
  'diffEditor',
  'diffEditorBreadcrumbs',
  'floatingMenu',
  'gpu',
  'inlayHints',
  'inlineCompletions',
  'inspectTokens',
  'linkedEditing',
  'middleScroll',
  'placeholderText',
  'sectionHeaders',
  'semanticTokens',
  'suggest/browser/suggestInlineCompletions',
  'toggleHighContrast',
];

/** Classes of which nothing here makes an instance. Making one would throw. */
const absent = (...names: readonly string[]): string =>
  names
    .map((name) => `export class ${name} { constructor() { throw new Error('No ${name} here'); } }\n`)
    .join('');

/** Modules that the rest imports and never uses here, and what the build has instead. */
const instead: Readonly<Record<string, string>> = {
  // Two texts side by side.
  'editor/browser/widget/diffEditor/diffEditorWidget.js': absent('DiffEditorWidget'),
  'editor/browser/widget/multiDiffEditor/multiDiffEditorWidget.js': absent('MultiDiffEditorWidget'),
  // Drawing with WebGPU, behind an option that is off.
  'editor/browser/gpu/viewGpuContext.js': absent('ViewGpuContext'),
  'editor/browser/viewParts/gpuMark/gpuMark.js': absent('GpuMarkOverlay'),
  'editor/browser/viewParts/rulersGpu/rulersGpu.js': absent('RulersGpu'),
  'editor/browser/viewParts/viewLinesGpu/viewLinesGpu.js': absent('ViewLinesGpu'),
  // What the hover asks of features that are left out.
  'editor/contrib/colorPicker/browser/hoverColorPicker/hoverColorPicker.js':
    'export const isOnColorDecorator = () => false;',
  'editor/contrib/colorPicker/browser/hoverColorPicker/hoverColorPickerParticipant.js': absent(
    'ColorHover',
    'HoverColorPickerParticipant',
  ),
  'editor/contrib/inlayHints/browser/inlayHintsHover.js': absent('InlayHintsHover'),
  'editor/contrib/inlineCompletions/browser/hintsWidget/inlineCompletionsHintsWidget.js':
    'export const InlineSuggestionHintsContentWidget = { dropDownVisible: false };',
};

/**
 * The page makes all workers (src/editor/monaco.ts). Of a file that is named here too, the build would have another copy,
 * or the file as it is published, with imports of files that the build does not have.
 */
const ownWorker =
  / *(?:createWorker|esmModuleLocationBundler): \(\) => .*new URL\('[^']+', import\.meta\.url\).*,\n/;

/** Changes of modules. Each throws if what it changes is not there. */
const changes: Readonly<Record<string, (code: string) => string>> = {
  'internal/common/workers.js': withoutUnused,
  'editor/browser/services/editorWorkerService.js': withoutOwnWorker,
  'languages/features/json/workerManager.js': withoutOwnWorker,
  'languages/features/typescript/workerManager.js': withoutOwnWorker,
};

const inEditor = /\/monaco-editor\/esm\/vs\/(.+\.js)$/;

/** The editor without what the playground never shows: its languages ask for all features, by one module. */
export function editorFeatures(): Plugin {
  const met = new Set<string>();
  const nameOf = (id: string): string => inEditor.exec(id.split(path.sep).join('/'))?.[1] ?? '';
  return {
    name: 'editor-features',
    apply: 'build',
    load(id) {
      const name = nameOf(id);
      const code = instead[name];
      if (code === undefined) return null;
      met.add(name);
      return code;
    },
    transform(code, id) {
      const name = nameOf(id);
      const change = changes[name];
      if (!change) return null;
      met.add(name);
      return { code: change(code), map: null };
    },
    buildEnd(error) {
      const missing = [...Object.keys(instead), ...Object.keys(changes)].filter((name) => !met.has(name));
      if (!error && missing.length > 0) this.error(`The editor no longer has ${missing.join(', ')}`);
    },
  };
}

/** Throws if a feature is not there to be left out. */
export function withoutUnused(code: string): string {
  return leftOut.reduce((rest, feature) => {
    const without = rest.replace(new RegExp(`^import '[^']*/${feature}[/.][^']*';$`, 'gm'), '');
    if (without === rest) throw new Error(`The editor no longer has the feature ${feature}`);
    return without;
  }, code);
}

/** Throws if no file is named. */
export function withoutOwnWorker(code: string): string {
  const without = code.replace(ownWorker, '');
  if (without === code) throw new Error('The editor no longer names the file of a worker');
  return without;
}
