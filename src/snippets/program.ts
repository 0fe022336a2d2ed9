import { Unreadable } from '../curl/types.ts';
import type { CurlRequest } from '../curl/types.ts';
import { Expressions } from './expressions.ts';
import type { ProgramLanguage } from './expressions.ts';
import type { Placed } from './literal.ts';
import { Scanner } from './scanner.ts';
import { mostCalls } from './types.ts';
import type { SnippetCall } from './types.ts';
import { placesOf, Variables } from './variables.ts';

interface Grammar {
  /** White space and comments. */
  readonly gap: RegExp;
  /** A text, a comment, a word or one character, to skip. */
  readonly token: RegExp;
  /** Up to the start of a value; its first group is the name. */
  readonly assignment: RegExp;
}

/** An unclosed text extends to the end, so that no part is scanned repeatedly. */
const javaScriptText = String.raw`'(?:[^'\\\n]|\\[^])*'?|"(?:[^"\\\n]|\\[^])*"?|${'`'}(?:[^${'`'}\\]|\\[^])*${'`'}?`;
const pythonText = String.raw`"""(?:[^\\"]|\\[^]|"(?!""))*(?:""")?|'''(?:[^\\']|\\[^]|'(?!''))*(?:''')?|'(?:[^'\\\n]|\\[^])*'?|"(?:[^"\\\n]|\\[^])*"?`;

const grammars: Readonly<Record<ProgramLanguage, Grammar>> = {
  JavaScript: {
    gap: /(?:\s|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)*/y,
    token: new RegExp(
      String.raw`${javaScriptText}|//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/)?|[A-Za-z_$][\w$]*|[^]`,
      'y',
    ),
    assignment: /(?:(?:const|let|var)\s+)?([A-Za-z_$][\w$]*)(?:\s*:\s*[\w<>, ]+)?\s*=(?![=>])\s*/y,
  },
  Python: {
    gap: /(?:\s|\\\r?\n|#[^\n]*)*/y,
    token: new RegExp(String.raw`${pythonText}|#[^\n]*|[A-Za-z_]\w*|[^]`, 'y'),
    assignment: /([A-Za-z_]\w*)[^\S\n]*=(?!=)[^\S\n]*/y,
  },
};

export interface CallArgument extends Placed {
  /** The name of a keyword argument in Python. */
  readonly name: string | null;
}

export interface FoundCall {
  /** The text before the parenthesis. */
  readonly callee: string;
  readonly args: readonly CallArgument[];
  readonly start: number;
  readonly end: number;
}

export type SnippetRequest = CurlRequest & { readonly notes?: readonly string[] };

/** Every call of these names in a program, each as the request that `requestOf` returns for it. */
export function callsIn(
  text: string,
  language: ProgramLanguage,
  callees: RegExp,
  requestOf: (call: FoundCall) => SnippetRequest,
): SnippetCall[] {
  const { gap, token, assignment } = grammars[language];
  const at = (place: number) => {
    const scanner = new Scanner(text, place, gap);
    return { scanner, expressions: new Expressions(scanner, language, variables) };
  };
  const variables: Variables = new Variables(
    placesOf(text, token, assignment),
    (place) => at(place).expressions.read().value,
  );
  return placesOfCalls(text, token, callees).map(({ callee, start, after }) => {
    const { scanner, expressions } = at(after);
    return attempt(text, () => requestOf({ callee, start, ...argumentsAt(scanner, expressions, language) }));
  });
}

export function attempt(text: string, make: () => SnippetRequest): SnippetCall {
  try {
    const { notes = [], ...call } = make();
    return { call, notes };
  } catch (cause) {
    if (!(cause instanceof Unreadable)) throw cause;
    const { message, start, end } = cause;
    return { problem: message, start: Math.min(start, text.length), end: Math.min(end, text.length) };
  }
}

function placesOfCalls(text: string, token: RegExp, callees: RegExp) {
  const found: { callee: string; start: number; after: number }[] = [];
  for (let at = 0; at < text.length && found.length < mostCalls;) {
    callees.lastIndex = at;
    const call = /[\w$.]/.test(text[at - 1] ?? '') ? null : callees.exec(text);
    if (call) {
      found.push({ callee: (call[1] ?? '').replace(/\s/g, ''), start: at, after: at + call[0].length });
      at += call[0].length;
      continue;
    }
    token.lastIndex = at;
    at += token.exec(text)?.[0].length || 1;
  }
  return found;
}

function argumentsAt(scanner: Scanner, expressions: Expressions, language: ProgramLanguage) {
  const args: CallArgument[] = [];
  while (!scanner.take(/\)/y)) {
    const name = language === 'Python' ? scanner.take(/([A-Za-z_]\w*)\s*=(?!=)/y)?.[1] : undefined;
    args.push({ ...expressions.read(), name: name ?? null });
    if (!scanner.take(/,/y) && !scanner.peek(/\)/y))
      throw scanner.unreadable('From here on the call is computed by the program.');
  }
  return { args, end: scanner.at };
}
