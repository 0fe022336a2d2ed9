import { figure } from './figures.ts';

/** What is being loaded, and the progress, in words. */
export interface Load {
  /** Names of tables. */
  readonly tables: readonly string[];
  readonly rows: number;
  /** From 0 to 1. */
  readonly share: number;
}

const named = ({ tables }: Load): string => tables.join(', ').replaceAll('_', ' ');

/** "Loading products: 43 %, 431,000 so far". */
export function loadingWords(loading: Load): string {
  const { rows, share } = loading;
  return `Loading ${named(loading)}: ${Math.floor(100 * share)} %, ${figure(rows)} so far`;
}

const quarters = ['', 'A quarter is', 'Half are', 'Three quarters are', 'All are'];

/** For screen readers: what is loading, and then each quarter. */
export function spokenLoading(loading: Load): string {
  const quarter = Math.floor(4 * loading.share);
  if (quarter > 0) return `${quarters[quarter]} loaded.`;
  return `Loading ${named(loading)}. What needs them waits.`;
}
