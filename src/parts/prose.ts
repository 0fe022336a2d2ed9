export interface ProsePart {
  readonly code: boolean;
  readonly text: string;
}

/** Splits a trace's sentence at its backticks; a backtick without a partner stays a backtick. */
export function pieces(sentence: string): ProsePart[] {
  const parts = sentence.split('`');
  if (parts.length % 2 === 0) {
    const loose = parts.pop();
    parts.push(`${parts.pop() ?? ''}\`${loose ?? ''}`);
  }
  return parts.map((text, at) => ({ code: at % 2 === 1, text })).filter(({ text }) => text !== '');
}

/** A trace's text as a sentence of its own: a capital first, a full stop last. */
export const asSentence = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.)?]$/.test(text) ? '' : '.');
