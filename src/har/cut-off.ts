/** The entries of a HAR file that ends too early, for example because a tool was stopped while it wrote. */
export interface CutOff {
  /** The complete entries. One that is not JSON is undefined. */
  readonly entries: readonly unknown[];
  /** Whether the file ends in the middle of an entry. */
  readonly hasPart: boolean;
}

/** Looks at each character once. null if no entry begins. */
export function readCutOff(text: string, most: number): CutOff | null {
  const list = /"entries"\s{0,100}:\s{0,100}\[/.exec(text);
  if (!list) return null;
  const entries: unknown[] = [];
  let depth = 0;
  let start = 0;
  for (let at = list.index + list[0].length; at < text.length && entries.length < most; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '{' || character === '[') {
      if (depth++ === 0) start = at;
    } else if (character === '}' || character === ']') {
      if (depth === 0) break;
      if (--depth === 0) entries.push(parsed(text.slice(start, at + 1)));
    }
  }
  return entries.length > 0 || depth > 0 ? { entries, hasPart: depth > 0 } : null;
}

/** The end of the string that begins here, or of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
