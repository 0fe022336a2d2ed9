/** A file as it is read: part after part, each with where in the file it ends. */
import type { BytePlaces } from './places.ts';
import type { Reader, Rows } from './rows.ts';

export interface FeedPart {
  readonly rows: Rows;
  /** The first character of the text behind it. */
  readonly end: number;
  /** Bytes of the unpacked file up to there. */
  readonly bytes: number;
}

/** `mustGoOn` throws when what ended the text was not its end. Throws `FeedFailed` when nothing more can be read. */
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
