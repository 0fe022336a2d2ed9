import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../../worker/api.ts';
import { mistake, options, remark } from './field-schema.ts';

const integer: JsonSchema = { type: 'integer', minimum: 5, maximum: 100 };
const list: JsonSchema = { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, maxItems: 2 };

describe('a field', () => {
  it.each<[JsonSchema, string]>([
    [integer, 'integer, 5 to 100'],
    [{ type: 'integer', minimum: 1 }, 'integer, at least 1'],
    [{ type: 'string', minLength: 1, maxLength: 15 }, 'string, 1 to 15 characters'],
    [{ type: 'string', enum: ['x', 'y'] }, 'x, y'],
    [{ type: 'string', format: 'date-time' }, 'date and time, ISO 8601'],
    [list, 'comma list, at most 2'],
    [{ type: 'boolean' }, 'boolean'],
  ])('%j is described as "%s"', (schema, words) => expect(remark(schema)).toBe(words));

  it.each<[JsonSchema, string]>([
    [integer, '5'],
    [integer, '100'],
    [list, 'a,b'],
    [{ type: 'string', pattern: '^\\d+$' }, '12'],
    [{ type: 'string', maxLength: 1 }, '😀'],
    [{ type: 'string', format: 'date-time' }, '2026-03-02T09:41:12Z'],
    [{}, 'anything'],
  ])('%j takes %s', (schema, value) => expect(mistake(schema, value)).toBeNull());

  it.each<[JsonSchema, string, string]>([
    [integer, '4', 'must be an integer, 5 to 100'],
    [integer, '5.5', 'must be an integer, 5 to 100'],
    [integer, '', 'must be an integer, 5 to 100'],
    [list, 'a,c', 'has c, which is none of them'],
    [list, 'a,,b', 'has 3 items, allowed are at most 2'],
    [list, 'a,', 'has an empty item, which is none of them'],
    [{ type: 'string', minLength: 1 }, '', 'has 0 characters, allowed are at least 1'],
    [{ type: 'string', pattern: '^\\d+$' }, 'x', 'must match ^\\d+$'],
    [{ type: 'string', format: 'date-time' }, 'soon', 'must be like 2026-03-02T09:41:12Z'],
    [{ type: 'boolean' }, 'yes', 'must be true or false'],
  ])('%j says of "%s": %s', (schema, value, words) => expect(mistake(schema, value)).toBe(words));

  it('offers the words of a list, of an enumeration and of a boolean', () => {
    expect(options(list)).toEqual(['a', 'b']);
    expect(options({ type: 'boolean' })).toEqual(['true', 'false']);
    expect(options(integer)).toEqual([]);
  });
});
