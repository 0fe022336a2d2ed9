/** XML: items of RSS 2.0 and entries of Atom, with or without namespaces (choice: catalog-feeds). */
import { itemAt } from '../checked/known.ts';
import { SaxesParser } from 'saxes';
import type { SaxesTagNS } from 'saxes';
import { mostColumns } from '../state/tables/catalog-words.ts';
import { attributeNamed } from './columns.ts';
import type { Column } from './columns.ts';
import { inGroups } from '../spec/in-groups.ts';
import { FeedFailed } from './failure.ts';
import { mostOfRow, mostOfText, owned, replaced } from './rows.ts';
import type { Broken, Place, Reader, Rows } from './rows.ts';
import { XmlLengths } from './xml-lengths.ts';

const deepest = 32;
/** Most characters before the first element. A document type is not read. */
const mostOfProlog = 1_000_000;

/** The namespace of the attributes of merchants' feeds. */
const isOfFeeds = (uri: string): boolean => /^https?:\/\/base\.google\.com\/(?:ns|cns)\/1\.0$/.test(uri);
const isPlain = (uri: string): boolean =>
  uri === '' || uri === 'http://www.w3.org/2005/Atom' || uri === 'http://purl.org/rss/1.0/';

interface Item {
  readonly line: number;
  /** Index of its first character in the text of the file. */
  readonly at: number | null;
  readonly depth: number;
  readonly cells: (string | undefined)[];
  /** Columns that an element of the feeds' namespace set. They win, because Atom's own `id` is not the merchant's. */
  readonly said: Set<number>;
  length: number;
  /** Why the item cannot be read. */
  fault: { readonly column: string | null; readonly message: string } | null;
}

interface Field {
  readonly column: number;
  readonly isOfFeeds: boolean;
  text: string;
}

/**
 * Ends the run at the first error. An `error` handler would do the same, but with a seventh handler V8 keeps the
 * parser's properties in a dictionary, which makes it five times as slow.
 */
class StrictParser extends SaxesParser<{ xmlns: true; position: true }> {
  override fail(message: string): this {
    throw new FeedFailed('MALFORMED_XML', message, this.line);
  }
}

export class XmlReader implements Reader {
  readonly #parser = new StrictParser({ xmlns: true, position: true });
  readonly #lengths = new XmlLengths();
  #columns: Column[] = [];
  /** Columns by their names in the file. */
  readonly #columnOf = new Map<string, number>();
  #depth = 0;
  #prolog = 0;
  /** Where the current tag begins. */
  #tagAt = 0;
  #item: Item | null = null;
  #field: Field | null = null;
  #cells: (readonly (string | undefined)[])[] = [];
  #starts: Pick<Item, 'line' | 'at'>[] = [];
  #broken: Broken[] = [];
  #count = 0;
  /** Once this is true, every cell is checked. */
  #hasReplaced = false;

