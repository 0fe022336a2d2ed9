/**
 * Cuts overlong content between two tags before the parser sees it, because the parser would hold even 100 MB of text
 * as a whole. What remains is still too long for a field, so its row is rejected.
 */
import { inGroups } from '../spec/in-groups.ts';
import { FeedFailed } from './failure.ts';
import { mostOfField } from './rows.ts';

/** Most characters of a tag, and of the content before the first element. */
const mostOfTag = mostOfField;

/** What each kind of content ends with. */
const ends = { text: '<', cdata: ']]>', comment: '-->', tag: '>' } as const;
type Inside = keyof typeof ends;

export class XmlLengths {
  #inside: Inside = 'text';
  /** Characters of the current content so far. */
  #length = 0;
  /** Text that is too short to know what begins here, or whether the content ends. */
  #kept = '';

  /** Whether anything was cut. Positions in the output then differ from those in the file. */
  hasDropped = false;

  /** Returns the part of a piece for the parser. Throws `FeedFailed` for a tag that does not end. */
  take(piece: string, isEnd = false): string {
    const text = this.#kept + piece;
    this.#kept = '';
    let given = '';
    /** How much of the text is in `given` or was cut. */
    let taken = 0;
    let at = 0;
    while (at < text.length) {
      const end = ends[this.#inside];
      const found = text.indexOf(end, at);
      // The last characters may be the beginning of the end mark.
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
      // The beginning of a tag, comment or CDATA section counts as part of it.
      at += this.#inside === 'text' ? opening[next] : end.length;
      this.#inside = next;
      this.#length = 0;
    }
    this.#kept = text.slice(at);
    // A single slice if nothing was cut, because the parser reads a concatenated text several times more slowly.
    return given + text.slice(taken, at);
  }

  /** How many of the next `more` characters may be passed on. */
  #roomFor(more: number): number {
    const room = mostOfField + 100 - this.#length;
    this.#length += more;
    if (this.#inside === 'tag' && this.#length > mostOfTag)
      throw new FeedFailed('MALFORMED_XML', `a tag has more than ${inGroups(mostOfTag)} characters`);
    return Math.max(0, room);
  }

  #shortened(part: string): string {
    this.hasDropped = true;
    // Does not cut inside a character reference, which the parser would reject.
    return this.#inside === 'text' ? part.replace(/&[^;]{0,12}$/, '') : part;
  }
}

const opening: Readonly<Record<Inside, number>> = { text: 0, cdata: 9, comment: 4, tag: 1 };

/** The kind of content that begins here; null if more text is needed to know. */
function beginsAt(text: string, at: number, isEnd: boolean): Inside | null {
  if (text.startsWith('<![CDATA[', at)) return 'cdata';
  if (text.startsWith('<!--', at)) return 'comment';
  const isShort = text.length - at < 9 && text[at + 1] === '!';
  return (isShort || text.length - at < 2) && !isEnd ? null : 'tag';
}
