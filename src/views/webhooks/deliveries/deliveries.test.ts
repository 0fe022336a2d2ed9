import { expect, test } from 'vitest';
import type { DeliveryAttempt, ReportedEvent } from '../../../../worker/api.ts';
import { failedBefore, jumpsBetween, placesOf, rowsOf, sendingsOf, turnOf } from './deliveries.ts';

const at = 1_772_444_400_000;
const made = (cause: DeliveryAttempt['cause'], outcome: number | string): DeliveryAttempt => ({
  at,
  cause,
  outcome,
  exchange: outcome === 'not_valid' ? null : '7',
  signature: outcome === 'not_valid' ? null : 'sha256=x',
});
const event = (given: Partial<ReportedEvent>): ReportedEvent => ({
  id: '10',
  kind: 'follow_events',
  forUserId: '1',
  at,
  state: 'waiting',
  gist: { did: 'follow', by: 'a', to: 'b', text: null },
  body: '{}',
  tries: [],
  nextTry: null,
  nextCause: null,
  signature: null,
  ...given,
});
const shown = (given: Partial<ReportedEvent>): string[] =>
  rowsOf([event(given)]).map(({ sending, repeats }) => `${repeats ? '+' : ''}${placesOf(sending).join(' ')}`);

test('a delivery has five places: failed, the next, to come', () => {
  const tries = [made('event', 500), made('retry', 500)];
  expect(shown({ tries, nextCause: 'event', nextTry: at + 5000 })).toEqual(['no no next ahead ahead']);
  expect(shown({})).toEqual(['ahead ahead ahead ahead ahead']);
  expect(shown({ state: 'acknowledged', tries: [...tries, made('retry', 200)] })).toEqual([
    'no no ok never never',
  ]);
});

test('its future attempts are known up to the last one', () => {
  const [sending] = sendingsOf(event({ tries: [made('event', 500)], nextCause: 'event', nextTry: at }));
  expect(sending!.ahead).toEqual([at, at + 5000, at + 35_000, at + 335_000]);
});

test('an event sent again after a 200 is a duplicate; before one, the new sending replaces the failed one', () => {
  const tries = [
    made('event', 'not_valid'),
    made('redelivery', 200),
    made('duplicate', 500),
    made('retry', 200),
  ];
  expect(shown({ state: 'acknowledged', tries })).toEqual([
    '+no ok never never never',
    'ok never never never never',
  ]);
  const failed = [made('event', 'not_valid'), made('redelivery', 500)];
  expect(shown({ tries: failed, nextCause: 'redelivery', nextTry: at })).toEqual([
    'no next ahead ahead ahead',
  ]);
  expect(shown({ state: 'set_aside', tries: [made('event', 'not_valid')] })).toEqual([
    'never never never never never',
  ]);
});

test('a duplicate that waits has a row before it is sent', () => {
  const tries = [made('event', 200)];
  expect(shown({ state: 'acknowledged', tries, nextCause: 'duplicate', nextTry: at })).toEqual([
    '+ahead ahead ahead ahead ahead',
    'ok never never never never',
  ]);
});

test('a place in the line is shown only if the whole line is shown', () => {
  const line = [event({ id: '30' }), event({ id: '9' }), event({ id: '10' })];
  expect(line.map((each) => turnOf(each, line, 3))).toEqual([2, 0, 1]);
  expect(turnOf(line[0]!, line, 4)).toBeNull();
});

test('five failures stay visible beside the later success by hand (Q26)', () => {
  const tries = [
    made('event', 500),
    ...Array.from({ length: 4 }, () => made('retry', 500)),
    made('redelivery', 200),
  ];
  const [row] = rowsOf([event({ state: 'acknowledged', tries })]);
  expect(row && [failedBefore(row).length, placesOf(row.sending)[0]]).toEqual([5, 'ok']);
});

test('a jump of the clock is shown between the events before and after it (Q26)', () => {
  const rows = rowsOf([
    event({ id: '3', at: at + 100 }),
    event({ id: '2', at: at + 50 }),
    event({ id: '1' }),
  ]);
  const jumps = [
    { from: at - 1, until: at },
    { from: at + 10, until: at + 40 },
    { from: at + 60, until: at + 110 },
  ];
  const between = rows.map((row, place) => jumpsBetween(row, rows[place + 1], jumps));
  expect(between).toEqual([[jumps[2]], [jumps[1]], []]);
});
