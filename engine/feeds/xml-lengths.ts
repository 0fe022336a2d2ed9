/**
 * Leaves out what is too long between two tags before the parser sees it: a parser holds one text whole, and 100 MB of it
 * would be held. What is left is too long for a field as well, so that its row is rejected.
 */
import { inGroups } from '../spec/in-groups.ts';
import { FeedFailed } from './failure.ts';
import { mostOfField } from './rows.ts';

/** What a tag, and what stands before the first element, may have. */
const mostOfTag = mostOfField;

/** By what it ends. */
const ends = { text: '<', cdata: ']]>', comment: '-->', tag: '>' } as const;
type Inside = keyof typeof ends;

export class XmlLengths {
  #inside: Inside = 'text';
  /** Characters of it so far. */
  #length = 0;
  /** Not enough to know what begins here, or whether it ends. */
  #kept = '';

  /** Whether anything was left out: places in what is given are not those of the file from then on. */
  hasDropped = false;

  /** What the parser is given of a piece. Throws `FeedFailed` for a tag that does not end. */
  take(piece: string, isEnd = false): string {
    const text = this.#kept + piece;
    this.#kept = '';
    let given = '';
    /** What of the text is in `given`, or left out. */
    let taken = 0;
    let at = 0;
    while (at < text.length) {
      const end = ends[this.#inside];
      const found = text.indexOf(end, at);
      // The last characters may be the beginning of what ends it.
      const until = found >= 0 ? found : isEnd ? text.length : Math.max(at, text.length - end.length + 1);
      const room = this.#roomFor(until - at);
      if (until - at > room) {
        given += text.slice(taken, at) + this.#shortened(text.slice(at, at + room));
        taken = until;
      }
      at = until;
      if (found < 0) break;
      const next = this.#inside === 'text' ? beginsAt(text, found, isEnd) : 'text';
      if (next === null) break;
      // Of a tag and its like the beginning is looked at as its inside.
      at += this.#inside === 'text' ? opening[next] : end.length;
      this.#inside = next;
      this.#length = 0;
    }
    this.#kept = text.slice(at);
    // Of one piece where nothing is left out: a parser reads a text that was put together several times as slowly.
    return given + text.slice(taken, at);
  }

  /** How many of so many more characters may be given. */
  #roomFor(more: number): number {
    const room = mostOfField + 100 - this.#length;
    this.#length += more;
    if (this.#inside === 'tag' && this.#length > mostOfTag)
      throw new FeedFailed('MALFORMED_XML', `a tag has more than ${inGroups(mostOfTag)} characters`);
    return Math.max(0, room);
  }

  #shortened(part: string): string {
    this.hasDropped = true;
    // Not in the middle of a reference, which a parser would not understand.
    return this.#inside === 'text' ? part.replace(/&[^;]{0,12}$/, '') : part;
  }
}

const opening: Readonly<Record<Inside, number>> = { text: 0, cdata: 9, comment: 4, tag: 1 };

/** null when more has to come before one can tell. */
function beginsAt(text: string, at: number, isEnd: boolean): Inside | null {
  if (text.startsWith('<![CDATA[', at)) return 'cdata';
  if (text.startsWith('<!--', at)) return 'comment';
  const isShort = text.length - at < 9 && text[at + 1] === '!';
  return (isShort || text.length - at < 2) && !isEnd ? null : 'tag';
}
