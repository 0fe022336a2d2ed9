import { expect, it } from 'vitest';
import { othersWords, runsAt, runsWords } from './jump-runs.ts';

const hour = 3_600_000;
const times = (every: number) => Array.from({ length: 24 / every }, (_, at) => (at + 1) * every * hour);
const planned = [
  { feedUrl: 'https://a.example/catalogue.csv', times: times(1), isMore: false },
  { feedUrl: 'https://a.example/prices.tsv', times: times(6), isMore: false },
  { feedUrl: 'https://b.example/all.xml', times: times(12), isMore: true },
  { feedUrl: 'https://b.example/late.csv', times: [24 * hour], isMore: false },
];

it('counts the due runs of a jump', () => {
  const { named, others } = runsAt(planned, 18.5 * hour);
  expect(named.map((runs) => runsWords(runs, []))).toEqual([
    '18 of 24 runs of catalogue.csv',
    '3 of 4 runs of prices.tsv',
    '1 of more than 2 runs of all.xml',
  ]);
  expect(othersWords(others)).toBe('and those of 1 feed more');
  expect(runsAt(planned.slice(0, 1), 0)).toMatchObject({ named: [{ begun: 0, last: null }], others: 0 });
  expect(runsAt([], 0)).toEqual({ named: [], others: 0 });
});

it('says how far the current run is', () => {
  const underWay = (share: number | null) => [
    { runId: 'r', feedUrl: 'https://a.example/catalogue.csv', share },
  ];
  const [run] = runsAt(planned, 3 * hour).named;
  expect(runsWords(run!, underWay(0.628))).toBe('3 of 24 runs of catalogue.csv, 62 %');
  expect(runsWords(run!, underWay(null))).toBe('3 of 24 runs of catalogue.csv, under way');
  expect(runsWords(run!, [])).toBe('3 of 24 runs of catalogue.csv');
  // One that was under way before the jump does not count.
  const [none] = runsAt(planned.slice(0, 1), 0).named;
  expect(runsWords(none!, underWay(0.5))).toBe('0 of 24 runs of catalogue.csv');
  const once = { feedUrl: 'https://a.example/a.csv', times: [hour], isMore: false };
  expect(runsWords(runsAt([once], hour).named[0]!, [])).toBe('1 of 1 run of a.csv');
});
