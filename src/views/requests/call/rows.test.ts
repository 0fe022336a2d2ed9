import { describe, expect, it } from 'vitest';
import type { FieldDescription } from '../../../../worker/api.ts';
import { rowsOf } from './rows.ts';

const field = (name: string, required: boolean): FieldDescription => ({
  ...{ name, in: 'query', required, description: '', schema: { type: 'string' } },
});
const fields = [field('ids', true), field('expansions', false)];

describe('the rows of a call', () => {
  const shown = (linked?: Parameters<typeof rowsOf>[2]) =>
    rowsOf(fields, { ids: '20' }, linked).map(({ name, value, on }) => [name, value, on]);

  it('begin with its example, and what is required is on', () => {
    expect(shown()).toEqual([
      ['ids', '20', true],
      ['expansions', '', false],
    ]);
    expect(rowsOf([field('query', true)], {}, undefined)).toMatchObject([{ name: 'query', on: true }]);
  });

  it('are those of a link, which may lack what is required, and add others', () => {
    expect(shown([{ name: 'extra', value: '1', on: false }])).toEqual([
      ['ids', '', false],
      ['expansions', '', false],
      ['extra', '1', false],
    ]);
  });
});
