/**
 * The lines that make a program verify a delivery before it does anything with it: a proposal, which is tested when it
 * is added.
 */

/** Where lines are inserted: after line `line`, from 1, or in its place if `was` is given. */
export interface Edit {
  readonly line: number;
  readonly was: string | null;
  readonly becomes: readonly string[];
}

export interface LinesToAdd {
  /** The name of the function that verifies. */
  readonly name: string;
  /** The line that calls it, and the function, as a person would add them. */
  readonly guard: string;
  readonly check: readonly string[];
  /** In the order of the program; null if the beginning of its handler is not found. */
  readonly edits: readonly Edit[] | null;
}

export interface Verifying {
  readonly header: string;
  readonly secret: string;
}

export function linesToAdd(code: string, { header, secret }: Verifying): LinesToAdd {
  const lines = linesOf(code);
  const name = freeName(code);
  const guardOf = (request: string): string =>
    `if (${request}.method === 'POST' && !(await ${name}(${request}.clone()))) return new Response('', { status: 401 });`;
  const check = checkOf(name, header, secretIn(lines, secret));
  const entry = entryOf(lines, guardOf);
  const last = lines.findLastIndex((line) => line.trim() !== '') + 1;
  return {
    ...{ name, check, guard: guardOf('request') },
    edits: entry && [entry, { line: last, was: null, becomes: ['', ...check] }],
  };
}

/** The program with these lines. */
export function withLines(code: string, edits: readonly Edit[]): string {
  const eol = code.includes('\r\n') ? '\r\n' : '\n';
  return linesOf(code)
    .flatMap((line, index) => {
      const here = edits.filter((each) => each.line === index + 1);
      const isReplaced = here.some(({ was }) => was !== null);
      return [...(isReplaced ? [] : [line]), ...here.flatMap(({ becomes }) => becomes)];
    })
    .join(eol);
}

/** A line for display. `line`: its number in the current program; null for an added line. */
export interface EditedLine {
  readonly kind: 'same' | 'goes' | 'comes';
  readonly line: number | null;
  readonly text: string;
}

/** The lines around the edits, with a gap between distant parts. */
export function partsShown(code: string, edits: readonly Edit[], around = 2): readonly EditedLine[][] {
  const parts: EditedLine[][] = [];
  let end = -1;
  for (const [index, text] of linesOf(code).entries()) {
    const line = index + 1;
    const isNear = edits.some(
      (each) => line > each.line - around - (each.was === null ? 0 : 1) && line <= each.line + around,
    );
    if (!isNear) continue;
    if (end !== index) parts.push([]);
    end = line;
    const here = edits.filter((each) => each.line === line);
    const kind = here.some(({ was }) => was !== null) ? 'goes' : 'same';
    parts
      .at(-1)
      ?.push(
        { kind, line, text },
        ...here.flatMap(({ becomes }) =>
          becomes.map((each): EditedLine => ({ kind: 'comes', line: null, text: each })),
        ),
      );
  }
  return parts;
}

const linesOf = (code: string): readonly string[] => code.split(/\r?\n/);

function freeName(code: string): string {
  const isTaken = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(code);
  for (let number = 1; ; number++) {
    const name = `isSigned${number === 1 ? '' : number}`;
    if (!isTaken(name)) return name;
  }
}

/** The program's own name of the secret, or the secret itself. */
function secretIn(lines: readonly string[], secret: string): string {
  for (const line of lines) {
    const [, name, , value] =
      /^(?:const|let|var) (\w*(?:secret|key)\w*) = (['"`])([\w-]+)\2;?\s*$/i.exec(line) ?? [];
    if (name !== undefined && value === secret) return name;
  }
  return `'${secret}'`;
}

const checkOf = (name: string, header: string, secret: string): readonly string[] => [
  '// By the bytes as they came, and by `verify`, which takes as long for every wrong signature.',
  `async function ${name}(request) {`,
  `  const sent = request.headers.get('${header}') ?? '';`,
  '  const [, mac] = /^sha256=([A-Za-z0-9+/]{43}=)$/.exec(sent) ?? [];',
  '  if (mac === undefined) return false;',
  '  const hmac = await crypto.subtle.importKey(',
  "    'raw',",
  `    new TextEncoder().encode(${secret}),`,
  "    { name: 'HMAC', hash: 'SHA-256' },",
  '    false,',
  "    ['verify'],",
  '  );',
  '  const bytes = Uint8Array.from(atob(mac), (character) => character.charCodeAt(0));',
  "  return crypto.subtle.verify('HMAC', hmac, bytes, await request.arrayBuffer());",
  '}',
];

const asFunction = /^(export default )(async )?(function\b[ \w$*]*\(([\w$]+)[^(){}]*\) *\{)(.*)$/;
const asArrow = /^(export default )(async )?(\(?([\w$]+)[^(){}]*\)? *=> *\{)(.*)$/;
const byName = /^export default ([\w$]+);?\s*$/;

/** Where the handler begins; null if that is not found. */
function entryOf(lines: readonly string[], guardOf: (request: string) => string): Edit | null {
  for (const [index, was] of lines.entries()) {
    const line = index + 1;
    const [, start, async, head, request, rest = ''] = asFunction.exec(was) ?? asArrow.exec(was) ?? [];
    if (start !== undefined && head !== undefined && request !== undefined) {
      const indent = /^\t/.test(lines[line] ?? '') ? '\t' : '  ';
      const guard = `${indent}${guardOf(request)}`;
      const isWhole = async !== undefined && rest.trim() === '';
      if (isWhole) return { line, was: null, becomes: [guard] };
      const after = rest.trim() === '' ? [] : [`${indent}${rest.trim()}`];
      return { line, was, becomes: [`${start}async ${head}`, guard, ...after] };
    }
    const [, handler] = byName.exec(was) ?? [];
    if (handler !== undefined)
      return {
        ...{ line, was },
        becomes: [
          'export default async function (request) {',
          `  ${guardOf('request')}`,
          `  return ${handler}(request);`,
          '}',
        ],
      };
  }
  return null;
}
