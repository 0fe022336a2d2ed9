import { expect, test } from 'vitest';
import type { Judgement } from './judgement.ts';
import { isMixed, nextStop, sorted } from './sorted.ts';

const judged = (level: Judgement['level']): Judgement => ({ level, short: level, title: level, moved: null });
const levels: readonly Judgement['level'][] = ['ok', 'err', 'note', 'warn', 'ok'];
const all = levels.map((level, at) => ({ at, judgement: judged(level) }));
const places = (of: readonly { readonly at: number }[]) => of.map(({ at }) => at);

test('lift 2: what cannot be judged is neither wrong nor right', () => {
  const { wrong, right } = sorted(all, ({ judgement }) => judgement);
  expect([places(wrong), places(right)]).toEqual([
    [1, 3],
    [0, 4],
  ]);
});

test.each([
  { of: ['ok', 'err'], mixed: false },
  { of: ['ok', 'err', 'note'], mixed: false },
  { of: ['ok', 'err', 'err'], mixed: true },
  { of: ['err', 'err', 'err'], mixed: false },
  { of: ['ok', 'ok', 'ok'], mixed: false },
] as const)('lift 2: wrong ones stand out among $of: $mixed', ({ of, mixed }) => {
  expect(isMixed(sorted(of, judged))).toBe(mixed);
});

test('lift 2: next and previous stop at the wrong ones only, from any request', () => {
  const { wrong } = sorted(all, ({ judgement }) => judgement);
  const to = (from: number, by: 1 | -1) => nextStop(all, wrong, all[from]!, by)?.at ?? null;
  expect([to(0, 1), to(1, 1), to(2, 1), to(3, 1)]).toEqual([1, 3, 3, null]);
  expect([to(4, -1), to(3, -1), to(2, -1), to(1, -1), to(0, -1)]).toEqual([3, 1, 1, null, null]);
});
