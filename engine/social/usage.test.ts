import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { State } from '../state/state.ts';
import {
  capOf,
  capResetDay,
  countPosts,
  dayOf,
  leftOf,
  monthOf,
  nextMonthOf,
  usageOf,
  usedOf,
} from './usage.ts';
import { rounds } from '../../tests/support/rounds.ts';

const moment = Date.UTC(2026, 2, 2, 9, 41, 12);
const fresh = () => new State({ seed: 'usage', clock: { mode: 'running', offset: 0 } }, () => moment);
const apps = [
  { id: '26001', project_id: '1700' },
  { id: '26002', project_id: '1700' },
  { id: '26004', project_id: '1701' },
] as const;

describe('days and months are those of UTC', () => {
  test.each([
    ['2026-03-02T09:41:12.000Z', '2026-03-02', '2026-03-01', '2026-04-01'],
    ['2026-12-31T23:59:59.999Z', '2026-12-31', '2026-12-01', '2027-01-01'],
    ['2028-02-29T00:00:00.000Z', '2028-02-29', '2028-02-01', '2028-03-01'],
    ['2026-03-01T00:00:00.000Z', '2026-03-01', '2026-03-01', '2026-04-01'],
  ])('%s', (at, day, month, next) => {
    const [time, ...expected] = [at, day, month, next].map((each) => Date.parse(each));
    expect([dayOf(time!), monthOf(time!), nextMonthOf(time!)]).toEqual(expected);
    expect(new Date(nextMonthOf(time!)).getUTCDate()).toBe(capResetDay);
  });
});

test('the rest is the cap minus the posts given to all Apps of the Project this month, and never negative', () => {
  const state = fresh();
  state.transact((write) => {
    countPosts(apps[0], 60, moment, state.tables, write);
    countPosts(apps[1], 30, moment, state.tables, write);
    countPosts(apps[0], 1000, monthOf(moment) - 1, state.tables, write);
    countPosts({ id: '26008', project_id: null }, 5, moment, state.tables, write);
    countPosts(apps[2], 0, moment, state.tables, write);
  });
  expect(state.tables.usage.size).toBe(3);
  expect(leftOf('1700', 'free', moment, state.tables)).toBe(10);
  expect(leftOf('1700', 'free', nextMonthOf(moment), state.tables)).toBe(capOf('free'));
  state.transact((write) => countPosts(apps[1], 11, moment, state.tables, write));
  expect(leftOf('1700', 'free', moment, state.tables)).toBe(0);
  expect(leftOf('1701', 'basic', moment, state.tables)).toBe(500_000);
});

test('usage is the sum of the counts, by Project, App and day', () => {
  const counted = fc.array(
    fc.record({
      app: fc.constantFrom(...apps),
      posts: fc.integer({ min: 0, max: 100 }),
      at: fc.integer({ min: moment - 70 * 86_400_000, max: moment }),
    }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(counted, fc.integer({ min: 0, max: 80 }), (all, days) => {
      const state = fresh();
      for (const { app, posts, at } of all)
        state.transact((write) => countPosts(app, posts, at, state.tables, write));
      const since = dayOf(moment - days * 86_400_000);
      for (const project of ['1700', '1701']) {
        const rows = usageOf(project, since, state.tables);
        expect(rows.map(({ day }) => day)).toEqual(rows.map(({ day }) => day).sort((a, b) => a - b));
        const within = all.filter(({ app, at }) => app.project_id === project && at >= since);
        for (const row of rows)
          expect(row.posts).toBe(
            within
              .filter(({ app, at }) => app.id === row.app_id && dayOf(at) === row.day)
              .reduce((sum, { posts }) => sum + posts, 0),
          );
        expect(rows.reduce((sum, { posts }) => sum + posts, 0)).toBe(
          within.reduce((sum, { posts }) => sum + posts, 0),
        );
        expect(usedOf(project, moment, state.tables)).toBe(
          all
            .filter(({ app, at }) => app.project_id === project && at >= monthOf(moment))
            .reduce((sum, { posts }) => sum + posts, 0),
        );
      }
    }),
    rounds(60, 1200),
  );
});
