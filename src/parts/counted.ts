import { figure } from './figures.ts';

/** "1 call", "1,204 calls". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${figure(count)} ${count === 1 ? one : many}`;
