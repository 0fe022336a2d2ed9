import { expect, test } from 'vitest';
import { loadingWords, spokenLoading } from './loading-words.ts';

const loading = (share: number) => ({ tables: ['products'], rows: Math.round(1_000_000 * share), share });

test('what is being loaded, how much of it and how many', () => {
  expect(loadingWords(loading(0))).toBe('Loading products: 0 %, 0 so far');
  expect(loadingWords(loading(0.4319))).toBe('Loading products: 43 %, 431,900 so far');
  expect(loadingWords({ tables: ['products', 'feed_runs'], rows: 1, share: 0.999 })).toBe(
    'Loading products, feed runs: 99 %, 1 so far',
  );
});

test('what is read out changes with each quarter only', () => {
  const said = new Set(Array.from({ length: 101 }, (_, at) => spokenLoading(loading(at / 100))));
  expect([...said]).toEqual([
    'Loading products. What needs them waits.',
    'A quarter is loaded.',
    'Half are loaded.',
    'Three quarters are loaded.',
    'All are loaded.',
  ]);
});
