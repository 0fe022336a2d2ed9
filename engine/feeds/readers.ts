import type { ProductFeed } from '../state/tables/catalog.ts';
import { DelimitedReader } from './delimited.ts';
import type { Reader } from './rows.ts';
import { XmlReader } from './xml.ts';

/** `length`: how many characters of delimited text are buffered before rows are yielded. */
export function readerFor(format: ProductFeed['feed_format'], length?: number): Reader {
  if (format === 'XML') return new XmlReader();
  return new DelimitedReader(format === 'TSV' ? '\t' : ',', length);
}
