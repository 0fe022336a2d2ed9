import { base64, encodeRfc3986, utf8 } from '../../../worker/api.ts';
import { shellWords } from './shell-words.ts';

/** The request that a curl command sends. */
export interface CurlCall {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** null without a body. */
  readonly body: string | null;
}

export type ParsedCurl = { readonly call: CurlCall } | { readonly problem: string };

const longest = 64 * 1024;

interface CurlParts {
  method: string | null;
  url: string | null;
  headers: [name: string, value: string][];
  data: string[];
  user: string | null;
  inQuery: boolean;
  isHead: boolean;
  isJson: boolean;
}

/** What an option does with its value; a sentence when it cannot. */
type Take = (parts: CurlParts, value: string) => string | null;

class Unreadable extends Error {}

const done = null;
const noFile = (value: string): string | null =>
  value.startsWith('@') ? `It reads the file ${value.slice(1, 60)}, which this page cannot.` : null;
const data: Take = (parts, value) => noFile(value) ?? (parts.data.push(value), done);
const header =
  (name: string): Take =>
  (parts, value) => (parts.headers.push([name, value]), done);
const ignored: Take = () => done;

const withValue: Readonly<Record<string, Take>> = {
  '-X': (parts, value) => ((parts.method = value), done),
  '-H': takeHeader,
  '-d': data,
  '--data-raw': (parts, value) => (parts.data.push(value), done),
  '--data-urlencode': (parts, value) => encoded(parts, value),
  '--json': (parts, value) => ((parts.isJson = true), data(parts, value)),
  '--url': takeUrl,
  '-u': (parts, value) => ((parts.user = value), done),
  '-A': header('User-Agent'),
  '-e': header('Referer'),
  '-b': (parts, value) =>
    value.includes('=')
      ? header('Cookie')(parts, value)
      : 'It reads cookies from a file, which this page cannot.',
  '-F': () => 'It sends a multipart form, which no endpoint here takes.',
  '-o': ignored,
  '-w': ignored,
  '-m': ignored,
  '--connect-timeout': ignored,
};

const flags: Readonly<Record<string, (parts: CurlParts) => void>> = {
  '-G': (parts) => (parts.inQuery = true),
  '-I': (parts) => (parts.isHead = true),
  ...Object.fromEntries(
    ['-s', '-S', '-v', '-i', '-k', '-L', '-f', '-g', '--compressed', '--http1.1', '--http2'].map((name) => [
      name,
      () => undefined,
    ]),
  ),
};

const longNames: Readonly<Record<string, string>> = {
  '--request': '-X',
  '--header': '-H',
  '--data': '-d',
  '--data-ascii': '-d',
  '--data-binary': '-d',
  '--user': '-u',
  '--user-agent': '-A',
  '--referer': '-e',
  '--cookie': '-b',
  '--form': '-F',
  '--output': '-o',
  '--write-out': '-w',
  '--max-time': '-m',
  '--get': '-G',
  '--head': '-I',
  '--silent': '-s',
  '--show-error': '-S',
  '--verbose': '-v',
  '--include': '-i',
  '--insecure': '-k',
  '--location': '-L',
  '--fail': '-f',
  '--globoff': '-g',
};

/** Reads a command as curl would. Never throws; what it cannot follow it refuses in a sentence. */
export function parseCurl(command: string): ParsedCurl {
  if (command.length > longest) return { problem: 'The command is longer than 64 KB.' };
  const read = shellWords(command.trim().replace(/^\$\s+/, ''));
  if ('problem' in read) return read;
  const [name, ...words] = read.words;
  if (!/^(?:.*\/)?curl(?:\.exe)?$/.test(name ?? ''))
    return { problem: 'The command does not begin with curl.' };
  const parts: CurlParts = {
    method: null,
    url: null,
    headers: [],
    data: [],
    user: null,
    inQuery: false,
    isHead: false,
    isJson: false,
  };
  const rest = [...words];
  try {
    while (rest.length > 0) takeWord(parts, rest);
    return { call: finish(parts) };
  } catch (cause) {
    if (cause instanceof Unreadable) return { problem: cause.message };
    throw cause;
  }
}

function takeWord(parts: CurlParts, rest: string[]): void {
  const word = rest.shift()!;
  if (!word.startsWith('-') || word === '-') return check(takeUrl(parts, word));
  const isLong = word.startsWith('--');
  const option = isLong ? (longNames[word] ?? word) : word.slice(0, 2);
  const attached = isLong ? '' : word.slice(2);
  const flag = flags[option];
  if (flag) {
    flag(parts);
    // Short flags may stand together: -sSX POST.
    if (attached !== '') rest.unshift(`-${attached}`);
    return;
  }
  const take = withValue[option];
  if (!take) throw new Unreadable(`The option ${word.slice(0, 40)} is not one that is read here.`);
  const value = attached === '' ? rest.shift() : attached;
  if (value === undefined) throw new Unreadable(`The option ${word} has no value.`);
  check(take(parts, value));
}

function check(problem: string | null): void {
  if (problem !== null) throw new Unreadable(problem);
}

function takeHeader(parts: CurlParts, line: string): string | null {
  const [, name, mark, value = ''] = /^([^:;]+)([:;])([^]*)$/.exec(line) ?? [];
  if (name === undefined) return `The header "${line.slice(0, 60)}" has no colon.`;
  // `Name:` keeps a header of curl's own from being sent, `Name;` sends an empty one.
  if (mark === ':' && value.trim() === '') return done;
  parts.headers.push([name.trim(), value.trim()]);
  return done;
}

function takeUrl(parts: CurlParts, url: string): string | null {
  if (parts.url !== null)
    return `There are two addresses: ${parts.url.slice(0, 60)} and ${url.slice(0, 60)}.`;
  parts.url = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`;
  return done;
}

function encoded(parts: CurlParts, value: string): string | null {
  const [, name = '', mark, content = value] = /^([^=@]*)([=@])([^]*)$/.exec(value) ?? [];
  if (mark === '@') return noFile(`@${content}`);
  parts.data.push(`${name}${name === '' ? '' : '='}${encodeRfc3986(content)}`);
  return done;
}

function finish({ method, url, headers, data, user, inQuery, isHead, isJson }: CurlParts): CurlCall {
  if (url === null) throw new Unreadable('The command has no address.');
  const sent = data.length > 0 ? data.join(isJson ? '' : '&') : null;
  const body = inQuery ? null : sent;
  const owns = (name: string) => headers.some(([each]) => each.toLowerCase() === name);
  const added: [string, string][] = [];
  if (user !== null && !owns('authorization')) added.push(['Authorization', `Basic ${base64(utf8(user))}`]);
  if (body !== null && !owns('content-type'))
    added.push(['Content-Type', isJson ? 'application/json' : 'application/x-www-form-urlencoded']);
  const bare = url.replace(/#.*$/s, '');
  return {
    method: method ?? (isHead ? 'HEAD' : body === null ? 'GET' : 'POST'),
    url: inQuery && sent !== null ? `${bare}${bare.includes('?') ? '&' : '?'}${sent}` : bare,
    headers: [...headers, ...added],
    body,
  };
}
