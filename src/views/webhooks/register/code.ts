/** A receiver's code as shown beside its verdict: highlighted, with a line to change. */
import type { ChangedLine } from '../../../../worker/api.ts';

export interface CodePart {
  readonly kind: 'plain' | 'keyword' | 'text' | 'comment';
  readonly text: string;
}

const keywords =
  'async|await|break|case|catch|class|const|continue|default|do|else|export|extends|finally|for|from|function|if|import|in|let|new|null|of|return|static|switch|this|throw|true|false|try|typeof|undefined|var|while|yield';
const word = new RegExp(
  `(\\/\\/.*$|\\/\\*.*?\\*\\/)|('(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*"|\`(?:[^\`\\\\]|\\\\.)*\`)|\\b(${keywords})\\b`,
  'g',
);

/** Splits a single line: constructs that span lines are plain, and nothing is lost. */
export function partsOf(line: string): CodePart[] {
  const parts: CodePart[] = [];
  let end = 0;
  for (const match of line.matchAll(word)) {
    if (match.index > end) parts.push({ kind: 'plain', text: line.slice(end, match.index) });
    const [whole, comment, quoted] = match;
    parts.push({ kind: comment ? 'comment' : quoted ? 'text' : 'keyword', text: whole });
    end = match.index + whole.length;
  }
  if (end < line.length) parts.push({ kind: 'plain', text: line.slice(end) });
  return parts;
}

/** The common prefix of two lines, the differing parts, and their common suffix. */
export function cut(was: string, becomes: string) {
  const most = Math.min(was.length, becomes.length);
  let start = 0;
  while (start < most && was[start] === becomes[start]) start++;
  // Whole words change.
  while (/\w/.test(was[start - 1] ?? '') && /\w/.test((was[start] ?? '') + (becomes[start] ?? ''))) start--;
  let end = 0;
  while (end < most - start && was.at(-1 - end) === becomes.at(-1 - end)) end++;
  while (
    end > 0 &&
    /\w/.test(was.at(-end) ?? '') &&
    /\w/.test((was.at(-end - 1) ?? '') + (becomes.at(-end - 1) ?? ''))
  )
    end--;
  return {
    before: was.slice(0, start),
    was: was.slice(start, was.length - end),
    becomes: becomes.slice(start, becomes.length - end),
    after: was.slice(was.length - end),
  };
}

/** The line that assigns a different secret than this one; null if none does. */
export function secretChange(code: string, secret: string): ChangedLine | null {
  for (const [index, was] of code.split(/\r?\n/).entries()) {
    const match = /^(\s*(?:const|let|var)\s+\w*secret\w*\s*=\s*)(['"`])([^'"`\\]*)\2/i.exec(was);
    if (!match || match[3] === secret) continue;
    const becomes = `${match[1]}'${secret}'${was.slice(match[0].length)}`;
    return { line: index + 1, was, becomes };
  }
  return null;
}

/** The values that the code itself names a secret. */
export const secretsNamed = (code: string): string[] =>
  Array.from(code.matchAll(/\w*secret\w*\s*[=:]\s*(['"`])([^'"`\n]{8,})\1/gi), ([, , value = '']) => value);

/** The code with that line replaced. */
export function changed(code: string, { line, becomes }: ChangedLine): string {
  let at = 0;
  return code.replace(/[^\n]*(?:\n|$)/g, (each) =>
    ++at === line ? becomes + (/\r?\n$/.exec(each)?.[0] ?? '') : each,
  );
}
