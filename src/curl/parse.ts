import { readBash } from './bash.ts';
import { readCmd } from './cmd.ts';
import { curlBegins, promptAtStart } from './ends.ts';
import { basicCredentials, flags, longNames, noParts, takeUrl, withValue } from './options.ts';
import type { Parts } from './options.ts';
import { readPowerShell } from './powershell.ts';
import { shellOf } from './shell.ts';
import { Unreadable } from './types.ts';
import type { CurlRead, CurlRefused, CurlRequest, Line, Shell, Word } from './types.ts';

/** The length limit of a command, in characters. */
export const longestCurl = 64 * 1024;

const readers: Readonly<Record<Shell, (text: string, from: number) => Line>> = {
  bash: readBash,
  cmd: readCmd,
  PowerShell: readPowerShell,
};

/** Whether a text looks like a curl command: it begins as one, perhaps after a prompt. */
export const isCurl = (text: string): boolean => curlBegins(text);

/**
 * Reads one command as its shell and then curl would: bash, cmd or PowerShell, judged by its quoting. Never throws;
 * what it cannot follow is refused, with its place.
 */
export function parseCurl(command: string): CurlRead | CurlRefused {
  const { result, end } = parseFirstCurl(command);
  if ('problem' in result || command.slice(end).trim() === '') return result;
  return {
    problem: 'A second command follows, but only one is read at a time.',
    start: end,
    end: command.length,
  };
}

/** Reads the first of several commands; `end` is where the text after it begins. */
export function parseFirstCurl(text: string): {
  readonly result: CurlRead | CurlRefused;
  readonly end: number;
} {
  if (text.length > longestCurl)
    return {
      result: { problem: 'The command is longer than 64 KB.', start: longestCurl, end: text.length },
      end: text.length,
    };
  const shell = shellOf(text);
  let end = text.length;
  try {
    const line = readers[shell](text, promptAtStart.exec(text)?.[0].length ?? 0);
    end = line.end;
    return { result: { ...requestOf(line, text), shell }, end };
  } catch (cause) {
    if (!(cause instanceof Unreadable)) throw cause;
    const { message, start, end: last } = cause;
    return { result: { problem: message, start, end: Math.min(last, text.length) }, end };
  }
}

function requestOf({ words }: Line, text: string): CurlRequest & { notes: readonly string[] } {
  const [name, ...rest] = words;
  if (!name || !/^(?:.*[\\/])?curl(?:\.exe)?$/i.test(name.text))
    throw new Unreadable('The command does not begin with curl.', name?.start ?? 0, name?.end ?? 0);
  const parts = noParts();
  for (let word = rest.shift(); word; word = rest.shift()) takeWord(parts, word, rest);
  return finish(parts, text.length);
}

function takeWord(parts: Parts, word: Word, rest: Word[]): void {
  const { text } = word;
  if (text === '--') for (const each of rest.splice(0)) check(takeUrl(parts, each.text), each);
  else if (!text.startsWith('-') || text === '-') check(takeUrl(parts, text), word);
  else if (text === '--next' || text === '-:')
    throw new Unreadable('--next begins a second request: one is read at a time here.', word.start, word.end);
  else if (text.startsWith('--')) takeLong(parts, rest, word);
  else takeShort(parts, rest, word);
}

function takeLong(parts: Parts, rest: Word[], word: Word): void {
  const [, written = '', attached] = /^([^=]*)(?:=([^]*))?$/.exec(word.text) ?? [];
  const option = longNames[written] ?? written;
  const flag = own(flags, option);
  if (flag && attached === undefined) return flag(parts);
  const take = own(withValue, option);
  if (!take) throw unknown(word, written);
  if (attached !== undefined)
    parts.notes.push(`curl itself takes the value of ${written} after a space, not an =.`);
  takeValue(parts, take, rest, word, written, attached);
}

/** Short flags may be combined, the last with its value: -sSXPOST. */
function takeShort(parts: Parts, rest: Word[], word: Word): void {
  for (let at = 1; at < word.text.length; at++) {
    const option = `-${word.text.charAt(at)}`;
    const flag = own(flags, option);
    if (flag) {
      flag(parts);
      continue;
    }
    const take = own(withValue, option);
    if (!take) throw unknown(word, at === 1 ? word.text : option);
    return takeValue(parts, take, rest, word, option, word.text.slice(at + 1) || undefined);
  }
}

function takeValue(
  parts: Parts,
  take: (parts: Parts, value: string) => string | null,
  rest: Word[],
  word: Word,
  option: string,
  attached: string | undefined,
): void {
  const value = attached === undefined ? rest.shift() : { ...word, text: attached };
  if (!value) throw new Unreadable(`The option ${option} has no value.`, word.start, word.end);
  check(take(parts, value.text), word, value);
}

const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

const unknown = ({ start, end }: Word, option: string): Unreadable =>
  new Unreadable(`The option ${option.slice(0, 40)} is not supported here.`, start, end);

function check(problem: string | null, { start }: Word, { end } = { end: start + 1 }): void {
  if (problem !== null) throw new Unreadable(problem, start, end);
}

function finish(parts: Parts, length: number): CurlRequest & { notes: readonly string[] } {
  const { method, url, headers, data, user, isHead, isJson, notes } = parts;
  if (url === null) throw new Unreadable('The command has no address.', 0, length);
  const body = parts.inQuery ? null : data;
  const query = [...(parts.inQuery && data !== null ? [data] : []), ...parts.query].join('&');
  const isFree = (name: string) =>
    !parts.without.has(name) && !headers.some(([each]) => each.toLowerCase() === name);
  const added: [string, string][] = [];
  if (user !== null && isFree('authorization')) added.push(['Authorization', basicCredentials(user)]);
  if (body !== null && isFree('content-type'))
    added.push(['Content-Type', isJson ? 'application/json' : 'application/x-www-form-urlencoded']);
  if (isJson && isFree('accept')) added.push(['Accept', 'application/json']);
  if (parts.isGlobbed && /[{}[\]]/.test(url.replace(/^[a-z]+:\/\/\[[^\]]*\]/i, '')))
    notes.push(
      'curl takes { } and [ ] in an address for patterns, unless it is given -g; they are taken literally.',
    );
  const bare = url.replace(/#.*$/s, '');
  return {
    method: method ?? (isHead ? 'HEAD' : body === null ? 'GET' : 'POST'),
    url: query === '' ? bare : `${bare}${joint(bare)}${query}`,
    headers: [...headers, ...added],
    body,
    notes,
  };
}

const joint = (url: string): string => (!url.includes('?') ? '?' : /[?&]$/.test(url) ? '' : '&');
