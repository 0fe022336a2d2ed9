/** Finds the place of a member in a JSON text, so that typing over it leaves valid JSON. */
import { isJson } from './json-body.ts';

/** A range of a text in characters; empty if text is to be inserted. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

interface Token extends Place {
  readonly text: string;
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * The value at a path such as `poll.options.0`; for a string, the text between its quotation marks. If there is no such
 * member, the end of its parent. null for text that is not JSON.
 */
export function placeInJson(json: string, path: string): Place | null {
  if (!isJson(json)) return null;
  const all = Array.from(json.matchAll(tokens), ({ 0: text, index }): Token => {
    return { text, from: index, to: index + text.length };
  });
  return new Walk(all).find(0, path.split('.'));
}

/** Walks over the tokens of a valid JSON text. */
class Walk {
  readonly #tokens: readonly Token[];

  constructor(all: readonly Token[]) {
    this.#tokens = all;
  }

  find(at: number, [step, ...rest]: readonly string[]): Place | null {
    const opening = this.#tokens[at];
    if (!opening) return null;
    if (step === undefined) return this.#valueFrom(at, opening);
    if (opening.text !== '{' && opening.text !== '[') return this.#valueFrom(at, opening);
    let last = opening;
    let index = 0;
    for (let next = at + 1; next < this.#tokens.length; next++) {
      const token = this.#tokens[next];
      if (!token || token.text === '}' || token.text === ']') break;
      const name = opening.text === '{' ? nameOf(token) : String(index++);
      const value = opening.text === '{' ? next + 2 : next;
      if (name === step) return this.find(value, rest);
      next = this.#endOf(value);
      last = this.#tokens[next] ?? last;
      next += 1; // the comma or the closing bracket
      if (this.#tokens[next]?.text !== ',') break;
    }
    return { from: last.to, to: last.to };
  }

  #valueFrom(at: number, { text, from }: Token): Place {
    const to = this.#tokens[this.#endOf(at)]?.to ?? from;
    return text.startsWith('"') ? { from: from + 1, to: to - 1 } : { from, to };
  }

  /** The last token of the value that begins here. */
  #endOf(at: number): number {
    let depth = 0;
    for (let next = at; next < this.#tokens.length; next++) {
      const text = this.#tokens[next]?.text ?? '';
      if (text === '{' || text === '[') depth += 1;
      if (text === '}' || text === ']') depth -= 1;
      if (depth === 0) return next;
    }
    return at;
  }
}

const nameOf = ({ text }: Token): unknown => JSON.parse(text);
