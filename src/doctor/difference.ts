/** How two base strings differ, in pieces: what both have, what only the wrong one has, what only the right one has. */
export interface DifferencePiece {
  readonly kind: 'same' | 'wrong' | 'right';
  readonly text: string;
}

/** Edits beyond which nothing is aligned: the texts have nothing to do with each other. */
const mostEdits = 400;

/**
 * Compares by the pieces that a base string is made of (names, values and what stands between them), then narrows
 * each difference to its characters: a parameter that moved is one piece, a missing "s" is one letter.
 */
export function differenceOf(wrong: string, right: string): DifferencePiece[] {
  const pieces = aligned(piecesOf(wrong), piecesOf(right));
  return narrowed(merged(pieces));
}

const piecesOf = (text: string): string[] => text.match(/&|%26|%3D|(?:(?!&|%26|%3D)[^])+/g) ?? [];

type Kind = DifferencePiece['kind'];

/** Myers' greedy algorithm (1986): the fewest pieces added and taken away. */
function aligned(a: readonly string[], b: readonly string[]): [Kind, string][] {
  const trace: Map<number, number>[] = [];
  let furthest = new Map([[1, 0]]);
  for (let edits = 0; edits <= Math.min(mostEdits, a.length + b.length); edits++) {
    trace.push(furthest);
    furthest = new Map(furthest);
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && at(furthest, k - 1) < at(furthest, k + 1));
      let x = down ? at(furthest, k + 1) : at(furthest, k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      furthest.set(k, x);
      if (x >= a.length && x - k >= b.length) return traced(trace, a, b);
    }
  }
  return [
    ...a.map((text): [Kind, string] => ['wrong', text]),
    ...b.map((text): [Kind, string] => ['right', text]),
  ];
}

const at = (furthest: ReadonlyMap<number, number>, k: number): number => furthest.get(k) ?? -1;

function traced(
  trace: readonly Map<number, number>[],
  a: readonly string[],
  b: readonly string[],
): [Kind, string][] {
  const found: [Kind, string][] = [];
  let x = a.length;
  let y = b.length;
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const furthest = trace[edits]!;
    const k = x - y;
    const down = k === -edits || (k !== edits && at(furthest, k - 1) < at(furthest, k + 1));
    const before = edits === 0 ? 0 : at(furthest, down ? k + 1 : k - 1);
    const beforeY = edits === 0 ? 0 : before - (down ? k + 1 : k - 1);
    while (x > before && y > beforeY && x > 0 && y > 0 && a[x - 1] === b[y - 1]) {
      found.push(['same', a[--x]!]);
      y--;
    }
    if (edits === 0) break;
    if (down) found.push(['right', b[--y]!]);
    else found.push(['wrong', a[--x]!]);
  }
  return found.reverse();
}

interface Hunk {
  same: string;
  wrong: string;
  right: string;
}

/** Each stretch that both have, with the difference behind it. */
function merged(pieces: readonly [Kind, string][]): Hunk[] {
  const hunks: Hunk[] = [{ same: '', wrong: '', right: '' }];
  for (const [kind, text] of pieces) {
    let last = hunks.at(-1)!;
    if (kind === 'same' && (last.wrong !== '' || last.right !== ''))
      hunks.push((last = { same: '', wrong: '', right: '' }));
    last[kind] += text;
  }
  return hunks;
}

function narrowed(hunks: readonly Hunk[]): DifferencePiece[] {
  const pieces: DifferencePiece[] = [];
  const add = (kind: Kind, text: string) => {
    const last = pieces.at(-1);
    if (text === '') return;
    if (last?.kind === kind) pieces[pieces.length - 1] = { kind, text: last.text + text };
    else pieces.push({ kind, text });
  };
  for (const { same, wrong, right } of hunks) {
    add('same', same);
    const most = Math.min(wrong.length, right.length);
    let start = 0;
    while (start < most && wrong[start] === right[start]) start++;
    let end = 0;
    while (end < most - start && wrong.at(-1 - end) === right.at(-1 - end)) end++;
    add('same', wrong.slice(0, start));
    add('wrong', wrong.slice(start, wrong.length - end));
    add('right', right.slice(start, right.length - end));
    add('same', wrong.slice(wrong.length - end));
  }
  return pieces;
}
