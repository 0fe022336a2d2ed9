/** Forecasts a generated file without making all of it. */
import { utf8 } from '../../http/messages.ts';
import { previewOf } from '../preview.ts';
import type { FeedPreview, PreviewFault } from '../preview.ts';
import { rowsOf, textOf } from './generate.ts';
import { faultsOf, rowFaults } from './recipe.ts';
import type { Recipe, RowFault } from './recipe.ts';
import { writerOf } from './write.ts';

export interface GeneratedOutlook {
  readonly preview: FeedPreview;
  /** About how many bytes, before packing. */
  readonly bytes: number;
  /** About how many faulty rows, in total and by kind. */
  readonly faulty: number;
  readonly byKind: readonly { readonly fault: RowFault; readonly rows: number }[];
}

/** Rows that are measured, and rows that are searched for the first fault. */
const weighed = 500;
const looked = 20_000;

export async function outlookOf(recipe: Recipe): Promise<GeneratedOutlook> {
  const [piece = ''] = textOf(recipe);
  const format = recipe.format === 'CSV' || recipe.format === 'TSV' ? recipe.format : 'XML';
  const preview = await previewOf(utf8(piece), format, false);
  const found = { ...preview.found, encoding: recipe.encoding, isPacked: recipe.gzip };
  const fault = await firstFault(recipe, format);
  return { preview: { ...preview, found, fault }, ...expected(recipe) };
}

function expected(recipe: Recipe): Pick<GeneratedOutlook, 'bytes' | 'faulty' | 'byKind'> {
  const rows = Math.min(recipe.rows, weighed);
  const { begin, end } = writerOf(recipe.format);
  let characters = 0;
  for (const { text } of rowsOf({ ...recipe, rows }))
    characters += recipe.encoding === 'UTF-8' ? utf8(text).length : 2 * text.length;
  const written = recipe.isCutOff ? recipe.rows / 2 : recipe.rows;
  const kinds = faultsOf(recipe);
  const all = kinds.reduce((sum, kind) => sum + rowFaults[kind].weight, 0);
  const faulty = all === 0 ? 0 : (written * recipe.faultyPercent) / 100;
  return {
    bytes: Math.round(begin.length + end.length + (characters / rows) * written),
    faulty: Math.round(faulty),
    byKind: kinds.map((fault) => ({ fault, rows: Math.round((faulty * rowFaults[fault].weight) / all) })),
  };
}

/** The first row that will be rejected, as its reader reports it. */
async function firstFault(recipe: Recipe, format: 'CSV' | 'TSV' | 'XML'): Promise<PreviewFault | null> {
  const { begin } = writerOf(recipe.format);
  let line = linesIn(begin);
  const last = recipe.isCutOff ? Math.floor(recipe.rows / 2) : Infinity;
  let at = 0;
  for (const { text, fault } of rowsOf({ ...recipe, rows: Math.min(recipe.rows, looked) })) {
    if (at++ >= last) return null;
    if (fault && fault !== 'sameId') {
      const judged = (await previewOf(utf8(begin + text), format, false)).fault;
      return judged && { ...judged, line: judged.line - linesIn(begin) + line };
    }
    line += linesIn(text);
  }
  return null;
}

const linesIn = (text: string): number => text.split('\n').length - 1;
