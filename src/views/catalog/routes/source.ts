import { isFileName } from '../../../../worker/api.ts';
import type { ViewRoute } from '../../../router.ts';

/** `#/catalog/feeds/new`, `#/catalog/feeds/new?file=shop.csv`, `#/catalog/feeds/new?source=generate`. */
export interface NewFeedRoute {
  readonly part: 'feeds/new';
  /** The name of a file that is already stored; null for none. */
  readonly file: string | null;
  /** Where its file comes from; null for what the form shows. */
  readonly source: 'generate' | null;
}

export const newFeed: NewFeedRoute = { part: 'feeds/new', file: null, source: null };

export function readNewFeed(params: ViewRoute['params']): NewFeedRoute | { readonly problem: string } {
  const [first, ...rest] = params;
  if (!first) return newFeed;
  const [name, value] = first;
  if (rest.length === 0 && name === 'source' && value === 'generate') return { ...newFeed, source: value };
  if (rest.length === 0 && name === 'file' && isFileName(value)) return { ...newFeed, file: value };
  return { problem: 'This link has an unknown part.' };
}

export const newFeedParams = ({ file, source }: NewFeedRoute): ViewRoute['params'] =>
  file !== null ? [['file', file]] : source !== null ? [['source', source]] : [];
