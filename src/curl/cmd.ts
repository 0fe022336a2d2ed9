import { anotherBegins, onlyParts } from './ends.ts';
import { argumentsOf, quoteArgument } from './crt.ts';
import { Unreadable } from './types.ts';
import type { Line } from './types.ts';

/** The length limit of a command in cmd, in characters. */
export const longestOfCmd = 8191;

/** Splits the first command as cmd.exe does: first the carets, then the quotes by the rules of the C runtime. */
export function readCmd(text: string, from: number): Line {
  let line = '';
  const places: number[] = [];
  let quoted = false;
  let at = from;
  const add = (character: string, place: number) => {
    line += character;
    places.push(place);
  };
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '\r' && text[at + 1] === '\n') at++;
    else if (character === '\n') {
      if (quoted)
        throw new Unreadable('cmd ends a command at the end of its line: a quote is open here.', at);
      if (anotherBegins(text, at)) break;
      add(' ', at++);
    } else if (!quoted && character === '^') {
      const [continued] = /^\^\r?\n/.exec(text.slice(at, at + 3)) ?? [''];
      at += continued.length || 1;
      // After a continued line the next character is literal, even a line break.
      if (text[at] === '\r' && text[at + 1] === '\n') at++;
      if (at < text.length) add(text.charAt(at), at);
      at++;
    } else {
      if (!quoted && onlyParts(text, at)) break;
      if (!quoted && '&|<>'.includes(character)) throw refusal(character, at);
      if (character === '"') quoted = !quoted;
      add(character, at++);
    }
  }
  places.push(at);
  const words = argumentsOf(line).map(({ text: word, start, end }) => ({
    text: word,
    start: places[start] ?? at,
    end: places[end] ?? at,
  }));
  return { words, end: at + 1 };
}

const refusal = (character: string, at: number): Unreadable =>
  new Unreadable(
    character === '&'
      ? 'There is an & outside of quotes: cmd ends the command there, so put the address in quotes.'
      : `There is a ${character} outside of quotes, which only cmd itself can interpret.`,
    at,
  );

/**
 * A word that cmd and then curl read back unchanged, typed at the prompt (in a batch file each % is written twice). cmd
 * itself sees no quotes, so carets count everywhere: a caret after each % keeps it from naming a variable.
 */
export function quoteCmd(word: string): string {
  if (/^[\w+,./:@-]+$/.test(word)) return word;
  return quoteArgument(word).replace(
    /(%)?([()!^"<>&|%\n]|(?<=%)[^])/g,
    (_, percent: string | undefined, next: string) => {
      const escaped = next === '\n' ? '^\n\n' : `^${next}`;
      return percent === undefined ? escaped : `^%${escaped}`;
    },
  );
}

/** Why a text cannot be passed to cmd; null if it can. */
export const beyondCmd = (text: string): string | null =>
  /[^\P{Cc}\n\t]/u.test(text) ? 'cmd cannot take a control character such as a carriage return.' : null;
