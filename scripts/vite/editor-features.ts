import type { Plugin } from 'vite';

const allFeatures = /\/monaco-editor\/esm\/vs\/internal\/common\/workers\.js$/;

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
  'sectionHeaders',
  'suggest/browser/suggestInlineCompletions',
  'toggleHighContrast',
];

/** The editor without what the playground never shows: its languages ask for all features, by one module. */
export function editorFeatures(): Plugin {
  return {
    name: 'editor-features',
    transform: (code, id) => (allFeatures.test(id) ? { code: withoutUnused(code), map: null } : null),
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
