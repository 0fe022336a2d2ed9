import { expect, test } from 'vitest';
import { loadingWords, spokenLoading } from './loading-words.ts';

const loading = (share: number) => ({ tables: ['products'], rows: Math.round(1_000_000 * share), share });

test('shows what is being loaded, the progress and the count', () => {
  expect(loadingWords(loading(0))).toBe('Loading products: 0 %, 0 so far');
  expect(loadingWords(loading(0.4319))).toBe('Loading products: 43 %, 431,900 so far');
  expect(loadingWords({ tables: ['products', 'feed_runs'], rows: 1, share: 0.999 })).toBe(
    'Loading products, feed runs: 99 %, 1 so far',
  );
});

test('the text for screen readers changes only at each quarter', () => {
  const said = new Set(Array.from({ length: 101 }, (_, at) => spokenLoading(loading(at / 100))));
  expect([...said]).toEqual([
    'Loading products. What needs them waits.',
    'A quarter is loaded.',
    'Half are loaded.',
    'Three quarters are loaded.',
    'All are loaded.',
  ]);
});
