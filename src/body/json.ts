/**
 * Formats JSON for reading, directly from its text: ids and numbers keep their characters, because nothing is parsed
 * into a number. Iterative throughout, so depth costs no stack.
 */

export type TokenKind = 'key' | 'string' | 'number' | 'punctuation';

export interface JsonToken {
  /** `number` also holds true, false and null. */
  readonly kind: TokenKind;
  readonly text: string;
}

export interface JsonLine {
  /** Columns of white space before the first token. */
  readonly indent: number;
  readonly tokens: readonly JsonToken[];
}

const lexeme = /\s+|"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gy;

/** The tokens of a JSON text without its white space; null for text that is not JSON. */
export function tokenise(text: string): JsonToken[] | null {
  if (!isJson(text)) return null;
  const tokens: JsonToken[] = [];
  for (const [word] of text.matchAll(lexeme)) {
    if (/^\s/.test(word)) continue;
    if (word === ':') markKey(tokens);
    tokens.push({ kind: kindOf(word), text: word });
  }
  return tokens;
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const kindOf = (word: string): TokenKind =>
  '{}[],:'.includes(word) ? 'punctuation' : word.startsWith('"') ? 'string' : 'number';

/** The string before a colon is a name. */
function markKey(tokens: JsonToken[]): void {
  const name = tokens.pop();
  if (name) tokens.push({ ...name, kind: 'key' });
}

const opens = (token: JsonToken): boolean => token.text === '{' || token.text === '[';
const closes = (token: JsonToken): boolean => token.text === '}' || token.text === ']';
const comma = { kind: 'punctuation', text: ',' } as const;

/**
 * Lines of at most `columns`. An object or array without another inside is one line, as people write it by hand. The
 * outermost one is always broken up, and a single value may be longer than a line.
 */
export function layOut(tokens: readonly JsonToken[], columns = 56): JsonLine[] {
  const flat = flatSpans(tokens, columns);
  const lines: JsonLine[] = [];
  let line: JsonToken[] = [];
  let depth = 0;
  const end = (indent = depth) => {
    if (line.length) lines.push({ indent: indent * 2, tokens: line });
    line = [];
  };
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    const last = flat.get(at);
    if (last !== undefined && fits(line, tokens, at, last, depth, columns)) {
      line.push(...tokens.slice(at, last + 1));
      at = last;
    } else if (opens(token)) {
      line.push(token);
      end();
      depth++;
    } else if (closes(token)) {
      end();
      depth--;
      line.push(token);
    } else if (token.text === ',' && token.kind === 'punctuation') {
      line.push(comma);
      end();
    } else line.push(token);
  }
  end();
  return lines;
}

/** The start and end of each container with no other inside. An empty one always counts, the outermost one never. */
function flatSpans(tokens: readonly JsonToken[], columns: number): Map<number, number> {
  const spans = new Map<number, number>();
  let open = -1;
  for (const [at, token] of tokens.entries()) {
    if (opens(token)) open = at;
    else if (closes(token)) {
      const inner = open > 0 || (open === 0 && at === 1);
      if (inner && at - open < columns) spans.set(open, at);
      open = -1;
    }
  }
  return spans;
}

function fits(
  line: readonly JsonToken[],
  tokens: readonly JsonToken[],
  from: number,
  to: number,
  depth: number,
  columns: number,
): boolean {
  if (to === from + 1) return true;
  return depth * 2 + width(line) + width(tokens.slice(from, to + 1)) + 1 <= columns;
}

const width = (tokens: readonly JsonToken[]): number => lineText({ indent: 0, tokens }).length;

/** The white space between two tokens of one line. */
export function gap(before: JsonToken | undefined, after: JsonToken): string {
  if (!before || after.text === ',' || after.text === ':') return '';
  if (opens(before) && closes(after)) return '';
  if (before.kind === 'punctuation' && before.text === '[') return '';
  if (after.kind === 'punctuation' && after.text === ']') return '';
  return ' ';
}

const lineText = (line: JsonLine): string =>
  ' '.repeat(line.indent) +
  line.tokens.map((token, at) => gap(line.tokens[at - 1], token) + token.text).join('');

/** The same layout as plain text; null for text that is not JSON. */
export function pretty(text: string, columns?: number): string | null {
  const tokens = tokenise(text);
  return tokens && layOut(tokens, columns).map(lineText).join('\n');
}
