import { details, outlines } from '#reference';
import { expect, test } from 'vitest';
import { families } from '../../engine/index.ts';
import { describeFamilies } from '../../engine/reference/describe.ts';

test('what the build tells the page of the endpoints is what the declarations say', async () => {
  const told = await Promise.all(
    families.map(async ({ id }) => {
      const more = await details[id]!();
      return outlines
        .filter(({ family }) => family === id)
        .map((outline, at) => {
          const described: Record<string, unknown> = { ...outline, ...more[at]! };
          delete described['followed'];
          return described;
        });
    }),
  );
  const declared: unknown = JSON.parse(JSON.stringify(await describeFamilies(families)));
  expect(told.flat()).toEqual(declared);
});
