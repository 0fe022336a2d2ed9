import { axiosCalls, fetchCalls } from './javascript.ts';
import { powerShellCalls } from './powershell.ts';
import { requestsCalls } from './python.ts';
import type { Snippet, SnippetCall, SnippetKind } from './types.ts';

/** The signs by which each kind is recognised. */
const signs: readonly (readonly [SnippetKind, RegExp, (text: string) => SnippetCall[]])[] = [
  ['Invoke-RestMethod', /(?<![\w$.-])(?:Invoke-RestMethod|Invoke-WebRequest|irm|iwr)[\s`]/i, powerShellCalls],
  ['axios', /(?<![\w$.])axios\s*(?:\.\s*[a-z]+\s*)?\(/, axiosCalls],
  ['fetch', /(?<![\w$])fetch\s*\(/, fetchCalls],
  ['Python requests', /(?<![\w.])requests\s*\.\s*[A-Za-z]+\s*\(/, requestsCalls],
];

/**
 * The calls of a program, of the same kind as its first call; null if the text is not such a program. Nothing is
 * executed: a call with values known only at run time is refused, with its place. Never throws.
 */
export function readSnippet(text: string): Snippet | null {
  const found = signs
    .map(([kind, sign, read]) => ({ kind, read, at: text.search(sign) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  for (const { kind, read } of found) {
    const calls = read(text);
    if (calls.length > 0) return { kind, calls };
  }
  return null;
}
