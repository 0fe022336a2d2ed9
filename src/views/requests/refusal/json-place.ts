/** Where a member of a JSON text stands, so that typing over it leaves valid JSON. */
import { isJson } from './json-body.ts';

/** A part of a text by its characters; empty where something is to be typed in. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

interface Token extends Place {
  readonly text: string;
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * The value at a path such as `poll.options.0`: of a string what stands between its quotation marks. Where there is no such
 * member, the end of what would hold it. null for a text that is no JSON.
 */
export function placeInJson(json: string, path: string): Place | null {
  if (!isJson(json)) return null;
  const all = Array.from(json.matchAll(tokens), ({ 0: text, index }): Token => {
    return { text, from: index, to: index + text.length };
  });
  return new Walk(all).find(0, path.split('.'));
}

/** Over the tokens of a text that is JSON. */
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
      next += 1; // the comma, or what closes it
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
