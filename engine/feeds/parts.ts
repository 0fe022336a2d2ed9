/** Reads a file in parts, each with its end in the file. */
import type { BytePlaces } from './places.ts';
import type { Reader, Rows } from './rows.ts';

export interface FeedPart {
  readonly rows: Rows;
  /** Index of the first character after the part. */
  readonly end: number;
  /** Bytes of the unpacked file up to there. */
  readonly bytes: number;
}

/** `mustGoOn` throws if the text ended before the file did. Throws `FeedFailed` if nothing more can be read. */
export async function* partsOf(
  texts: AsyncIterable<string>,
  reader: Reader,
  places: BytePlaces,
  mustGoOn: () => void,
): AsyncGenerator<FeedPart, void, undefined> {
  const part = (rows: Rows): FeedPart => ({ rows, end: reader.at, bytes: places.until(reader.at) });
  for await (const text of texts) for (const rows of reader.read(text)) yield part(rows);
  mustGoOn();
  for (const rows of reader.end()) yield part(rows);
}
