import { describe, expect, it } from 'vitest';
import { headerRows, resetTime } from './headers.ts';

const answer = (remaining: string): [string, string][] => [
  ['content-type', 'application/json'],
  ['date', `Mon, 02 Mar 2026 09:41:1${remaining} GMT`],
  ['svc-access-level', 'read-write'],
  ['svc-rate-limit-reset', '1772444659'],
  ['svc-rate-limit-limit', '5'],
  ['svc-rate-limit-remaining', remaining],
  ['svc-user-limit-24hour-remaining', '99'],
];

describe('headerRows', () => {
  it('puts limits first, then the level, then the rest', () => {
    const rows = headerRows(answer('1'), null);
    expect(rows.map(({ name }) => name)).toEqual([
      'svc-rate-limit-limit',
      'svc-rate-limit-remaining',
      'svc-rate-limit-reset',
      'svc-access-level',
      'svc-user-limit-24hour-remaining',
      'content-type',
      'date',
    ]);
  });
  it('gives the value in the previous call, except for the date', () => {
    const changed = headerRows(answer('1'), answer('2')).filter(({ was }) => was !== undefined);
    expect(changed).toEqual([{ name: 'svc-rate-limit-remaining', value: '1', was: '2' }]);
  });
  it('marks a header that is new', () => {
    expect(headerRows([['allow', 'GET']], [])).toEqual([{ name: 'allow', value: 'GET', was: null }]);
  });
  it('compares repeated names in turn, ignoring case', () => {
    const rows = headerRows(
      [
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
      ],
      [
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=1'],
      ],
    );
    expect(rows.map(({ was }) => was)).toEqual([undefined, 'b=1']);
  });
  it('marks nothing in the first call', () => {
    expect(headerRows(answer('1'), null).some((row) => 'was' in row)).toBe(false);
  });
});

it('reads the reset as milliseconds, only if it is valid', () => {
  expect(resetTime({ name: 'svc-rate-limit-reset', value: '1772444659' })).toBe(1_772_444_659_000);
  expect(resetTime({ name: 'svc-rate-limit-limit', value: '5' })).toBeNull();
  expect(resetTime({ name: 'svc-rate-limit-reset', value: 'soon' })).toBeNull();
});
