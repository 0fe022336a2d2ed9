/** Finds the line of a receiver's code that may have caused a mistake, and what it should be. */
import type { ChangedLine, WebhookMistake } from './types.ts';

const longest = 400;

/** The first line that a hint matches and changes; null if none does. The code is not run, so the result is only likely. */
export function changeIn(code: string, { parts }: WebhookMistake): ChangedLine | null {
  const lines = code.split(/\r?\n/);
  for (const { hints } of parts)
    for (const { find, replace } of hints) {
      const pattern = new RegExp(find);
      for (const [index, was] of lines.entries()) {
        if (was.length > longest || /^\s*(?:\/\/|\*)/.test(was)) continue;
        const becomes = was.replace(pattern, replace);
        if (becomes !== was) return { line: index + 1, was, becomes };
      }
    }
  return null;
}
