import { expect, test } from 'vitest';
import { State } from '../state.ts';
import type { ChangeSet } from './store.ts';

const state = () => new State({ seed: 's', clock: { mode: 'running', offset: 0 } }, () => 0);
const poll = (id: string) => ({ id, options: [], end_datetime: 0, duration_minutes: 5 });

test('the changes of several transactions are taken as one change set, once', () => {
  const whole = state();
  whole.transact((write) => write.polls.insert(poll('1')));
  whole.transact((write) => write.polls.update('1', { duration_minutes: 6 }));
  whole.transact((write) => write.polls.insert(poll('2')));
  expect(whole.journal.take()).toEqual({
    polls: {
      added: [{ ...poll('1'), duration_minutes: 6 }, poll('2')],
      updated: [],
      removed: [],
      replaced: [],
    },
  });
  expect(whole.journal.take()).toBeNull();
});

test('a failed transaction leaves nothing, nor does one that changed nothing', () => {
  const whole = state();
  expect(() =>
    whole.transact((write) => {
      write.polls.insert(poll('1'));
      throw new Error('no');
    }),
  ).toThrow('no');
  whole.transact(() => 1);
  expect(whole.journal.take()).toBeNull();
});

test('listeners get what is published, in order, until they unsubscribe; one that throws does not affect the others', async () => {
  const { journal } = state();
  const heard: string[] = [];
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  const changes = (table: string): ChangeSet => ({ [table]: { added: [], updated: [], removed: [] } });
  journal.subscribe(() => {
    throw new Error('mine');
  });
  const leave = journal.subscribe((published) => heard.push(...Object.keys(published)));
  journal.publish(changes('posts'));
  journal.publish(changes('users'));
  leave();
  journal.publish(changes('apps'));
  expect(heard).toEqual(['posts', 'users']);
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(unhandled).toHaveLength(3);
});
