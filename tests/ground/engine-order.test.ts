import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { circleIn, importsOf, roomsOf, sourcesOf } from '../support/imports.ts';

const engineOrder = JSON.parse(readFileSync('scripts/lint/engine-order.json', 'utf8')) as Record<
  string,
  string[]
>;
const imports = importsOf(sourcesOf('engine'));

test('inside engine/ there are no import cycles of files', () => {
  expect(imports.size).toBeGreaterThan(100);
  expect(circleIn(imports)).toBeNull();
});

test('inside engine/ there are no import cycles of folders, and every folder has its place in the order', () => {
  const rooms = roomsOf(imports, (file) => file.split('/')[1]!);
  expect(circleIn(rooms)).toBeNull();
  const folders = [...rooms.keys()].filter((room) => !room.endsWith('.ts')).sort();
  expect(folders).toEqual(Object.keys(engineOrder).sort());
});

test('families do not import each other', () => {
  // What lists of several families share is in none of them.
  const family = (file: string) => /^engine\/endpoints\/\w+\/(?!pages\/)([^/]+)\//.exec(file)?.[1];
  for (const [file, targets] of imports)
    for (const target of targets)
      if (family(file) && family(target))
        expect(`${file}: ${family(target)}`).toBe(`${file}: ${family(file)}`);
});
