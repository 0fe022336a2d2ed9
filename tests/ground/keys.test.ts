import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { table } from '../../src/keys/table.ts';
import { sourcesOf } from '../support/imports.ts';

/** Files that read keys themselves: the one that binds the table, and widgets with the keys of WAI-ARIA. */
const readers: Readonly<Record<string, string>> = {
  'src/keys/on-key.ts': 'binds the table',
  'src/frame/Notice.svelte': 'hears that the person acts, by any key',
  'src/views/requests/refusal/show-field.ts': 'hears that the person acts, by any key',
  'src/parts/walks.ts': 'up and down in a list',
  'src/parts/tabs.ts': 'the tabs of a list of tabs',
  'src/parts/Tabs.svelte': 'listens for parts/tabs.ts',
  'src/parts/Grip.svelte': 'a window splitter',
  'src/copy-embed/WidthGrip.svelte': 'the edge of an embed',
  'src/views/requests/tabs/CallsLine.svelte': 'listens for parts/tabs.ts',
  'src/views/requests/EndpointList.svelte': 'a list with groups, and the field over it',
  'src/body/JsonText.svelte': 'the links of a document, by parts/roving.ts',
  'src/views/requests/raw/RawPanel.svelte': 'the parts of a message, by parts/roving.ts',
  'src/views/requests/signature/changes/Walk.svelte': 'the parts of a string, by parts/roving.ts',
  'src/views/requests/signature/changes/Encoding.svelte': 'the characters of a value, by parts/roving.ts',
  'src/views/reference/CallList.svelte': 'the field over the hits',
  'src/views/webhooks/on-purpose/Chips.svelte': 'a toolbar, by parts/roving.ts',
  'src/views/catalog/products/ProductGrid.svelte': 'a grid',
  'src/views/activity/list/ExchangeRows.svelte': 'a list box',
  'src/views/activity/filter/FilterField.svelte': 'a combobox over the list',
  'src/editor/monaco.ts': 'passes on what the editor would keep',
};

const readsKeys = /\bonkeydown|'keydown'|\bevent\.key\b|\bkey\b[^;}]*\} = event\b/;
const files = sourcesOf('src').map((file) => ({ file, text: readFileSync(file, 'utf8') }));

test('issue 18: only the key table’s binding and widgets read keys', () => {
  const found = files.filter(({ text }) => readsKeys.test(text)).map(({ file }) => file);
  expect(found.toSorted()).toEqual(Object.keys(readers).toSorted());
});

test.each([
  ['<svelte:window {onkeydown} />', true],
  ["on(window, 'keydown', listen)", true],
  ["if (event.key === 'x') close();", true],
  ['const { key, target } = event;', true],
  ["{@attach onKey<'send'>('Mod+Enter', send, 'page')}", false],
])('%s: reads keys %s', (source, isFound) => {
  expect(readsKeys.test(source)).toBe(isFound);
});

test('issue 18: every key in the table is bound', () => {
  const bound = files.flatMap(({ text }) =>
    Array.from(text.matchAll(/onKey<'(\w+)'>\(/g), ([, id]) => id ?? ''),
  );
  expect([...new Set(bound)].toSorted()).toEqual(Object.keys(table).toSorted());
});

/** The keys of the table in ARIA's spelling. */
const spelledForAria = (keys: string): string =>
  keys.startsWith('Mod+') ? `Control+${keys.slice(4)} Meta+${keys.slice(4)}` : keys;

test('every declared key of a control is in the table', () => {
  const known = new Set(Object.values(table).map(({ keys }) => spelledForAria(keys)));
  const said = files.flatMap(({ text }) =>
    Array.from(
      text.matchAll(/aria-keyshortcuts=(?:"([^"]+)"|\{singleKeys\.on \? '([^']+)' : undefined\})/g),
      ([, always, single]) => always ?? single ?? '',
    ),
  );
  const all = files.flatMap(({ text }) => [...text.matchAll(/aria-keyshortcuts=/g)]);
  expect(said).toHaveLength(all.length);
  expect(said.filter((each) => !known.has(each))).toEqual([]);
});
