import type { Refusal } from '../spec/problems.ts';
import type { StepResult, SignatureEvidence, TraceLine, Verb } from './exchange.ts';

/** Sections and choices that a step follows; one constant object a step. */
export interface Source {
  readonly sections: readonly string[];
  readonly choices: readonly string[];
}

export const source = (sections: readonly string[], choices: readonly string[] = []): Source => ({
  sections,
  choices,
});

/** For steps that follow from the platform being one, not from a sentence of the specification. */
export const nowhereSaid = source([]);

/** What the platform did with one call, line by line. */
export class Trace {
  readonly lines: TraceLine[] = [];
  readonly #elapsed: () => number;
  readonly #start: number;

  constructor(elapsed: () => number, start = elapsed()) {
    this.#elapsed = elapsed;
    this.#start = start;
  }

  add(
    outcome: StepResult,
    verb: Verb,
    text: string,
    { sections, choices }: Source,
    signature?: SignatureEvidence,
  ): void {
    const at = this.ms;
    this.lines.push(
      signature
        ? { at, outcome, verb, text, sections, choices, signature }
        : { at, outcome, verb, text, sections, choices },
    );
  }

  passed(verb: Verb, text: string, from: Source): void {
    this.add('passed', verb, text, from);
  }

  /** A page of the platform was opened. `visitor`: the id and name of the user who is signed in there; null for nobody. */
  visited(visitor: { readonly id: string; readonly username: string } | null, from: Source): void {
    const text = visitor ? `by \`@${visitor.username}\`, signed in` : 'by somebody who is not signed in';
    const line = { at: this.ms, outcome: 'passed', verb: 'Visited', text, ...from } as const;
    this.lines.push(visitor ? { ...line, visitor: visitor.id } : line);
  }

  /** Ends the call by a problem of the closed list, which says what it follows. */
  refused({ problem, because, reason }: Refusal, { sections, choices }: Source): void {
    const line = { at: this.ms, outcome: 'refused', verb: 'Refused', text: because } as const;
    this.lines.push({ ...line, sections, choices, problem, ...(reason && { reason }) });
  }

  /** The lines so far, going on apart. */
  copy(): Trace {
    const copy = new Trace(this.#elapsed, this.#start);
    copy.lines.push(...this.lines);
    return copy;
  }

  /** Milliseconds since the call arrived. */
  get ms(): number {
    return this.#elapsed() - this.#start;
  }
}
