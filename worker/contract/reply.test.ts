import { expect, test } from 'vitest';
import { replyOf, valueOf } from './reply.ts';
import type { Reply } from './reply.ts';

const through = async (work: () => Promise<unknown>): Promise<Reply> => structuredClone(await replyOf(work));

test('a value goes through', async () => {
  expect(valueOf(await through(() => Promise.resolve({ a: 1 })))).toEqual({ a: 1 });
});

test('an error keeps its type, name, message and fields', async () => {
  class TooNew extends Error {
    override readonly name = 'SnapshotTooNew';
    readonly found = 9;
    readonly notClonable = () => {};
  }
  const reply = await through(() => Promise.reject(new TooNew('too new')));
  expect(thrownBy(reply)).toMatchObject({ name: 'SnapshotTooNew', message: 'too new', found: 9 });
  const range = await through(() => Promise.reject(new RangeError('below 0')));
  expect(thrownBy(range)).toBeInstanceOf(RangeError);
});

function thrownBy(reply: Reply): unknown {
  try {
    return valueOf(reply);
  } catch (error) {
    return error;
  }
}
