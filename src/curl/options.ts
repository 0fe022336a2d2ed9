/** The request that a command's options describe. */
export interface Parts {
  method: string | null;
  url: string | null;
  headers: [name: string, value: string][];
  /** Names of headers that curl is told not to send: its defaults are left out. */
  readonly without: Set<string>;
  /** null if there is none. Pieces of JSON are concatenated, others joined by &. */
  data: string | null;
  /** For the query, in addition to what -G moves there. */
  readonly query: string[];
  user: string | null;
  inQuery: boolean;
  isHead: boolean;
  isJson: boolean;
  isGlobbed: boolean;
  readonly notes: string[];
}

export const noParts = (): Parts => ({
  method: null,
  url: null,
  headers: [],
  without: new Set(),
  data: null,
  query: [],
  user: null,
  inQuery: false,
  isHead: false,
  isJson: false,
  isGlobbed: true,
  notes: [],
});

/** Applies an option with its value; returns a sentence if it cannot. */
type Take = (parts: Parts, value: string) => string | null;

const done = null;
const add = (parts: Parts, piece: string, joint = '&'): null => {
  parts.data = parts.data === null ? piece : `${parts.data}${joint}${piece}`;
  return done;
};
const noFile = (value: string): string | null =>
  value.startsWith('@') ? `It reads the file ${value.slice(1, 60)}, which this page cannot.` : null;
const header =
  (name: string): Take =>
  (parts, value) => (parts.headers.push([name, value]), done);
const ignored: Take = () => done;
const noted =
  (note: string): Take =>
  (parts) => (parts.notes.push(note), done);
const refused =
  (problem: string): Take =>
  () =>
    problem;

function takeHeader(parts: Parts, line: string): string | null {
  if (line.startsWith('@')) return noFile(line);
  const [, name, mark, value = ''] = /^([^:;]+)([:;])([^]*)$/.exec(line) ?? [];
  if (name === undefined) return `The header "${line.slice(0, 60)}" has no colon.`;
  // `Name:` removes a default header of curl, `Name;` sends an empty one.
  if (mark === ':' && value.trim() === '') parts.without.add(name.trim().toLowerCase());
  else parts.headers.push([name.trim(), value.trim()]);
  return done;
}

