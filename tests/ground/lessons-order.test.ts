import { expect, test } from 'vitest';
import { circleIn, importsOf, roomsOf, sourcesOf } from '../support/imports.ts';

test('files of lessons/ have no import cycles', () => {
  const imports = importsOf(sourcesOf('lessons'));
  expect(imports.get('lessons/format/play.ts')).toContain('lessons/format/run.ts');
  expect(circleIn(roomsOf(imports, (file) => file))).toBeNull();
});

test('a lesson imports only the shared parts of lessons, and no other lesson', () => {
  const strangers = [...importsOf(sourcesOf('lessons'))].flatMap(([file, imported]) => {
    const [, folder] = /^lessons\/(\d\d-[^/]+)\//.exec(file) ?? [];
    if (folder === undefined) return [];
    return [...imported]
      .filter((each) => each.startsWith('lessons/'))
      .filter((each) => !each.startsWith(`lessons/${folder}/`) && !each.startsWith('lessons/format/'))
      .map((each) => `${file} imports ${each}`);
  });
  expect(strangers).toEqual([]);
});
