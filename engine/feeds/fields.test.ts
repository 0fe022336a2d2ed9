import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { rounds } from '../../tests/support/rounds.ts';
import { fieldsOfItem, fieldsOfRow } from './fields.ts';

const cell = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', '\t', '"', '\n'), maxLength: 8 });

test('cuts a row into the fields that were written, each at the reported position', () => {
  fc.assert(
    fc.property(
      fc.array(cell, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(',', '\t'),
      fc.boolean(),
      (cells, delimiter, quotes) => {
        const text = Papa.unparse([cells], { delimiter, quotes, newline: '\n' });
        const fields = fieldsOfRow(text, delimiter)!;
        expect(fields.map(({ value }) => value)).toEqual(cells);
        expect(fields.map(({ start, end }) => text.slice(start, end)).join(delimiter)).toBe(text);
      },
    ),
    rounds(200, 20_000),
  );
});

test.each(['"never closed', 'a,"b"c,d', '"a""'])('%s has quotes that cannot be read', (text) => {
  expect(fieldsOfRow(text, ',')).toBeNull();
});

test('cuts an item into its elements', () => {
  const text = '<g:id>a</g:id><title>1 &lt; 2 &amp;amp; 3</title><empty></empty>';
  const fields = fieldsOfItem(text);
  expect(fields.map(({ name, value }) => [name, value])).toEqual([
    ['g:id', 'a'],
    ['title', '1 < 2 &amp; 3'],
    ['empty', ''],
  ]);
  expect(text.slice(fields[0]!.start, fields[0]!.end)).toBe('a');
});
