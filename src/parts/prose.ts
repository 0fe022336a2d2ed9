import { capital } from '../../worker/api.ts';

export interface ProsePart {
  readonly code: boolean;
  readonly text: string;
}

/** Splits a trace's sentence at its backticks; an unpaired backtick stays. */
export function pieces(sentence: string): ProsePart[] {
  const parts = sentence.split('`');
  if (parts.length % 2 === 0) {
    const loose = parts.pop();
    parts.push(`${parts.pop() ?? ''}\`${loose ?? ''}`);
  }
  return parts.map((text, at) => ({ code: at % 2 === 1, text })).filter(({ text }) => text !== '');
}

/** Makes a sentence of a trace's text: adds a capital letter and a full stop. */
export const asSentence = (text: string): string => capital(text) + (/[.)?]$/.test(text) ? '' : '.');
