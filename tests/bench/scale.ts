/**
 * `npm run bench -- scale`: what stays as it is when there is a hundred times as much, or `npm run bench -- scale home`
 * for a part of it. Every figure is a ratio of two
 * measurements of this run, taken in turns, because machines are shared and noisy; except for the heap, which is counted.
 */
import { advertiser } from './scale/advertiser.ts';
import { changing } from './scale/changing.ts';
import { printFigures } from './figure.ts';
import type { Figure } from './figure.ts';
import { deleting } from './scale/deleting.ts';
import { home } from './scale/home.ts';
import { jobs } from './scale/jobs.ts';
import { loading } from './scale/loading.ts';
import { paging } from './scale/paging.ts';
import { searching } from './scale/search.ts';

/** Each returns its figures; a new kind of table or queue that must scale is one more. */
const parts: Readonly<Record<string, () => Promise<Figure[]> | Figure[]>> = {
  paging,
  advertiser,
  home,
  changing,
  deleting,
  loading,
  jobs,
  search: searching,
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !parts[name]);
if (unknown !== undefined) throw new Error(`${unknown} is none of ${Object.keys(parts).join(', ')}`);

const wanted = Object.entries(parts).filter(([name]) => asked.length === 0 || asked.includes(name));
await printFigures(wanted.map(([, measure]) => measure));
