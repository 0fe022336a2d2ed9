import { describe, expect, it } from 'vitest';
import { clockMove, durationOf } from './clock-move.ts';

const at = 1_772_445_790_000;
const sent = { authorization: `OAuth oauth_timestamp="${at / 1000}"`, takenAt: at + 10_000 };
const day = 86_400_000;
const clock = { now: at + day, real: at, frozen: false, jumped: null };

describe('a platform’s clock that was moved', () => {
  it('is distinguished from a sender’s clock that is wrong', () => {
    expect(clockMove(sent, clock)).toEqual({ ms: day, frozen: false, undoable: false });
    expect(clockMove(sent, { ...clock, jumped: day })).toEqual({ ms: day, frozen: false, undoable: true });
    expect(clockMove({ ...sent, takenAt: at + day }, { ...clock, real: at + day })).toBeNull();
    expect(clockMove(sent, { ...clock, now: at })).toBeNull();
    expect(clockMove(sent, { ...clock, frozen: true })).toMatchObject({ frozen: true });
    expect(clockMove({ ...sent, authorization: 'OAuth' }, clock)).toBeNull();
  });

  it('gives the distance that it was moved', () => {
    expect([day, 2 * day + 3_600_000, 900_000, 3_661_000, 59_000].map(durationOf)).toEqual([
      '24 h',
      '2 d 1 h',
      '15 min',
      '1 h 1 min',
      '59 s',
    ]);
  });
});