  constructor() {
    const parser = this.#parser;
    parser.on('xmldecl', ({ encoding }) => {
      if (encoding !== undefined && !/^(?:utf-?8|utf-?16(?:le|be)?|us-ascii)$/i.test(encoding))
        throw new FeedFailed(
          'ENCODING_UNKNOWN',
          `it says it is ${encoding.slice(0, 40)}; UTF-8 and UTF-16 are read`,
          1,
        );
    });
    // The parser has read the name and one more character.
    parser.on('opentagstart', ({ name }) => (this.#tagAt = parser.position - name.length - 2));
    parser.on('opentag', (tag) => this.#open(tag));
    parser.on('closetag', (tag) => this.#close(tag));
    parser.on('text', (text) => this.#add(text));
    parser.on('cdata', (text) => this.#add(text));
  }

  get at(): number {
    return this.#item?.at ?? this.#parser.position;
  }

  *read(text: string): Generator<Rows, void, undefined> {
    if (
      this.#count === 0 &&
      this.#depth === 0 &&
      (this.#prolog += text.length) > mostOfProlog &&
      this.#columns.length === 0
    )
      throw new FeedFailed(
        'MALFORMED_XML',
        `no element begins within its first ${inGroups(mostOfProlog)} characters`,
      );
    this.#hasReplaced ||= text.includes(replaced);
    this.#parser.write(this.#lengths.take(text));
    yield* this.#whole();
  }

  *end(): Generator<Rows, void, undefined> {
    this.#parser.write(this.#lengths.take('', true));
    this.#parser.close();
    yield* this.#whole();
    if (this.#count === 0)
      throw new FeedFailed('COLUMNS_MISSING', 'there is no item of RSS and no entry of Atom in it');
  }

  *#whole(): Generator<Rows, void, undefined> {
    if (this.#cells.length === 0 && this.#broken.length === 0) return;
    const [columns, cells, starts] = [this.#columns, this.#cells, this.#starts];
    const placeOf = (row: number): Place => ({
      ...itemAt(starts, row),
      ...written(columns, itemAt(cells, row)),
    });
    yield {
      columns,
      cells,
      broken: this.#broken,
      hasReplaced: this.#hasReplaced,
      placeOf,
      lineAfter: this.#parser.line,
    };
    [this.#cells, this.#starts, this.#broken] = [[], [], []];
  }

  #open({ local, prefix, uri, attributes }: SaxesTagNS): void {
    this.#depth++;
    const item = this.#item;
    if (!item) {
      if (this.#depth > deepest)
        throw new FeedFailed('MALFORMED_XML', `elements stand deeper than ${deepest}`, this.#parser.line);
      if ((local === 'item' || local === 'entry') && isPlain(uri)) this.#begin();
      return;
    }
    if (this.#depth > deepest)
      item.fault ??= {
        column: this.#field && itemAt(this.#columns, this.#field.column).name,
        message: `elements stand deeper than ${deepest}`,
      };
    if (this.#depth !== item.depth + 1) return;
    const ofFeeds = isOfFeeds(uri);
    const column = this.#columnAt(
      prefix === '' ? local : `${prefix}:${local}`,
      ofFeeds || isPlain(uri) ? local : null,
    );
    if (column < 0) return;
    // Atom's links have their address in an attribute.
    const href =
      local === 'link' && (attributes['rel']?.value ?? 'alternate') === 'alternate'
        ? attributes['href']?.value
        : undefined;
    this.#field = { column, isOfFeeds: ofFeeds, text: href ?? '' };
  }

  #begin(): void {
    this.#count++;
    this.#item = {
      line: this.#parser.line,
      at: this.#lengths.hasDropped ? null : this.#tagAt,
      depth: this.#depth,
      cells: [],
      said: new Set(),
      length: 0,
      fault: null,
    };
  }

  /** The index of a column, which may be new; -1 if there are too many. */
  #columnAt(name: string, local: string | null): number {
    const known = this.#columnOf.get(name);
    if (known !== undefined) return known;
    const attribute = local === null ? null : attributeNamed(local);
    const same = attribute ? this.#columns.findIndex((each) => each.attribute === attribute) : -1;
    if (same < 0 && this.#columns.length === mostColumns) return -1;
    const at = same < 0 ? this.#columns.length : same;
    if (same < 0) this.#columns = [...this.#columns, { name: name.slice(0, 100), attribute }];
    if (this.#columnOf.size < 10 * mostColumns) this.#columnOf.set(name, at);
    return at;
  }

  #add(text: string): void {
    const [item, field] = [this.#item, this.#field];
    if (!item || !field || this.#depth !== item.depth + 1 || item.fault) return;
    item.length += text.length;
    if (item.length > mostOfRow)
      item.fault = {
        column: null,
        message: `the item has more than ${inGroups(mostOfRow)} characters`,
      };
    else field.text += text;
  }

  #close({ local }: SaxesTagNS): void {
    const [item, field] = [this.#item, this.#field];
    if (item && field && this.#depth === item.depth + 1) {
      this.#take(item, field, local);
      this.#field = null;
    } else if (item?.depth === this.#depth) this.#finish(item);
    this.#depth--;
  }

  #take(item: Item, { column, isOfFeeds: ofFeeds, text }: Field, local: string): void {
    if (item.said.has(column) && !ofFeeds) return;
    const before = item.cells[column];
    const isMore = local.startsWith('additional_image_link') && before !== undefined && before !== '';
    item.cells[column] = isMore ? `${before},${text.trim()}` : text;
    if (ofFeeds) item.said.add(column);
  }

  #finish({ line, at, cells, fault }: Item): void {
    this.#item = null;
    if (fault) this.#broken.push({ line, at, ...written(this.#columns, cells), ...fault });
    else {
      this.#cells.push(cells);
      this.#starts.push({ line, at });
    }
  }
}

/** Writes an item as it was read. Parts that are not read are left out. */
function written(
  columns: readonly Column[],
  cells: readonly (string | undefined)[],
): Pick<Place, 'text' | 'isWhole'> {
  let text = '';
  let isWhole = true;
  for (const [at, cell] of cells.entries()) {
    if (cell === undefined) continue;
    const shown = cell.slice(0, Math.max(0, mostOfText - text.length));
    isWhole &&= shown.length === cell.length;
    const { name } = itemAt(columns, at);
    if (shown !== '' || cell === '') text += `<${name}>${escaped(shown)}</${name}>`;
  }
  return { text: owned(text), isWhole };
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
