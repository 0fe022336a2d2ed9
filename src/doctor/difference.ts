import { align } from '../difference/align.ts';
import type { Aligned } from '../difference/align.ts';

/**
 * How two base strings differ, in pieces: common ones, those only in the wrong one, and those only in the right one.
 */
export interface DifferencePiece {
  readonly kind: 'same' | 'wrong' | 'right';
  readonly text: string;
}

/**
 * Compares by the pieces of a base string (names, values and their separators), then narrows each difference to its
 * characters: a moved parameter is one piece, a missing "s" is one letter.
 */
export function differenceOf(wrong: string, right: string): DifferencePiece[] {
  const pieces = align(piecesOf(wrong), piecesOf(right));
  return narrowed(merged(pieces.map(({ kind, text }) => [kinds[kind], text])));
}

const piecesOf = (text: string): string[] => text.match(/&|%26|%3D|(?:(?!&|%26|%3D)[^])+/g) ?? [];

type Kind = DifferencePiece['kind'];

const kinds: Readonly<Record<Aligned['kind'], Kind>> = { same: 'same', gone: 'wrong', new: 'right' };

interface Hunk {
  same: string;
  wrong: string;
  right: string;
}

/** Each common stretch, with the difference after it. */
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
