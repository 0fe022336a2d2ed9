/** What is wrong with a scenario file, and at which place. */
import type { Issue } from '../spec/parse.ts';

export type Path = readonly (string | number)[];

/** Nothing in the file was used. The message is a sentence that names the file and, where known, the line and column. */
export class ScenarioInvalid extends Error {
  override readonly name = 'ScenarioInvalid';
}

/** A flaw with its path, before its place in the text is known. */
export class ScenarioFlaw extends Error {
  constructor(
    readonly path: Path,
    /** The end of a sentence that begins with the path. */
    readonly reason: string,
  ) {
    super(reason);
  }
}

export const pathText = (path: Path): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');

/** `users[0].username is missing` */
export function flawOf(issue: Issue, members: (path: Path) => readonly string[]): ScenarioFlaw {
  const { path } = issue;
  switch (issue.code) {
    case 'missing':
      return new ScenarioFlaw(path, 'is missing');
    case 'type':
      return new ScenarioFlaw(path, `is not ${typeNames[issue.expected]}`);
    case 'unknown': {
      const [key = ''] = issue.keys;
      return new ScenarioFlaw([...path, key], `is not known here: there are ${members(path).join(', ')}`);
    }
    case 'values':
      return new ScenarioFlaw(path, `is none of ${issue.values.join(', ')}`);
    case 'least':
      return new ScenarioFlaw(path, `${hasOf[issue.of]} less than ${issue.end}${unitsOf[issue.of]}`);
    case 'most':
      return new ScenarioFlaw(path, `${hasOf[issue.of]} more than ${issue.end}${unitsOf[issue.of]}`);
    case 'words':
      return new ScenarioFlaw(path, `is not ${issue.words}`);
  }
}

const typeNames = {
  string: 'a text: put it in quotes if it looks like a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of names with values',
} as const;
const hasOf = { integer: 'is', string: 'has', array: 'has' } as const;
const unitsOf = { integer: '', string: ' characters', array: ' entries' } as const;
