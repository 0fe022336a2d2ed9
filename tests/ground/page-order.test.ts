import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { circleIn, importsIn, importsOf, roomsInside, roomsOf, sourcesOf } from '../support/imports.ts';

/** A view is a group; so is any other folder of src/, and each file next to them. */
const roomOf = (file: string): string => /^src\/(views\/[^/]+|[^/]+)/.exec(file)?.[1] ?? 'beyond';
const isView = (room: string): boolean => room.startsWith('views/');

const files = sourcesOf('src');
const imports = importsOf(files);
const rooms = roomsOf(imports, roomOf);

test('a cycle is found', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
  ]);
  expect(circleIn(graph)).toEqual(['b', 'c', 'b']);
});

test.each([
  ["import View from './View.svelte';", 'src/a/View.svelte'],
  ["import type { Row } from '../rows.ts';", 'src/rows.ts'],
  ["import '../styles/base.css';", 'src/styles/base.css'],
  ["export { row } from './row.ts';", 'src/a/row.ts'],
  ["const load = () => import('../doctor/Doctor.svelte');", 'src/doctor/Doctor.svelte'],
  ["import Run from './run.ts?worker';", 'src/a/run.ts'],
])('%s is an import', (source, target) => {
  expect(importsIn(source, 'src/a/file.svelte')).toEqual([target]);
});

describe('inside src/', () => {
  test('every import leads to a file', () => {
    const targets = [...imports].flatMap(([file, to]) => to.map((target) => `${file}: ${target}`));
    expect(files.length).toBeGreaterThan(150);
    expect(targets.filter((each) => !existsSync(each.split(': ')[1]!))).toEqual([]);
  });

  test('files have no import cycles', () => {
    // A recursive component imports itself: that is how Svelte writes recursion.
    expect(circleIn(roomsOf(imports, (file) => file))).toBeNull();
  });

  test('folders have no import cycles', () => {
    expect(circleIn(rooms)).toBeNull();
  });

  test('views do not import each other, and nothing that they depend on imports a view', () => {
    const views = [...rooms.keys()].filter(isView);
    const below = new Set(views.flatMap((view) => [view, ...rooms.get(view)!]));
    const found = [...below].flatMap((room) =>
      (rooms.get(room) ?? []).filter(isView).map((view) => `${room} imports ${view}`),
    );
    expect(views).toHaveLength(11);
    expect(found).toEqual([]);
  });

  test.each([...rooms.keys()].filter(isView))('folders of %s have no import cycles', (view) => {
    expect(circleIn(roomsInside(`src/${view}`, imports))).toBeNull();
  });

  test('the name of an exported type has one meaning', () => {
    const declared = /^\s*export (?:interface|type|class|enum) (\w+)/gm;
    const where = new Map<string, string[]>();
    for (const file of files)
      for (const [, name] of readFileSync(file, 'utf8').matchAll(declared))
        where.set(name!, [...(where.get(name!) ?? []), file]);
    expect([...where].filter(([, places]) => places.length > 1)).toEqual([]);
  });
});
