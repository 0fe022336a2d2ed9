import { describe, expect, test } from 'vitest';
import {
  atLeastOne,
  boolean,
  characters,
  described,
  exactly,
  Id,
  integer,
  kindOf,
  listOf,
  matching,
  object,
  offering,
  oneOf,
  openObject,
  optional,
  ruled,
  string,
  withDefault,
} from './fields.ts';
import { parse } from './parse.ts';

describe('kindOf', () => {
  test.each([
    [integer(5, 100), { type: 'integer', least: 5, most: 100 }],
    [withDefault(integer(5, 100), 100, 'Posts on a page'), { type: 'integer', least: 5, most: 100 }],
    [integer(), { type: 'integer' }],
    [integer(1), { type: 'integer', least: 1 }],
    [optional(boolean()), { type: 'boolean' }],
    [listOf(Id), { type: 'array' }],
    [optional(listOf(Id, 100), 'Ids'), { type: 'array', least: 1, most: 100 }],
    [described(listOf(Id, 49, 2), 'Ids'), { type: 'array', least: 2, most: 49 }],
    [characters(1, 280), { type: 'string' }],
    [offering(['a', 'b']), { type: 'string' }],
    [oneOf(['a', 'b']), { type: 'string' }],
  ])('%#: %o', (schema, kind) => expect(kindOf(schema)).toEqual(kind));
});

describe('a schema accepts what its texts say', () => {
  const taken = { success: true };
  const refused = { success: false };

  test.each([
    [string({ least: 1, most: 2 }), ['a', 'ab'], ['', 'abc', 1]],
    [characters(1, 2), ['𝒳𝒳', 'a'], ['', '𝒳𝒳𝒳']],
    [integer(5, 100), [5, 100], [4, 101, 5.5, '5']],
    [matching(/^a+$/, 'a word of a'), ['aa'], ['b']],
    [ruled([[(value) => value !== '', 'Say something']], { trimmed: true }), [' a '], ['  ']],
    [exactly('bearer'), ['bearer'], ['Bearer']],
    [listOf(boolean(), 2), [[true], [true, false]], [[], [true, true, true], true]],
    [object({ a: optional(string()) }), [{}, { a: '' }], [{ b: 1 }, { a: null }, []]],
    [openObject({ a: string() }), [{ a: '', b: 1 }], [{ b: 1 }]],
    [
      atLeastOne(object({ a: optional(string()), b: optional(string()) }), ['a'], 'complete: a is needed'),
      [{ a: '' }],
      [{}, { b: '' }],
    ],
  ])('%#', (schema, good, bad) => {
    for (const value of good) expect(parse(schema, value)).toMatchObject(taken);
    for (const value of bad) expect(parse(schema, value)).toMatchObject(refused);
  });

  test('a default replaces a missing value, and nothing else', () => {
    const schema = object({ size: withDefault(integer(1, 9), 3) });
    expect(parse(schema, {})).toEqual({ success: true, data: { size: 3 } });
    expect(parse(schema, { size: null })).toMatchObject(refused);
  });
});
