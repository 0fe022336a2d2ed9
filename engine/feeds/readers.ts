import type { ProductFeed } from '../state/tables/catalog.ts';
import { DelimitedReader } from './delimited.ts';
import type { Reader } from './rows.ts';
import { XmlReader } from './xml.ts';

/** `length`: characters after which rows of delimited text are given. */
export function readerFor(format: ProductFeed['feed_format'], length?: number): Reader {
  if (format === 'XML') return new XmlReader();
  return new DelimitedReader(format === 'TSV' ? '\t' : ',', length);
}
