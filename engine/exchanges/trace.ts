import type { Refusal } from '../spec/problems.ts';
import type { StepResult, SignatureEvidence, TraceLine, Verb } from './exchange.ts';

/** The sections and choices that a step follows. One constant object per step. */
export interface Source {
  readonly sections: readonly string[];
  readonly choices: readonly string[];
}

export const source = (sections: readonly string[], choices: readonly string[] = []): Source => ({
  sections,
  choices,
});

/** For steps that no sentence of the specification covers. */
export const nowhereSaid = source([]);

/** The steps of the platform for one call, line by line. */
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

  /** Notes that a page of the platform was opened. `visitor` is the signed-in user; null if nobody is signed in. */
  visited(visitor: { readonly id: string; readonly username: string } | null, from: Source): void {
    const text = visitor ? `by \`@${visitor.username}\`, signed in` : 'by somebody who is not signed in';
    const line = { at: this.ms, outcome: 'passed', verb: 'Visited', text, ...from } as const;
    this.lines.push(visitor ? { ...line, visitor: visitor.id } : line);
  }

  /** Ends the call with a problem of the closed list. */
  refused({ problem, because, reason }: Refusal, { sections, choices }: Source): void {
    const line = { at: this.ms, outcome: 'refused', verb: 'Refused', text: because } as const;
    this.lines.push({ ...line, sections, choices, problem, ...(reason && { reason }) });
  }

  /** A copy of the lines so far, which continues independently. */
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
