/** Paths of the client and of the platform. What stands in the place of a parameter is no name, and stays. */
import type { Pairs } from './file.ts';

interface Pair {
  readonly theirs: readonly string[];
  readonly ours: readonly string[];
}

const isParameter = (part: string): boolean => part.startsWith(':');
const parametersIn = (parts: readonly string[]): number => parts.filter(isParameter).length;

export class PathNames {
  /** Those with the fewest parameters first: a name wins over a parameter. */
  readonly #pairs: readonly Pair[];

  /** `paths`: those that the file gives; the others follow from `known`, the platform's, by `rename`. */
  constructor(paths: Pairs, known: Iterable<string>, rename: (name: string) => string) {
    const theirs = (part: string) => (isParameter(part) ? part : rename(part));
    const pair = (path: string, ours: string): Pair => ({ theirs: path.split('/'), ours: ours.split('/') });
    this.#pairs = [
      ...Array.from(paths, ([path, ours]) => pair(path, ours)),
      ...Array.from(known, (path) => pair(path.split('/').map(theirs).join('/'), path)),
    ].sort((a, b) => parametersIn(a.theirs) - parametersIn(b.theirs));
  }

  /** A path that nothing is known of stays as it is. */
  toOurs(path: string): string {
    const parts = path.split('/');
    const pair = this.#pairs.find(({ theirs }) => fits(theirs, parts));
    if (!pair) return path;
    const values = new Map(pair.theirs.map((part, at) => [part, parts[at] ?? '']));
    return pair.ours.map((part) => (isParameter(part) ? (values.get(part) ?? part) : part)).join('/');
  }
}

const fits = (pattern: readonly string[], parts: readonly string[]): boolean =>
  pattern.length === parts.length &&
  pattern.every((part, at) => (isParameter(part) ? parts[at] !== '' : part === parts[at]));
