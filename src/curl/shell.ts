import type { Shell } from './types.ts';

/** Signs that distinguish the shells outside quotes, in the order of precedence. */
const signs: readonly (readonly [RegExp, Shell])[] = [
  [/\\\r?\n/y, 'bash'],
  [/\$['"]/y, 'bash'],
  [/'\\''/y, 'bash'],
  [/--%\s/y, 'PowerShell'],
  [/`/y, 'PowerShell'],
  [/@['"][^\S\n]*\r?\n/y, 'PowerShell'],
  [/\^/y, 'cmd'],
];
const prefixes: readonly (readonly [RegExp, Shell])[] = [
  [/^\s*(?:PS [^>\r\n]*>|&\s*\{)/, 'PowerShell'],
  [/^\s*[A-Za-z]:\\[^>\r\n]*>/, 'cmd'],
  [/^\s*\$ /, 'bash'],
];
const singleQuoted = /'[^']*'/y;
const doubleQuoted = /"(?:[^"\\`]|[\\`][^])*"/y;

/** The shell that a command was written for: by the first sign of one; bash if there is none. */
export function shellOf(command: string): Shell {
  for (const [pattern, shell] of prefixes) if (pattern.test(command)) return shell;
  const isExe = /^\s*\S*curl\.exe\b/i.test(command);
  let at = 0;
  let isDoubled = false;
  while (at < command.length) {
    const sign = signs.find(([pattern]) => matches(pattern, command, at));
    if (sign) return sign[1];
    if (isExe && command[at] === "'") return 'PowerShell';
    const [text] = matched(singleQuoted, command, at) ??
      matched(doubleQuoted, command, at) ?? [command.charAt(at)];
    // In bash "a""b" is ab: a person who writes that means a quote.
    if (text.length > 1 && text.startsWith('"') && command[at + text.length] === '"') isDoubled = true;
    // The text after '…'\'' is examined from the closing quote on.
    at +=
      text.length > 1 && command.startsWith("'\\''", at + text.length - 1) ? text.length - 1 : text.length;
  }
  return isDoubled || isExe ? 'cmd' : 'bash';
}

function matched(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
const matches = (pattern: RegExp, text: string, at: number): boolean => matched(pattern, text, at) !== null;
