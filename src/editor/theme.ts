import { recordOf } from '../../worker/api.ts';
import type * as Monaco from 'monaco-editor/editor';

const tokens = [
  'sunken',
  'ink',
  'ink-2',
  'ink-3',
  'line',
  'line-strong',
  'accent',
  'accent-soft',
  'raised',
  'hover',
] as const;

/** What the editors have been given. */
let applied = '';

/** Gives all editors a theme of the page's current tokens. It costs tens of milliseconds, so not if nothing changed. */
export function applyTheme({ editor }: typeof Monaco): void {
  const style = getComputedStyle(document.documentElement);
  const color = recordOf(tokens, (token) => style.getPropertyValue(`--${token}`).trim());
  const dark = style.colorScheme.includes('dark');
  const name = dark ? 'playground-dark' : 'playground-light';
  const text = JSON.stringify([name, color]);
  if (text === applied) return;
  applied = text;
  const ink = (token: keyof typeof color) => color[token].slice(1);
  editor.defineTheme(name, {
    base: dark ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      { token: '', foreground: ink('ink') },
      { token: 'string.key.json', foreground: ink('ink-2') },
      { token: 'string.value.json', foreground: ink('ink') },
      { token: 'number', foreground: ink('ink-2') },
      { token: 'keyword.json', foreground: ink('ink-2') },
      { token: 'delimiter', foreground: ink('ink-3') },
      // Programs use weight instead of hues, which are reserved for marks.
      { token: 'keyword.js', foreground: ink('ink'), fontStyle: 'bold' },
      { token: 'comment', foreground: ink('ink-3') },
      { token: 'string', foreground: ink('ink-2') },
      { token: 'regexp', foreground: ink('ink-2') },
      { token: 'number.js', foreground: ink('ink') },
      { token: 'identifier.js', foreground: ink('ink') },
      { token: 'type.identifier.js', foreground: ink('ink') },
      { token: 'delimiter.js', foreground: ink('ink') },
    ],
    colors: {
      'editor.background': color.sunken,
      'editor.foreground': color.ink,
      'editorLineNumber.foreground': color['ink-3'],
      // The number of an empty last line.
      'editorLineNumber.dimmedForeground': color['ink-3'],
      'editorLineNumber.activeForeground': color.ink,
      'editor.selectionBackground': color['accent-soft'],
      'editorWidget.background': color.raised,
      'editorWidget.border': color['line-strong'],
      'editorSuggestWidget.selectedBackground': color['accent-soft'],
      'editorSuggestWidget.selectedForeground': color.ink,
      'editorSuggestWidget.highlightForeground': color.accent,
      'editorSuggestWidget.focusHighlightForeground': color.accent,
      'editorHoverWidget.background': color.raised,
      'input.background': color.sunken,
      'input.foreground': color.ink,
      'input.border': color['line-strong'],
      'inputOption.activeBackground': color['accent-soft'],
      'inputOption.activeForeground': color.ink,
      'inputOption.activeBorder': color.accent,
      focusBorder: color.accent,
      'menu.background': color.raised,
      'menu.foreground': color.ink,
      'menu.border': color['line-strong'],
      'menu.separatorBackground': color.line,
      'menu.selectionBackground': color['accent-soft'],
      'menu.selectionForeground': color.ink,
    },
  });
  editor.setTheme(name);
}
