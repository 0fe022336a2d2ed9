import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../tests/support/rounds.ts';
import { FileBytes, fromLine, toLine } from './wire.ts';

const leaf = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double({ noNaN: false }).map((value) => (Object.is(value, -0) ? 0 : value)),
  fc.boolean(),
  fc.constant(null),
  fc.uint8Array(),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, tie('list'), tie('record')),
  list: fc.array(fc.oneof(tie('value'), fc.constant(undefined))),
  record: fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('$', 'of', '$bytes')), tie('value'), {
    noNullPrototype: true,
  }),
}));

test('any value is the same behind the wire, whatever its members are called, in one line', () => {
  fc.assert(
    fc.property(value, (given) => {
      const line = toLine(given);
      expect(line).not.toContain('\n');
      expect(fromLine(line)).toEqual(given);
    }),
    rounds(300, 30_000),
  );
});

test('a file arrives as a Blob', async () => {
  const file = fromLine(toLine({ args: [new FileBytes(new Uint8Array([0, 255, 10]))] })) as { args: Blob[] };
  expect(new Uint8Array(await file.args[0]!.arrayBuffer())).toEqual(new Uint8Array([0, 255, 10]));
});
