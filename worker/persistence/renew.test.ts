import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { renew } from './renew.ts';

afterEach(() => void vi.restoreAllMocks());

test('one database is created and deleted, twice, and nothing is left of it', async () => {
  const opened = vi.spyOn(indexedDB, 'open');
  const deleted = vi.spyOn(indexedDB, 'deleteDatabase');
  await renew('svc-playground:/here/');
  const name = 'svc-playground:/here/:passing';
  expect(opened.mock.calls.map(([given]) => given)).toEqual([name, name]);
  expect(deleted.mock.calls).toEqual([[name], [name]]);
  expect(await indexedDB.databases()).toEqual([]);
});

test('nothing is thrown when a browser refuses it', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('No', 'SecurityError');
  });
  await expect(renew('svc-playground:/here/')).resolves.toBeUndefined();
});
