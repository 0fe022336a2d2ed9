import { quoteBash } from './bash.ts';
import { beyondCmd, longestOfCmd, quoteCmd } from './cmd.ts';
import { writePowerShell } from './powershell.ts';
import type { CurlRequest, Shell } from './types.ts';

/**
 * A request as a curl command, quoted so that its shell passes these exact bytes to curl: bash as pasted or in a
 * script, cmd at its prompt, PowerShell 5.1 and 7. `problem`: why the shell cannot carry it.
 */
export function writeCurl(
  request: CurlRequest,
  shell: Shell,
): { readonly text: string } | { readonly problem: string } {
  const lines = linesOf(request);
  const [first = [], ...others] = lines;
  const all = lines.flat().join('');
  if (all.includes('\0')) return { problem: 'No shell can give a program a NUL character.' };
  if (!all.isWellFormed())
    return { problem: 'It holds half of a surrogate pair, which UTF-8 cannot encode.' };
  if (shell === 'bash') return { text: joined(['curl'], lines, quoteBash, ' \\\n  ') };
  if (shell === 'PowerShell') return { text: writePowerShell([['curl.exe', ...first], ...others]) };
  const problem = beyondCmd(all);
  if (problem !== null) return { problem };
  const text = joined(['curl'], lines, quoteCmd, ' ^\n  ');
  return text.length > longestOfCmd
    ? {
        problem: `cmd takes at most ${longestOfCmd} characters in one command, and these are ${text.length}.`,
      }
    : { text };
}

function joined(
  start: readonly string[],
  [first = [], ...others]: readonly string[][],
  quote: (word: string) => string,
  continued: string,
): string {
  return [[...start, ...first], ...others].map((words) => words.map(quote).join(' ')).join(continued);
}

/** Each option with its value on its own line. */
function linesOf({ method, url, headers, body }: CurlRequest): string[][] {
  const path = url.replace(/[?#][^]*$/, '');
  const asItIs = /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path) ? ['--path-as-is'] : [];
  const noPatterns = /[{}[\]]/.test(url) ? ['-g'] : [];
  const has = (name: string) => headers.some(([each]) => each.toLowerCase() === name);
  return [
    [...methodOf(method, body), ...asItIs, ...noPatterns, url],
    ...headers.map(([name, value]) => ['-H', value === '' ? `${name};` : `${name}: ${value}`]),
    // curl would add the type of a form by itself.
    ...(body === null || has('content-type') ? [] : [['-H', 'Content-Type:']]),
    ...(body === null ? [] : [['--data-raw', body]]),
  ];
}

function methodOf(method: string, body: string | null): string[] {
  if (method === (body === null ? 'GET' : 'POST')) return [];
  return method === 'HEAD' && body === null ? ['-I'] : ['-X', method];
}
