import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { fullAfter } from '../../tests/support/full-disk.ts';
import { claimTerm, Fenced, openPresent, readKeys, write } from './database.ts';
import { erase } from './erase.ts';

afterEach(() => void vi.restoreAllMocks());

async function begin(name: string) {
  const { database } = await openPresent(name);
  const term = await claimTerm(database);
  await write(database, term, ['files'], (stores) => {
    for (const id of ['one', 'other']) stores('files').put({ id });
  });
  return {
    database,
    term,
    eraseOne: () => erase(database, term, ['files'], (stores) => void stores('files').delete('one')),
    left: () => readKeys(database, 'files', IDBKeyRange.lowerBound(''), 9),
  };
}

test('records are deleted, on a full disk too, and nothing of the fence is left', async () => {
  for (const isFull of [false, true]) {
    const { database, term, eraseOne, left } = await begin(`erase ${isFull}`);
    if (isFull) fullAfter(0, 'epochs', 'add');
    await eraseOne();
    expect(await left()).toEqual(['other']);
    expect(await readKeys(database, 'epochs', IDBKeyRange.lowerBound(0), 9)).toEqual([term]);
  }
});

test('a leader whose term is over deletes nothing, on a full disk neither', async () => {
  for (const isFull of [false, true]) {
    const { database, eraseOne, left } = await begin(`erase late ${isFull}`);
    await claimTerm(database);
    if (isFull) fullAfter(0, 'epochs', 'add');
    await expect(eraseOne()).rejects.toThrow(Fenced);
    expect(await left()).toEqual(['one', 'other']);
  }
});

test('a transaction that Firefox lets only delete, because the one before found no room, is followed by another', async () => {
  const { eraseOne, left } = await begin('erase after');
  const add = vi.spyOn(IDBObjectStore.prototype, 'add');
  add.mockImplementationOnce(() => {
    throw new DOMException('Only deletes', 'InvalidStateError');
  });
  await eraseOne();
  expect(await left()).toEqual(['other']);
  add.mockImplementation(() => {
    throw new DOMException('Closed', 'InvalidStateError');
  });
  await expect(eraseOne()).rejects.toThrow('Closed');
});

test('any other failure is passed on', async () => {
  const { database, eraseOne, left } = await begin('erase fails');
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('Broken', 'UnknownError');
  });
  await expect(eraseOne()).rejects.toThrow('Broken');
  expect(await left()).toEqual(['one', 'other']);
  database.close();
});
