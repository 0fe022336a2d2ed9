import { isFileName } from '../../../../worker/api.ts';
import type { ViewRoute } from '../../../router.ts';

/** `#/catalog/feeds/new`, `#/catalog/feeds/new?file=shop.csv`. */
export interface NewFeedRoute {
  readonly part: 'feeds/new';
  /** The name of a file that is already stored; null for none. */
  readonly file: string | null;
}

export const newFeed: NewFeedRoute = { part: 'feeds/new', file: null };

export function readNewFeed(params: ViewRoute['params']): NewFeedRoute | { readonly problem: string } {
  const [first, ...rest] = params;
  if (!first) return newFeed;
  const [name, value] = first;
  if (name !== 'file' || rest.length > 0 || !isFileName(value))
    return { problem: 'This link has an unknown part.' };
  return { part: 'feeds/new', file: value };
}

export const newFeedParams = ({ file }: NewFeedRoute): ViewRoute['params'] =>
  file === null ? [] : [['file', file]];
