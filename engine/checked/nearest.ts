/** Which of some words a misspelt word was meant to be. */
import { itemAt } from './known.ts';

/** The number of characters added, left out, swapped with their neighbour or replaced (optimal string alignment). */
export function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  const cell = (i: number, j: number): number => itemAt(itemAt(rows, i), j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, cell(i - 1, j - 1) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, cell(i - 2, j - 2) + 1);
      row.push(least);
    }
  }
  return cell(a.length, b.length);
}

/** Longer words are not compared. */
const longest = 80;

/** The nearest of `words`, if it is near and no other is equally near; null otherwise. */
export function nearest(word: string, words: readonly string[]): string | null {
  if (word === '' || word.length > longest) return null;
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const alike = words.filter((each) => plain(each) === plain(word));
  if (alike.length === 1) return itemAt(alike, 0);
  const near = words
    .filter((each) => each.length <= longest)
    .map((each) => ({ each, far: distance(word.toLowerCase(), each.toLowerCase()) }))
    .filter(({ each, far }) => far <= Math.max(1, Math.floor(Math.min(each.length, word.length) / 3)))
    .sort((a, b) => a.far - b.far);
  const [first, second] = near;
  return first && first.far !== second?.far ? first.each : null;
}
