import { expect, test } from 'vitest';
import { createPlatform, schemaVersion } from '../../engine/index.ts';
import type { Snapshot } from '../../engine/index.ts';
import { fileLimits } from '../../worker/host/transfer/limits.ts';
import { FileTooLarge } from '../../worker/host/transfer/refused.ts';
import { megabytes, refusalOf } from './refusal.ts';

test('sizes have a fitting unit', () => {
  expect([0, 1, 11, 99_000, 1_500_000, 2_000_000_000].map(megabytes)).toEqual([
    '0 bytes',
    '1 byte',
    '11 bytes',
    '97 KB',
    '1.4 MB',
    '1,907 MB',
  ]);
});

test('a file that is too large is reported with the limit', () => {
  const { others, whole, line } = fileLimits;
  const tooLarge = (what: FileTooLarge['what'], found: number, most: number) =>
    refusalOf(new FileTooLarge(what, found, most)).why;
  expect([
    tooLarge('file', 70_000_000, others),
    tooLarge('others', others + 1, others),
    tooLarge('unpacked', whole + 1, whole),
    tooLarge('line', line + 1, line),
  ]).toEqual([
    'It has 66.8 MB; an import without products takes 64.0 MB at most.',
    'Apart from products and feed runs it holds more than 64.0 MB, which is the most that an import takes.',
    'It holds more than 2,048 MB, which is the most that an import takes.',
    'One of its lines has more than 32.0 MB.',
  ]);
});

test('damage is reported with table, row and field, however long they are', () => {
  const error = {
    name: 'SnapshotInvalid',
    message: '',
    table: 'posts',
    key: '7',
    field: 'text',
    reason: 'is no text',
  };
  expect(refusalOf(error).why).toBe('Table posts, row 7, field text: is no text.');
  expect(refusalOf({ ...error, key: 'x'.repeat(5000) }).why.length).toBeLessThan(200);
});

test.each([
  [{ format: 'other' }, 'The file is not a snapshot of svc Playground.'],
  [{ version: 'x' }, 'Its version is not a schema version.'],
  [{ tables: undefined }, 'Its tables are missing.'],
])('a file that is not an export is reported in a sentence: %j', (more, why) => {
  const snapshot = { format: 'svc-playground', version: schemaVersion, tables: {}, ...more } as never;
  expect(refusalOf(refusedWith(snapshot)).why).toBe(why);
});

function refusedWith(snapshot: Snapshot): unknown {
  try {
    createPlatform({ snapshot });
  } catch (error) {
    return error;
  }
  return null;
}

test('every other error is reported unchanged', () => {
  expect(refusalOf(new Error('gone')).why).toBe('gone');
});
