import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';
import { cutFont } from './cut-font.ts';

/** The icons that the editor as it is built can show (decisions/receiver-editor.md). The build says what to change. */
export const icons: readonly string[] = [
  ...['account', 'addSmall', 'arrowDown', 'arrowUp', 'blank', 'caseSensitive', 'check', 'chevronDown'],
  ...['chevronRight', 'chevronUp', 'close', 'copy', 'dash', 'error', 'file', 'folder', 'gear', 'indexZero'],
  ...['info', 'insert', 'issues', 'lightBulb', 'lightbulbAutofix', 'lightbulbSparkle'],
  ...['lightbulbSparkleAutofix', 'listFilter', 'loading', 'menuSelection', 'menuSubmenu', 'preserveCase'],
  ...['quickInputBack', 'regex', 'removeSmall', 'replace', 'replaceAll', 'scrollbarButtonDown'],
  ...['scrollbarButtonLeft', 'scrollbarButtonRight', 'scrollbarButtonUp', 'searchFuzzy', 'selection'],
  ...['sparkle', 'sparkleFilled', 'splitHorizontal', 'splitVertical', 'stopCircle', 'surroundWith'],
  ...['symbolArray', 'symbolBoolean', 'symbolClass', 'symbolColor', 'symbolConstant', 'symbolConstructor'],
  ...['symbolCustomColor', 'symbolEnum', 'symbolEnumMember', 'symbolEvent', 'symbolField', 'symbolFile'],
  ...['symbolFolder', 'symbolFunction', 'symbolInterface', 'symbolKey', 'symbolKeyword', 'symbolMethod'],
  ...['symbolModule', 'symbolNamespace', 'symbolNull', 'symbolNumber', 'symbolObject', 'symbolOperator'],
  ...['symbolPackage', 'symbolProperty', 'symbolReference', 'symbolSnippet', 'symbolString'],
  ...['symbolStruct', 'symbolText', 'symbolTypeParameter', 'symbolUnit', 'symbolValue', 'symbolVariable'],
  ...['sync', 'toolBarMore', 'tools', 'treeItemExpanded', 'treeItemLoading', 'warning', 'wholeWord'],
  ...['wrench', 'wrenchSubaction'],
];

const { resolve } = createRequire(import.meta.url);
const library = resolve('monaco-editor/base/common/codiconsLibrary');
const derived = resolve('monaco-editor/base/common/codicons');
const folder = path.resolve(path.dirname(library), '../..');
const wholeFont = path.join(folder, 'base/browser/ui/codicons/codicon/codicon.ttf');
const cutFile = path.resolve('node_modules/.vite/editor-icons/codicon.ttf');

/** How the editor names its icons: `Codicon.name`, a class, or within a text. */
const named = /\bCodicon\.(\w+)|\bcodicon-([a-z][a-z\d-]*)|\$\(([a-z][a-z\d-]*)\)/g;

interface Icon {
  /** The name of its class. */
  readonly id: string;
  /** Its character in the font, or the icon that it looks like. */
  readonly as: number | string;
}

/**
 * The editor has a font of 600 icons and a rule of style for each. This keeps those that it can show, in the font and in
 * the list. Fails the build if an icon is missing, or one is kept that nothing shows.
 */
export function editorIcons(): Plugin {
  const used = new Set<string>();
  let all: ReadonlyMap<string, Icon> = new Map();
  return {
    name: 'editor-icons',
    apply: 'build',
    enforce: 'pre', // style sheets are read as they are written
    async config() {
      all = await allIcons();
      await mkdir(path.dirname(cutFile), { recursive: true });
      await writeFile(cutFile, await editorFont());
      return { resolve: { alias: [{ find: /^\.\/codicon\.ttf$/, replacement: cutFile }] } };
    },
    transform(code, id) {
      if (id === library || id === derived) return { code: withIcons(code, keptIcons(all)), map: null };
      if (id.startsWith(folder)) for (const name of namedIn(code, all)) used.add(name);
      return null;
    },
    buildEnd(error) {
      if (error) return;
      const missing = [...used].filter((name) => !icons.includes(name)).toSorted();
      const unused = icons.filter((name) => !used.has(name));
      if (missing.length > 0)
        this.error(`The editor can show icons that are left out: ${missing.join(', ')}`);
      if (unused.length > 0) this.error(`The editor no longer shows these icons: ${unused.join(', ')}`);
    },
    async generateBundle(_, bundle) {
      const font = await readFile(cutFile);
      const built = Object.values(bundle).find(({ fileName }) => /\/codicon-[^/]*\.ttf$/.test(fileName));
      if (built?.type !== 'asset' || !font.equals(Buffer.from(built.source)))
        this.error('The editor does not take its font from where it was cut');
    },
  };
}

/** The font of these icons. */
export async function editorFont(): Promise<Buffer> {
  const all = await allIcons();
  return cutFont(
    await readFile(wholeFont),
    [...keptIcons(all)].flatMap((name) => all.get(name)?.as ?? []).filter((as) => typeof as === 'number'),
  );
}

/** All icons by the names that the editor's code has for them. */
export async function allIcons(): Promise<ReadonlyMap<string, Icon>> {
  const texts = await Promise.all([library, derived].map((file) => readFile(file, 'utf8')));
  return new Map(
    texts.flatMap((text) =>
      [...text.matchAll(registered)].map(([, name = '', id = '', as = '']): [string, Icon] => [
        name,
        { id, as: as.startsWith('0x') ? Number(as) : as.slice(1, -1) },
      ]),
    ),
  );
}

const registered = /^ *(\w+): register\('([\w-]+)', (0x[\da-f]+|'[\w-]+')\),.*\n/gm;

/** The names of the icons that a module or a style sheet of the editor can show. */
export function namedIn(code: string, all: ReadonlyMap<string, Icon>): readonly string[] {
  const ofId = new Map(Array.from(all, ([name, { id }]) => [id, name]));
  return [...code.matchAll(named)].flatMap(([, name, inClass = '', inText = '']) => {
    if (name === undefined) return ofId.get(inClass) ?? ofId.get(inText) ?? [];
    return name;
  });
}

/** With those that others look like. */
function keptIcons(all: ReadonlyMap<string, Icon>): ReadonlySet<string> {
  const ids = new Set(icons.map((name) => all.get(name)?.as));
  return new Set([...icons, ...Array.from(all).flatMap(([name, { id }]) => (ids.has(id) ? name : []))]);
}

/** A list of icons without all others. */
export function withIcons(code: string, kept: ReadonlySet<string>): string {
  return code.replace(registered, (line, name: string) => (kept.has(name) ? line : ''));
}
