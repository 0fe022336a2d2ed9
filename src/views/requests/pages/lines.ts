/** The lines of the comparison's table: entries, ends of pages, and how many entries are left out between them. */
import { itemAt } from '../../../../worker/api.ts';
import { showings } from './compare.ts';
import type { Compared, Comparison, Cut, Showing } from './compare.ts';

export type CompareLine =
  | { readonly kind: 'entry'; readonly of: Compared; readonly cursor: Showing; readonly offset: Showing }
  | { readonly kind: 'end'; readonly page: number; readonly cut: Cut; readonly after: string }
  /** Entries `from` to `to`, exclusive; `all` says how each way shows all of them, if they are alike. */
  | {
      readonly kind: 'fold';
      readonly from: number;
      readonly to: number;
      readonly all: 'once' | 'to come' | null;
    };

/** How many entries at the beginning and at the end of an ordinary run are shown. */
const kept = { first: 6, last: 3 };
/** The most entries that are shown, besides those of unfolded runs. */
const mostShown = 300;

type EntryLine = Extract<CompareLine, { kind: 'entry' }>;

/** `unfolded`: the indexes at which unfolded runs begin. */
export function linesOf(comparison: Comparison, unfolded: ReadonlySet<number>): readonly CompareLine[] {
  const { entries, cuts } = comparison;
  const [cursor, offset] = [showings(comparison, 'byCursor'), showings(comparison, 'byOffset')];
  const places = new Map(entries.map(({ id }, at) => [id, at]));
  const ends = new Map<number, { readonly page: number; readonly cut: Cut }>();
  for (const [at, cut] of cuts.entries()) {
    const place = cut.after === null ? undefined : places.get(cut.after);
    if (place !== undefined) ends.set(place, { page: at + 1, cut });
  }
  const lines: CompareLine[] = [];
  let run: EntryLine[] = [];
  let from = 0;
  let shown = 0;
  const flush = (to: number): void => {
    const folded = fold(run, from, unfolded, shown >= mostShown);
    shown += folded.filter(({ kind }) => kind === 'entry').length;
    lines.push(...folded);
    run = [];
    from = to;
  };
  for (const [at, of] of entries.entries()) {
    const line: EntryLine = { kind: 'entry', of, cursor: itemAt(cursor, at), offset: itemAt(offset, at) };
    const end = ends.get(at);
    if (isPlain(line) || shown >= mostShown) run.push(line);
    else {
      flush(at + 1);
      lines.push(line);
      shown++;
    }
    if (!end) continue;
    flush(at + 1);
    lines.push({ kind: 'end', ...end, after: of.id });
  }
  flush(entries.length);
  return lines;
}

/** Whether it has not changed, and each way has shown it once or will. */
const isPlain = ({ of, cursor, offset }: EntryLine): boolean =>
  of.came === null &&
  of.went === null &&
  of.moved === null &&
  [cursor, offset].every((each) => each === 'once' || each === 'to come');

function fold(
  run: readonly EntryLine[],
  from: number,
  unfolded: ReadonlySet<number>,
  isFull: boolean,
): readonly CompareLine[] {
  const [first, last, spare] = isFull ? [0, 0, 0] : [kept.first, kept.last, 1];
  if (run.length <= first + last + spare || unfolded.has(from + first)) return run;
  const to = run.length - last;
  const folded = run.slice(first, to);
  const all = (['once', 'to come'] as const).find((each) =>
    folded.every((line) => isPlain(line) && line.cursor === each && line.offset === each),
  );
  return [
    ...run.slice(0, first),
    { kind: 'fold', from: from + first, to: from + to, all: all ?? null },
    ...run.slice(to),
  ];
}
