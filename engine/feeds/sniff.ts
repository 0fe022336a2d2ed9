/** Guesses the format of a file by its beginning. */

export interface Found {
  /** null if it looks like none of these. */
  readonly format: 'CSV' | 'TSV' | 'RSS' | 'ATOM' | null;
  readonly encoding: 'UTF-8' | 'UTF-16';
  /** Whether it is packed with gzip. */
  readonly isPacked: boolean;
  /** What shows the format: `<rss`, or the separator of the fields in the first line. */
  readonly sign: string | null;
}

/** Guesses the format of a text. */
export function formatOf(text: string): Pick<Found, 'format' | 'sign'> {
  const begin = text.slice(0, 4096).trimStart();
  if (begin.startsWith('<')) {
    const [sign] = /<(?:rss|feed|channel|item|entry)\b/.exec(begin) ?? [];
    if (sign === undefined) return { format: null, sign: null };
    return { format: sign === '<feed' || sign === '<entry' ? 'ATOM' : 'RSS', sign };
  }
  const [first = ''] = begin.split(/[\r\n]/, 1);
  if (first === '') return { format: null, sign: null };
  const counted = (mark: string) => first.split(mark).length - 1;
  if (counted('\t') > counted(',')) return { format: 'TSV', sign: '\t' };
  return { format: 'CSV', sign: counted(',') > 0 ? ',' : null };
}
