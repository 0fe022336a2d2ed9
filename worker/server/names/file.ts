/** The file of `--names`: how one client calls what the platform calls otherwise. Checked before anything listens. */
import { readFile } from 'node:fs/promises';
import { isText, loadYaml } from '../../../engine/inside.ts';
import type { YamlPlace } from '../../../engine/inside.ts';
import { urlOf } from '../addresses.ts';
import { BadInput } from '../bad-input.ts';

/** Pairs of a name of the client and one of the platform. */
export type Pairs = ReadonlyMap<string, string>;

export interface Names {
  /** The address that the client signs, without a slash at its end; null for the server's own. */
  readonly signs: string | null;
  /** Parts of names, which are runs of letters. */
  readonly words: Pairs;
  /** Whole names of members and parameters, which win over words. */
  readonly fields: Pairs;
  /** Whole paths with `:name` for what differs, which win over words. */
  readonly paths: Pairs;
  /** Headers; those that end with a hyphen are beginnings of names. */
  readonly headers: Pairs;
  /** Members and parameters whose values are names, as the client calls them; `*` stands for any beginning. */
  readonly values: readonly string[];
}

const groups = ['words', 'fields', 'paths', 'headers'] as const;
const sections = ['signs', ...groups, 'values'] as const;

const forms: Readonly<Record<(typeof groups)[number], readonly [RegExp, string]>> = {
  words: [/^[A-Za-z]+$/, 'a run of letters'],
  fields: [/^[\w.-]+$/, 'a name of letters, digits, points, hyphens and underscores'],
  paths: [/^(?:\/:?[\w.-]+)+$/, 'a path such as /2/users/:id'],
  headers: [/^[A-Za-z0-9-]+$/, 'the name of a header'],
};

/** What is wrong, and with which member. */
class Flaw extends Error {
  constructor(
    readonly path: readonly (string | number)[],
    reason: string,
  ) {
    super(`${path.filter(isText).join(': ') || 'the file'} ${reason}`);
  }
}

/** `known`: the paths of the platform. Rejects with `BadInput`, which names the file, the line and the column. */
export async function readNames(file: string, known: ReadonlySet<string>): Promise<Names> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new BadInput(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  const { readYaml, Unreadable } = await loadYaml();
  const refused = ({ line, column }: YamlPlace, reason: string) =>
    new BadInput(`${file}:${line}:${column}: ${reason}`);
  try {
    const { value, placeOf } = readYaml(text);
    return checked(value, known, (flaw) => refused(placeOf(flaw.path), flaw.message));
  } catch (error) {
    throw error instanceof Unreadable ? refused(error.place, error.reason) : error;
  }
}

function checked(value: unknown, known: ReadonlySet<string>, refused: (flaw: Flaw) => Error): Names {
  try {
    return namesOf(value, known);
  } catch (error) {
    throw error instanceof Flaw ? refused(error) : error;
  }
}

function namesOf(value: unknown, known: ReadonlySet<string>): Names {
  const members = groupOf(value, []);
  const unknown = [...members.keys()].find((each) => !sections.some((section) => section === each));
  if (unknown !== undefined) throw new Flaw([unknown], `is not known here: there are ${sections.join(', ')}`);
  const pairs = (name: (typeof groups)[number]) => pairsOf(name, members.get(name));
  const paths = pairs('paths');
  for (const [theirs, ours] of paths) checkPath(theirs, ours, known);
  return {
    signs: signsOf(members.get('signs')),
    ...{ words: pairs('words'), fields: pairs('fields'), paths, headers: pairs('headers') },
    values: valuesOf(members.get('values')),
  };
}

function groupOf(value: unknown, path: readonly string[]): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Flaw(path, 'is not a group of names with values');
  return new Map(Object.entries(value));
}

function pairsOf(group: (typeof groups)[number], value: unknown): Pairs {
  const pairs = new Map<string, string>();
  if (value === undefined) return pairs;
  const [form, words] = forms[group];
  const taken = new Map<string, string>();
  for (const [name, each] of groupOf(value, [group])) {
    const path = [group, name];
    if (!form.test(name)) throw new Flaw(path, `begins with a name that is not ${words}`);
    if (typeof each !== 'string' || !form.test(each)) throw new Flaw(path, `is not ${words}`);
    const isHeader = group === 'headers';
    if (isHeader && name.endsWith('-') !== each.endsWith('-'))
      throw new Flaw(path, 'is the beginning of a name on one side only: both end with a hyphen, or neither');
    const [theirs, ours] = isHeader ? [name.toLowerCase(), each.toLowerCase()] : [name, each];
    const before = taken.get(ours);
    // Answers are renamed back.
    if (before !== undefined) throw new Flaw(path, `is the name of ${before} already`);
    taken.set(ours, theirs);
    pairs.set(theirs, ours);
  }
  return pairs;
}

const parametersOf = (path: string): string =>
  path
    .split('/')
    .filter((part) => part.startsWith(':'))
    .sort()
    .join();

function checkPath(theirs: string, ours: string, known: ReadonlySet<string>): void {
  if (!known.has(ours)) throw new Flaw(['paths', theirs], `leads to ${ours}, where the platform has nothing`);
  if (parametersOf(theirs) !== parametersOf(ours))
    throw new Flaw(['paths', theirs], `has other parts with a colon than ${ours}`);
}

function signsOf(value: unknown): string | null {
  if (value === undefined) return null;
  const url = typeof value === 'string' ? urlOf(value) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new Flaw(['signs'], 'is not an address such as https://api.example.com');
  return url.href.replace(/\/$/, '');
}

function valuesOf(value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new Flaw(['values'], 'is not a list');
  return value.map((each, at) => {
    if (typeof each !== 'string' || !/^\*?[\w.-]+$/.test(each))
      throw new Flaw(['values', at], 'has an entry that is not a name, with or without a * at its beginning');
    return each;
  });
}
