import { families as told, known, outlines } from '#reference';
import { expect, test } from 'vitest';
import { families } from '../../engine/inside.ts';
import { describeFamilies } from '../../engine/reference/describe.ts';

const declared = JSON.parse(JSON.stringify(await describeFamilies(families))) as Record<string, unknown>[];

test('the build describes the endpoints to the page as the declarations do', async () => {
  const all = (await Promise.all(families.map(({ id }) => known[id]!()))).flat();
  expect(all.map(({ followed: _, chosen: __, ...described }) => described)).toEqual(declared);
});

test('each endpoint has an outline, and each family its number of endpoints', async () => {
  const listed = await outlines();
  expect(listed).toHaveLength(declared.length);
  for (const [at, outline] of listed.entries()) expect(declared[at]).toMatchObject(outline);
  expect(told).toEqual(
    families.map(({ id, name }) => ({
      id,
      name,
      count: listed.filter(({ family }) => family === id).length,
    })),
  );
});
