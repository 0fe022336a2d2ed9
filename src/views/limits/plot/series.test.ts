import { describe, expect, it } from 'vitest';
import type { LimitSample, WindowState } from '../../../../worker/api.ts';
import { TimeAxis } from '../../../parts/time-axis.ts';
import { dataOf, inWords } from './draw.ts';
import { eventsOf } from './events.ts';
import { distinctNames } from './names.ts';
import { leftAt, mostSeries, seriesOf, unanswered } from './series.ts';

const begin = 1_772_444_400_000;
const minute = 60_000;

let sequence = 0;
function called(at: number, remaining: number, more: Partial<LimitSample & WindowState> = {}): LimitSample {
  const { status = 200, appId = '1', userId = '2', endpointId = 'getMe', ...window } = more;
  return {
    sequence: ++sequence,
    at,
    endpointId,
    appId,
    userId,
    status,
    refuser: status === 429 ? 'window' : null,
    windows: [
      {
        endpointId,
        scope: 'user',
        principal: 'token',
        limit: 2,
        windowSeconds: 900,
        remaining,
        resetAt: begin + 15 * minute,
        ...window,
      },
    ],
  };
}
const wanted = { endpointId: 'getMe', appId: null, from: begin - minute, now: begin + 20 * minute };

describe('a window', () => {
  const samples = [
    called(begin, 1),
    called(begin + 1000, 0),
    called(begin + 2000, 0, { status: 429 }),
    called(begin + 16 * minute, 1, { resetAt: begin + 31 * minute }),
  ];
  const [line] = seriesOf(samples, wanted);

  it('falls with each call and is full again at its reset', () => {
    expect(line!.points).toEqual([
      { at: begin - 1, left: 2, by: null },
      { at: begin, left: 1, by: 'call' },
      { at: begin + 1000, left: 0, by: 'call' },
      { at: begin + 2000, left: 0, by: 'refusal' },
      { at: begin + 15 * minute, left: 2, by: 'reset' },
      { at: begin + 16 * minute, left: 1, by: 'call' },
    ]);
    expect(line).toMatchObject({
      resets: [begin + 15 * minute],
      refusals: [begin + 2000],
      nextReset: begin + 31 * minute,
    });
    expect([begin - 2, begin, begin + 10 * minute].map((at) => leftAt(line!.points, at))).toEqual([
      null,
      1,
      0,
    ]);
  });

  it('is shown from the start of the range, with the calls left at that time', () => {
    const [shown] = seriesOf(samples, { ...wanted, from: begin + 10 * minute });
    expect(shown!.points[0]).toEqual({ at: begin + 10 * minute, left: 0, by: null });
    expect(shown!.refusals).toEqual([]);
    expect(seriesOf(samples, { ...wanted, from: begin + 17 * minute })).toEqual([]);
  });

  it('is full at its end if nobody has called since', () => {
    const [over] = seriesOf(samples.slice(0, 2), wanted);
    expect(over!.points.at(-1)).toEqual({ at: begin + 15 * minute, left: 2, by: 'reset' });
    expect(over!.nextReset).toBeNull();
  });

  it('is available as a table', () => {
    const closed = { ...called(begin + 3000, 0), status: null, windows: [] };
    const jumps = [{ from: begin + 4000, until: begin + 15 * minute }];
    const events = eventsOf([line!], [...samples, closed], jumps, { ...wanted });
    expect(events.map(({ kind }) => kind)).toEqual([
      'call',
      'reset',
      'jump',
      'closed',
      'refused',
      'call',
      'call',
    ]);
  });
});

it('the endpoint’s last called window comes first, without those of other endpoints and Apps', () => {
  const samples = [
    called(begin, 1, { principal: 'a' }),
    called(begin + 1, 1, { principal: 'b', appId: '9' }),
    called(begin + 2, 0, { principal: 'a' }),
    called(begin + 3, 1, { endpointId: 'getUser' }),
  ];
  expect(seriesOf(samples, wanted).map(({ window }) => window.principal)).toEqual(['a', 'b']);
  expect(seriesOf(samples, { ...wanted, appId: '9' }).map(({ window }) => window.principal)).toEqual(['b']);
});

it('no more are shown than can be distinguished', () => {
  const many = Array.from({ length: 12 }, (_, at) => called(begin + at, 1, { principal: `token-${at}` }));
  const shown = seriesOf(many, wanted);
  expect(shown).toHaveLength(mostSeries);
  expect(shown[0]!.window.principal).toBe('token-11');
});

it('Q28: two tokens of one user have two names, which another call does not change', () => {
  const samples = [called(begin, 1, { principal: 'b' }), called(begin + 1, 1, { principal: 'a' })];
  const named = (all: LimitSample[]) =>
    distinctNames(seriesOf(all, wanted), ({ userId }, number) => `token${number} of ${userId}`);
  const names = named(samples);
  expect([...names.values()].sort()).toEqual(['token 1 of 2', 'token 2 of 2']);
  const later = named([...samples, called(begin + 2, 0, { principal: 'b' })]);
  expect(new Map([...later].sort())).toEqual(new Map([...names].sort()));
  expect([...named(samples.slice(1)).values()]).toEqual(['token of 2']);
});

it('Q28: finds calls without a response, of this endpoint and since the range begins', () => {
  const silent = (at: number, endpointId = 'getMe') => ({
    ...called(at, 0, { endpointId }),
    status: null,
    windows: [],
  });
  const samples = [silent(begin - 2 * minute), silent(begin), silent(begin, 'getUser'), called(begin, 1)];
  expect(unanswered(samples, wanted)).toEqual([samples[1]]);
});

it('a window that the current plan does not have ends with its last call', () => {
  const samples = [called(begin, 1), called(begin + 1000, 0)];
  const now = begin + 20 * minute;
  const series = seriesOf(samples, {
    ...wanted,
    inForce: (appId, { limit }) => appId === '1' && limit !== 2,
  });
  expect(series[0]).toMatchObject({ inForce: false, nextReset: null, resets: [] });
  const drawing = { axis: new TimeAxis(wanted.from, now, []), series, unanswered: [], now };
  const [, left] = dataOf(drawing);
  expect(left).toEqual([2, 1, 0, null]);
  expect(inWords(drawing, () => 'token')).toContain('token: not in force on the current plan');
  const [current] = seriesOf(samples, { ...wanted, inForce: () => true });
  expect(current).toMatchObject({ inForce: true, resets: [begin + 15 * minute] });
});
