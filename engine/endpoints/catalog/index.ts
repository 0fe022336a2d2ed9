import type { Endpoint } from '../../declaration/endpoint.ts';
import { catalogs } from './catalogs.ts';
import { feeds } from './feeds.ts';
import { products } from './products.ts';
import { sets } from './sets.ts';

export const endpoints: readonly Endpoint[] = [...catalogs, ...products, ...sets, ...feeds];
