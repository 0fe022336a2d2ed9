/** Words of a shell command, as far as a pasted command needs them: quotes, escapes and continued lines. */

export type Words = { readonly words: readonly string[] } | { readonly problem: string };

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

/** One token at the sticky position, and what it adds to the word. */
const rules: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [/\$'((?:[^'\\]|\\[^])*)'/y, ([, text]) => ansi(text!)],
  [/'([^']*)'/y, ([, text]) => text!],
  [/"((?:[^"\\]|\\[^])*)"/y, ([, text]) => text!.replace(/\\\r?\n/g, '').replace(/\\([\\"$`])/g, '$1')],
  [/\\\r?\n/y, () => ''],
  [/\\([^])/y, ([, character]) => character!],
  [/[^\s'"\\;&|<>()`]+/y, ([text]) => text],
];

/** Splits one command. What only a shell could do, it refuses in a sentence. */
export function shellWords(command: string): Words {
  const words: string[] = [];
  let word: string | null = null;
  let at = 0;
  while (at < command.length) {
    const space = matchAt(/(?:\s|\\\r?\n(?=\s))+/y, command, at);
    if (space) {
      if (word !== null) words.push(word);
      word = null;
      at += space[0].length;
      continue;
    }
    const step = nextStep(command, at);
    if (!step) return { problem: refusal(command, at) };
    if (step.length > 0 && !(step.text === '' && step.continues)) word = (word ?? '') + step.text;
    at += step.length;
  }
  if (word !== null) words.push(word);
  return { words };
}

function nextStep(command: string, at: number): { text: string; length: number; continues: boolean } | null {
  for (const [pattern, take] of rules) {
    const match = matchAt(pattern, command, at);
    if (match) return { text: take(match), length: match[0].length, continues: match[0].startsWith('\\') };
  }
  return null;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function refusal(command: string, at: number): string {
  const character = command[at]!;
  if (character === "'" || character === '"') return `The quote ${character} that opens is not closed.`;
  if (character === '&')
    return 'There is an & outside of quotes: a shell ends the command there, so put the address in quotes.';
  return `There is a ${character} outside of quotes, which only a shell can carry out.`;
}

const ansi = (text: string): string =>
  text.replace(/\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|([^]))/g, (_, hex, unicode, letter) =>
    letter === undefined
      ? String.fromCharCode(parseInt(String(hex ?? unicode), 16))
      : (escapes[letter as string] ?? `\\${letter as string}`),
  );
