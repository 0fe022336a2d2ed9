import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { openedFont } from './cut-font.ts';
import { allIcons, editorFont, icons, namedIn, withIcons } from './editor-icons.ts';

const { resolve } = createRequire(import.meta.url);
const library = resolve('monaco-editor/base/common/codiconsLibrary');

test('the editor’s font has its icons as they are, and no others', async () => {
  const file = library.replace('common/codiconsLibrary.js', 'browser/ui/codicons/codicon/codicon.ttf');
  const whole = openedFont(await readFile(file));
  const bytes = await editorFont();
  const cut = openedFont(bytes);
  const all = await allIcons();
  const ofId = new Map(Array.from(all.values(), ({ id, as }) => [id, as]));
  const points = icons.map((name) => {
    const as = all.get(name)?.as;
    return typeof as === 'string' ? ofId.get(as) : as;
  });
  const drawnPoints = cut.characterSet.filter((point) => point !== 0xffff); // ends the table
  expect(new Set(drawnPoints)).toEqual(new Set(points));
  for (const point of drawnPoints) {
    const [drawn, original] = [cut, whole].map((font) => font.glyphForCodePoint(point));
    expect(drawn!.path.toSVG(), point.toString(16)).toBe(original!.path.toSVG());
    expect(drawn!.advanceWidth).toBe(original!.advanceWidth);
  }
  expect(cut.familyName).toBe('codicon');
  expect(whole.characterSet.length).toBeGreaterThan(4 * cut.characterSet.length);
});

test('the sums in the font are right', async () => {
  const bytes = await editorFont();
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  expect(sum.toString(16)).toBe('b1b0afba');
});

test('icons are found where code, style sheets and texts name them', async () => {
  const all = await allIcons();
  expect(namedIn('icon: Codicon.chevronRight,', all)).toEqual(['chevronRight']);
  expect(namedIn('.codicon-symbol-enum-member::before, .codicon-modifier-spin {}', all)).toEqual([
    'symbolEnumMember',
  ]);
  expect(namedIn("label: '$(arrow-up) up', cost: $(cost)", all)).toEqual(['arrowUp']);
});

test('the list of icons has those that are kept, each as it was', async () => {
  const code = await readFile(library, 'utf8');
  const kept = withIcons(code, new Set(['add', 'zoomOut']));
  expect(kept.match(/register\(.*/g)).toEqual(["register('add', 0xea60),", "register('zoom-out', 0xeb82),"]);
  expect(kept).toContain('export { codiconsLibrary };');
});
