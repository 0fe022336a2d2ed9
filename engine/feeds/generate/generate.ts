/**
 * Generates feed files as a shop might have them, with a chosen share of faults. A file is never held in memory as a
 * whole.
 */
import { known } from '../../checked/known.ts';
import { Random } from '../../state/random.ts';
import { productAt, spoil } from './product.ts';
import { faultsOf, rowFaults } from './recipe.ts';
import type { Recipe, RowFault } from './recipe.ts';
import { writerOf } from './write.ts';

export { isRecipe } from './recipe.ts';

/** Characters per piece. */
const pieceLength = 32 * 1024;

export interface GeneratedRow {
  /** The row as in the file. */
  readonly text: string;
  readonly fault: RowFault | null;
}

/** The rows of a file. Each has its own random generator from the seed, so the number of rows does not change them. */
export function* rowsOf(recipe: Recipe): Generator<GeneratedRow, void, undefined> {
  const random = Random.seeded(`feed ${recipe.seed}`);
  const faults = faultsOf(recipe);
  const { row } = writerOf(recipe.format);
  let lastId = '';
  for (let at = 0; at < recipe.rows; at++) {
    const own = new Random([random.uint32(), random.uint32(), random.uint32(), at + 1]);
    own.uint32();
    const fault = faultOf(own, recipe.faultyPercent, faults);
    const cells = productAt(at, own);
    // The first row has no fault, because no earlier row has an id to repeat.
    const planned = at === 0 ? null : fault;
    if (planned) spoil(cells, planned, lastId);
    else lastId = known(cells['id'], 'id');
    yield { text: row(cells, planned === 'unclosedQuote'), fault: planned };
  }
}

/** A fault for `percent` of the rows, by the weights of the kinds. */
function faultOf(random: Random, percent: number, faults: readonly RowFault[]): RowFault | null {
  const drawn = random.below(1_000_000);
  const all = faults.reduce((sum, fault) => sum + rowFaults[fault].weight, 0);
  let left = all === 0 ? 0 : random.below(all);
  if (drawn >= percent * 10_000) return null;
  for (const fault of faults) if ((left -= rowFaults[fault].weight) < 0) return fault;
  return null;
}

/** The text of a file, in pieces. */
export function* textOf(recipe: Recipe): Generator<string, void, undefined> {
  const { begin, end } = writerOf(recipe.format);
  const last = recipe.isCutOff ? Math.floor(recipe.rows / 2) : Infinity;
  let written = begin;
  let at = 0;
  for (const { text } of rowsOf(recipe)) {
    if (at++ === last) {
      yield written + halfOf(text);
      return;
    }
    written += text;
    if (written.length < pieceLength) continue;
    yield written;
    written = '';
  }
  yield written + end;
}

/** Cuts the row in an address, where no quote is open. */
const halfOf = (row: string): string => row.slice(0, row.indexOf('https://shop.') + 12);

/** The bytes of a file, in pieces, before they are packed. */
export function* bytesOf(recipe: Recipe): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  const encode = recipe.encoding === 'UTF-8' ? utf8 : utf16;
  if (recipe.encoding === 'UTF-16') yield Uint8Array.of(0xff, 0xfe);
  for (const piece of textOf(recipe)) yield encode(piece);
}

const encoder = new TextEncoder();
const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

function utf16(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(2 * text.length);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    bytes[2 * at] = unit & 255;
    bytes[2 * at + 1] = unit >> 8;
  }
  return bytes;
}
