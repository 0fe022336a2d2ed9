/** How a value is encoded for the base string, character by character (RFC 5849 3.4.1.1 and 3.6). */
import { encodeRfc3986 } from '../../../../../worker/api.ts';

export interface EncodedCharacter {
  /** The character; for a run that stays as it is, all of its characters. */
  readonly typed: string;
  /** Its bytes in hex; null for a run. */
  readonly bytes: string | null;
  /** As in the parameter string. */
  readonly encoded: string;
  /** As in the base string. */
  readonly again: string;
  readonly isKept: boolean;
}

/** A longer run of characters that stay as they are is shown as one. */
const longestRun = 12;

export function charactersOf(value: string): EncodedCharacter[] {
  const columns: EncodedCharacter[] = [];
  let run: EncodedCharacter[] = [];
  const endRun = (): void => {
    const typed = run.map((each) => each.typed).join('');
    if (run.length > longestRun)
      columns.push({ typed, bytes: null, encoded: typed, again: typed, isKept: true });
    else columns.push(...run);
    run = [];
  };
  for (const typed of value) {
    const column = characterOf(typed);
    if (column.isKept) run.push(column);
    else {
      endRun();
      columns.push(column);
    }
  }
  endRun();
  return columns;
}

function characterOf(typed: string): EncodedCharacter {
  const encoded = encodeRfc3986(typed);
  const isKept = encoded === typed;
  const bytes = isKept
    ? typed.charCodeAt(0).toString(16).toUpperCase()
    : encoded.slice(1).replaceAll('%', ' ');
  return { typed, bytes, encoded, again: encodeRfc3986(encoded), isKept };
}

const names: Readonly<Record<string, string>> = {
  ' ': 'space',
  '\t': 'tab',
  '\n': 'line feed',
  '\r': 'carriage return',
};

/** What has no shape of its own: separators, control characters, combining marks, parts of an emoji. */
const shapeless = /^[\p{C}\p{Z}\p{M}]$/u;

const isStray = (typed: string): boolean => !typed.isWellFormed();

/** A character as it is shown: those without a shape have a name, and a run its length. */
export function shownAs({ typed, bytes }: EncodedCharacter): string {
  if (bytes === null) return `${typed.length} characters`;
  if (isStray(typed)) return `byte ${bytes}`;
  const name = names[typed];
  if (name !== undefined || !shapeless.test(typed)) return name ?? typed;
  return `U+${(typed.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Why a character stands in the base string as it does, step by step, with code between backticks. */
export function reasonsFor(character: EncodedCharacter): string[] {
  const { typed, bytes, encoded, again, isKept } = character;
  const what = shownAs(character);
  if (bytes === null) return [`These ${what} stay as they are in both steps.`];
  if (isKept) return [`\`${what}\` stays as it is in both steps.`];
  const count = bytes.split(' ').length;
  const size = count === 1 ? 'one byte' : `${count} bytes`;
  return [
    isStray(typed) ? `\`${bytes}\` is no text in UTF-8` : `\`${what}\` is ${size} in UTF-8: \`${bytes}\``,
    `${count === 1 ? 'it becomes' : 'each becomes'} \`%\` and two hex digits: \`${encoded}\``,
    `in the base string \`%\` is encoded too and becomes \`%25\`: \`${again}\``,
  ];
}
