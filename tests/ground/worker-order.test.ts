import { expect, test } from 'vitest';
import { circleIn, importsOf, roomsInside, roomsOf, sourcesOf } from '../support/imports.ts';

const imports = importsOf(sourcesOf('worker'));

test('no files of worker/ import each other in a circle', () => {
  expect(circleIn(roomsOf(imports, (file) => file))).toBeNull();
});

test('no folders of worker/ import each other in a circle', () => {
  const rooms = roomsInside('worker', imports);
  expect([...rooms.keys()]).toContain('worker/host');
  expect(circleIn(rooms)).toBeNull();
});
