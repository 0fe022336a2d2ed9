import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { State } from '../state/state.ts';
import type { Write } from '../state/state.ts';
import { FormerRows } from '../state/store/former.ts';
import { keyOf } from '../state/tables/index.ts';
import type { ChangeSet } from '../state/store/store.ts';
import { mergeChanges } from '../state/store/store.ts';
import { Table } from '../state/store/table.ts';
import { rounds } from '../../tests/support/rounds.ts';
import { History } from './history.ts';
import { invert } from './invert.ts';

const state = () => new State({ seed: 's', clock: { mode: 'frozen', at: 1000 } }, () => 0);

/** Users have a unique index, spaces an ordered one, and polls have ids of their own. */
type Step = readonly ['user' | 'poll' | 'space', id: number, 'put' | 'remove', value: number];
const step: fc.Arbitrary<Step> = fc.tuple(
  fc.constantFrom('user', 'poll', 'space'),
  fc.nat(6),
  fc.constantFrom('put', 'put', 'remove'),
  fc.nat(4),
);
const transactions = fc.array(fc.array(step, { maxLength: 6 }), { maxLength: 12 });

const user = (id: string, name: number) => ({ id, username: `u${name}` });
const poll = (id: string, minutes: number) => ({
  id,
  options: [],
  end_datetime: 0,
  duration_minutes: minutes,
});
const space = (id: string, at: number) => ({ id, creator_id: String(at % 2), created_at: at });

/** A taken name undoes the transaction, as everywhere. */
function run(whole: State, steps: readonly Step[]): void {
  try {
    whole.transact((write: Write) => {
      for (const [kind, id, act, value] of steps) {
        const key = String(id);
        const table = kind === 'user' ? write.users : kind === 'poll' ? write.polls : write.spaces;
        if (act === 'remove') table.remove(key);
        else if (kind === 'user') write.users.put(user(key, value) as never);
        else if (kind === 'poll') write.polls.put(poll(key, value));
        else write.spaces.put(space(key, value) as never);
      }
      if (steps.length % 2 === 1) {
        whole.nextId();
        whole.random.uint32();
      }
    });
  } catch (error) {
    if ((error as Error).name !== 'Taken') throw error;
  }
}

/** Everything that can be read: rows ordered by key, the results of the indexes, random generator, ids and clock. */
const all = (whole: State) => ({
  rows: Object.fromEntries(
    Object.entries(whole.dump()).map(([name, rows]) => [
      name,
      rows.toSorted((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1)),
    ]),
  ),
  names: [0, 1, 2, 3, 4].map((name) => whole.tables.users.keysBy('username', `u${name}`)),
  users: whole.tables.users.keysBy('all', ''),
  spaces: whole.tables.spaces.keysBy('all', ''),
  creators: ['0', '1'].map((id) => whole.tables.spaces.keysBy('creator', id)),
  random: whole.random.state,
  platform: whole.platform,
  now: whole.now(),
});

/** Collects the changes that a follower of the journal sees. */
function following(whole: State): ChangeSet[] {
  const heard: ChangeSet[] = [];
  whole.journal.follow((changes) => heard.push(changes));
  return heard;
}

test('changes and their inverse leave every row, index, random number, id and time as it was', () => {
  fc.assert(
    fc.property(transactions, transactions, (first, then) => {
      const whole = state();
      for (const steps of first) run(whole, steps);
      const before = all(whole);
      const heard = following(whole);
      for (const steps of then) run(whole, steps);
      if (heard.length > 0) whole.revert(invert(mergeChanges(heard, keyOf), keyOf));
      expect(all(whole)).toEqual(before);
    }),
    rounds(200, 5000),
  );
});

test('applying the inverses one by one, backwards, leads through every earlier state', () => {
  fc.assert(
    fc.property(transactions, (then) => {
      const whole = state();
      const heard = following(whole);
      const moments = [all(whole)];
      for (const steps of then) {
        const { length } = heard;
        run(whole, steps);
        if (heard.length > length) moments.push(all(whole));
      }
      for (const changes of heard.splice(0).reverse()) {
        expect(all(whole)).toEqual(moments.pop());
        whole.revert(invert(changes, keyOf));
      }
      expect(all(whole)).toEqual(moments.pop());
    }),
    rounds(100, 2000),
  );
});

test('followers of the journal see a restore like any change: added, changed and removed rows', () => {
  const whole = state();
  whole.transact((write) => {
    write.polls.insert(poll('1', 5));
    write.polls.insert(poll('2', 5));
  });
  const history = new History(whole, []);
  history.begin();
  whole.transact((write) => {
    write.polls.update('1', { duration_minutes: 6 });
    write.polls.remove('2');
    write.polls.insert(poll('3', 5));
  });
  const heard = following(whole);
  history.bringBack();
  expect(heard).toEqual([
    {
      polls: {
        added: [poll('2', 5)],
        updated: [poll('1', 5)],
        removed: ['3'],
        replaced: [poll('3', 5), poll('1', 6)],
      },
    },
  ]);
  expect(history.standing).toBe('none');
});

describe('a history', () => {
  test('holds each changed row once, however often it changed, and looks at no other', () => {
    const whole = state();
    whole.transact((write) => {
      for (let id = 0; id < 5000; id++) write.polls.insert(poll(String(id), 5));
    });
    const scans = vi.spyOn(Table.prototype, 'values');
    const history = new History(whole, []);
    history.begin();
    for (let round = 0; round < 1000; round++)
      whole.transact((write) => write.polls.update(String(round % 3), { duration_minutes: round + 6 }));
    expect(history.size).toBe(3);
    const heard = following(whole);
    history.bringBack();
    expect(heard.map(({ polls }) => polls!.updated.length)).toEqual([3]);
    expect(scans).not.toHaveBeenCalled();
    scans.mockRestore();
  });

  test.each([
    ['rows', { rows: 3, bytes: 1e9 }],
    ['bytes', { rows: 1e9, bytes: 300 }],
  ])('with too many %s drops everything, and says so', (_, limits) => {
    const whole = state();
    const history = new History(whole, [], limits);
    history.begin();
    whole.transact((write) => void write.polls.insert(poll('1', 5)));
    expect(history.standing).toBe('kept');
    whole.transact((write) => {
      for (let id = 2; id < 10; id++) write.polls.insert(poll(String(id), 5));
    });
    expect([history.standing, history.size]).toEqual(['tooMuch', 0]);
    expect(() => history.bringBack()).toThrow('no history to restore');
    whole.transact((write) => void write.polls.remove('1'));
    expect(history.size).toBe(0);
    history.begin();
    expect(history.standing).toBe('kept');
  });

  test('ends when a table that keeps its own history has dropped it', () => {
    const former = new FormerRows<object>();
    const history = new History(state(), [{ former, bringBack: () => former.end() }]);
    history.begin();
    for (let id = 0; id <= 200_000; id++) former.note(String(id), undefined);
    expect(history.standing).toBe('tooMuch');
    history.forget();
    expect([history.standing, former.isOver]).toEqual(['none', false]);
  });

  test('does not cover the log of calls, which is a record of what happened', () => {
    const whole = state();
    const history = new History(whole, []);
    history.begin();
    whole.journal.append({ exchanges: { added: [], updated: [{ id: '1' }], removed: [] } });
    expect(history.size).toBe(0);
  });
});
