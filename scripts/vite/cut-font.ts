import { create } from 'fontkit';
import type { Font } from 'fontkit';

type Tables = ReadonlyMap<string, Buffer>;

/**
 * A TrueType font with these characters and no others. The outlines and their widths come from fontkit, whose fonts are
 * for embedding in a PDF: a browser needs the tables that are added here. Throws if the font lacks a character.
 */
export function cutFont(source: Buffer, characters: Iterable<number>): Buffer {
  const font = openedFont(source);
  const subset = font.createSubset();
  const indices = new Map<number, number>(); // 0 is what is drawn for a missing character
  const points = [...new Set(characters)].toSorted((one, other) => one - other);
  const glyphs = points.map((point): readonly [number, number] => {
    if (!font.hasGlyphForCodePoint(point)) throw new Error(`The font has no U+${point.toString(16)}`);
    const glyph = font.glyphForCodePoint(point);
    subset.includeGlyph(glyph);
    const index = indices.get(glyph.id) ?? indices.size + 1;
    indices.set(glyph.id, index);
    return [point, index];
  });
  const whole = tablesOf(source);
  const cut = tablesOf(Buffer.from(subset.encode()));
  return fontOf(
    new Map([
      ...['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'].map((tag) => [tag, tableIn(cut, tag)] as const),
      ['OS/2', withRange(tableIn(whole, 'OS/2'), points)],
      ['cmap', mapOf(glyphs)],
      ['name', tableIn(whole, 'name')],
      ['post', withoutNames(tableIn(whole, 'post'))],
    ]),
  );
}

export function openedFont(source: Buffer): Font {
  const font = create(source);
  if (!('createSubset' in font)) throw new Error('It is a collection of fonts');
  return font;
}

function tablesOf(font: Buffer): Tables {
  const count = font.readUInt16BE(4);
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const entry = 12 + 16 * index;
      const start = font.readUInt32BE(entry + 8);
      const table = font.subarray(start, start + font.readUInt32BE(entry + 12));
      return [font.toString('latin1', entry, entry + 4), table];
    }),
  );
}

function tableIn(tables: Tables, tag: string): Buffer {
  const table = tables.get(tag);
  if (!table) throw new Error(`The font has no table ${tag}`);
  return Buffer.from(table);
}

/** The table of character codes: format 4, with a segment for each character and the one that ends it. */
function mapOf(glyphs: readonly (readonly [point: number, index: number])[]): Buffer {
  const segments = [...glyphs, [0xffff, 0] as const];
  const codes = segments.map(([point]) => point);
  const deltas = segments.map(([point, index]) => (index - point) & 0xffff);
  const exponent = Math.floor(Math.log2(segments.length));
  const range = 2 * 2 ** exponent;
  const body = [
    ...[0, 2 * segments.length, range, exponent, 2 * segments.length - range],
    ...[...codes, 0, ...codes, ...deltas, ...segments.map(() => 0)],
  ];
  return uint16(0, 1, 3, 1, 0, 12, 4, 4 + 2 * body.length, ...body);
}

function uint16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, 2 * index);
  return bytes;
}

/** With the first and the last character that the font has. */
function withRange(os2: Buffer, points: readonly number[]): Buffer {
  os2.writeUInt16BE(points.at(0) ?? 0, 64);
  os2.writeUInt16BE(points.at(-1) ?? 0, 66);
  return os2;
}

/** Version 3, which has no names of glyphs. */
function withoutNames(post: Buffer): Buffer {
  post.writeUInt32BE(0x0003_0000);
  return post.subarray(0, 32);
}

/** The file of these tables: its directory, and each table from a multiple of four bytes. */
function fontOf(tables: Tables): Buffer {
  const sorted = [...tables].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const exponent = Math.floor(Math.log2(sorted.length));
  const range = 16 * 2 ** exponent;
  const header = Buffer.alloc(12 + 16 * sorted.length);
  header.writeUInt32BE(0x0001_0000);
  header.set(uint16(sorted.length, range, exponent, 16 * sorted.length - range), 4);
  const parts = [header];
  let start = header.length;
  let headAt = 0;
  for (const [index, [tag, table]] of sorted.entries()) {
    if (tag === 'head') {
      headAt = start;
      table.writeUInt32BE(0, 8);
    }
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
    const entry = 12 + 16 * index;
    header.write(tag, entry, 'latin1');
    header.writeUInt32BE(sumOf(padded), entry + 4);
    header.writeUInt32BE(start, entry + 8);
    header.writeUInt32BE(table.length, entry + 12);
    parts.push(padded);
    start += padded.length;
  }
  const font = Buffer.concat(parts);
  font.writeUInt32BE((0xb1b0_afba - sumOf(font)) >>> 0, headAt + 8); // the sum of all is then this number
  return font;
}

/** The checksum of a table or a font: the sum of its 32-bit numbers. */
function sumOf(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}