export function takeUrl(parts: Parts, url: string): string | null {
  if (parts.url !== null)
    return `There are two addresses: ${parts.url.slice(0, 60)} and ${url.slice(0, 60)}.`;
  parts.url = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`;
  return done;
}

/** As curl does: everything except unreserved characters, and a space as +. */
const escaped = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');

/** `content`, `=content` or `name=content`; with an @ the content is a file's. curl writes a space as +. */
function encoded(value: string): { readonly piece: string } | { readonly problem: string | null } {
  const [, name = '', mark, content = value] = /^([^=@]*)([=@])([^]*)$/.exec(value) ?? [];
  if (mark === '@') return { problem: noFile(`@${content}`) };
  return { piece: `${name}${name === '' ? '' : '='}${escaped(content)}` };
}

const data: Take = (parts, value) => noFile(value) ?? add(parts, value);
const file = 'It sends a file, which this page cannot read.';

/** By the short name if there is one. */
export const withValue: Readonly<Record<string, Take>> = {
  '-X': (parts, value) => ((parts.method = value), done),
  '-H': takeHeader,
  '-d': data,
  '--data-raw': (parts, value) => add(parts, value),
  '--data-urlencode': (parts, value) => {
    const made = encoded(value);
    return 'piece' in made ? add(parts, made.piece) : made.problem;
  },
  '--json': (parts, value) => noFile(value) ?? ((parts.isJson = true), add(parts, value, '')),
  '--url': takeUrl,
  '--url-query': (parts, value) => {
    const made = value.startsWith('+') ? { piece: value.slice(1) } : encoded(value);
    return 'piece' in made ? (parts.query.push(made.piece), done) : made.problem;
  },
  '-u': (parts, value) =>
    value.includes(':')
      ? ((parts.user = value), done)
      : 'It asks for a password, which is not in the command.',
  '--oauth2-bearer': (parts, value) => header('Authorization')(parts, `Bearer ${value}`),
  '-A': header('User-Agent'),
  '-e': (parts, value) => header('Referer')(parts, value.replace(/;auto$/, '')),
  '-r': (parts, value) => header('Range')(parts, `bytes=${value}`),
  '-b': (parts, value) =>
    value.includes('=')
      ? header('Cookie')(parts, value)
      : 'It reads cookies from a file, which this page cannot.',
  '-F': refused(
    'It sends a multipart form, which no endpoint here takes: send the fields with -d, or as JSON.',
  ),
  '--form-string': refused(
    'It sends a multipart form, which no endpoint here takes: send the fields with -d.',
  ),
  '-T': refused(file),
  '-K': refused('It reads its options from a file, which this page cannot.'),
  '-x': noted('A proxy (-x) changes the route of a request, not the request: it is left out.'),
  ...Object.fromEntries(
    [
      ...['-c', '-D', '-E', '-m', '-o', '-w', '-y', '-Y', '--cacert', '--capath', '--cert-type', '--ciphers'],
      ...['--connect-timeout', '--connect-to', '--interface', '--key', '--limit-rate', '--max-filesize'],
      ...['--max-redirs', '--noproxy', '--output-dir', '--pass', '--resolve', '--retry', '--retry-delay'],
      ...['--retry-max-time', '--stderr', '--tls-max', '--trace', '--trace-ascii', '--keepalive-time'],
    ].map((name) => [name, ignored]),
  ),
};

export const flags: Readonly<Record<string, (parts: Parts) => void>> = {
  '-G': (parts) => (parts.inQuery = true),
  '-I': (parts) => (parts.isHead = true),
  '-g': (parts) => (parts.isGlobbed = false),
  ...Object.fromEntries(
    [
      ...[
        '-#',
        '-0',
        '-1',
        '-4',
        '-6',
        '-N',
        '-O',
        '-J',
        '-S',
        '-f',
        '-i',
        '-j',
        '-k',
        '-L',
        '-n',
        '-q',
        '-s',
        '-v',
      ],
      ...['--basic', '--compressed', '--fail-early', '--fail-with-body', '--http1.1', '--http2', '--http3'],
      ...[
        '--http2-prior-knowledge',
        '--location-trusted',
        '--parallel',
        '--path-as-is',
        '--raw',
        '--retry-all-errors',
      ],
      ...[
        '--retry-connrefused',
        '--tcp-nodelay',
        '--tlsv1.2',
        '--tlsv1.3',
        '--no-keepalive',
        '--no-sessionid',
      ],
      ...['--no-progress-meter', '--ssl-no-revoke', '--tr-encoding', '--create-dirs'],
    ].map((name) => [name, () => undefined]),
  ),
};

export const longNames: Readonly<Record<string, string>> = {
  '--request': '-X',
  '--header': '-H',
  '--data': '-d',
  '--data-ascii': '-d',
  '--data-binary': '-d',
  '--user': '-u',
  '--user-agent': '-A',
  '--referer': '-e',
  '--range': '-r',
  '--cookie': '-b',
  '--cookie-jar': '-c',
  '--form': '-F',
  '--upload-file': '-T',
  '--config': '-K',
  '--proxy': '-x',
  '--dump-header': '-D',
  '--cert': '-E',
  '--output': '-o',
  '--remote-name': '-O',
  '--remote-header-name': '-J',
  '--write-out': '-w',
  '--max-time': '-m',
  '--get': '-G',
  '--head': '-I',
  '--globoff': '-g',
  '--silent': '-s',
  '--show-error': '-S',
  '--verbose': '-v',
  '--include': '-i',
  '--insecure': '-k',
  '--location': '-L',
  '--fail': '-f',
  '--no-buffer': '-N',
  '--netrc': '-n',
  '--disable': '-q',
  '--progress-bar': '-#',
  '--http1.0': '-0',
  '--ipv4': '-4',
  '--ipv6': '-6',
};

export const basicCredentials = (user: string): string =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(user)))}`;
