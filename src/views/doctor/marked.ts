export interface MarkedPart {
  readonly text: string;
  readonly mark: boolean;
}

/** A line in parts with each occurrence of these values marked, even if a shell's carets are between its characters. */
export function markedParts(line: string, values: readonly string[]): MarkedPart[] {
  const alternatives = values
    .filter((value) => value.length > 2)
    .map((value) => Array.from(value, (each) => each.replace(/[\\^$.*+?()[\]{}|/%]/g, '\\$&')).join('\\^*'));
  if (alternatives.length === 0) return [{ text: line, mark: false }];
  const pattern = new RegExp(`(\\^*(?:${alternatives.join('|')}))`);
  return line
    .split(pattern)
    .map((text, at) => ({ text, mark: at % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
