import { LoadedDoctor } from '../../doctor/loaded.svelte.ts';
import type { OutlivesReset, PageSession } from '../../state/session.svelte.ts';
import { DiagnosisForm } from './diagnosis-form.svelte.ts';
import { longestPaste, readPaste } from './paste.ts';
import type { Pasted } from './paste.ts';

/** Requests that are kept at most: the oldest goes first. */
export const mostRequests = 50;

export type DoctorPane = 'pasted' | 'finding' | 'repaired';

export type DoctorSide = 'finding' | 'compare';

/** The requests that were pasted, until the page closes. */
export class DoctorDesk implements OutlivesReset {
  readonly #session: PageSession;
  readonly doctor = new LoadedDoctor();
  requests = $state.raw<readonly DiagnosisForm[]>([]);
  currentId = $state<number | null>(null);
  /** What could not be read stays in the field. */
  text = $state('');
  problems = $state.raw<readonly Extract<Pasted, { kind: 'problem' }>[]>([]);
  /** Said once after a paste. */
  said = $state('');
  pane = $state<DoctorPane>('pasted');
  /** Of the request that is shown. */
  side = $state<DoctorSide>('finding');
  #ids = 0;

  readonly index = $derived(this.requests.findIndex(({ id }) => id === this.currentId));
  readonly current: DiagnosisForm | null = $derived(this.requests[this.index] ?? null);

  constructor(session: PageSession) {
    this.#session = session;
  }

  /** What was pasted is the person's: it stays, and is judged by the new state. */
  stateReplaced(): void {
    for (const each of this.requests) each.chosenApp = each.chosenToken = null;
  }

  /** Reads the requests one by one, and shows the first of them. */
  take(text: string): void {
    const read = readPaste(text, this.#session.greeting.baseUrl);
    this.problems = read.filter((each) => each.kind === 'problem');
    const requests = read.flatMap((each) => (each.kind === 'problem' ? [] : [this.#open(each)]));
    // Several calls of one program that cannot be read have its text in common.
    this.text = [...new Set(this.problems.map((each) => each.text))].join('\n\n');
    this.said = '';
    const [first] = requests;
    if (!first) return;
    const dropped = Math.max(0, this.requests.length + requests.length - mostRequests);
    this.requests = [...this.requests, ...requests].slice(-mostRequests);
    this.currentId = this.requests.includes(first) ? first.id : this.requests[0]!.id;
    this.said = `${requests.length === 1 ? 'One request' : `${requests.length} requests`} read.${dropped > 0 ? ` The ${dropped} oldest went: ${mostRequests} are kept.` : ''}`;
    if (this.problems.length === 0) this.pane = 'finding';
  }

  /** Reads a file as if it had been pasted: of one that is too long, only enough to show that it is. */
  async takeFile(file: File): Promise<void> {
    const mostBytesOfUnit = 3;
    try {
      this.take(await file.slice(0, mostBytesOfUnit * (longestPaste + 2)).text());
    } catch {
      this.problems = [{ kind: 'problem', text: '', problem: `${file.name} cannot be read.`, near: '' }];
    }
  }

  show(id: number): void {
    this.currentId = id;
    this.pane = 'finding';
  }

  step(by: 1 | -1): void {
    const next = this.requests[this.index + by];
    if (next) this.currentId = next.id;
  }

  remove(id: number): void {
    const at = this.requests.findIndex((each) => each.id === id);
    this.requests = this.requests.filter((each) => each.id !== id);
    if (this.currentId === id) this.currentId = (this.requests[at] ?? this.requests.at(-1))?.id ?? null;
    if (this.requests.length === 0) this.pane = 'pasted';
  }

  /** Secrets that were typed for a host and key serve the next request to it as well. */
  #open(pasted: Exclude<Pasted, { kind: 'problem' }>): DiagnosisForm {
    const made = new DiagnosisForm(this.#session, this.doctor, ++this.#ids, pasted);
    const alike = this.requests.findLast(
      ({ host, consumerKey }) => host === made.host && consumerKey === made.consumerKey,
    );
    if (!alike) return made;
    made.typedSecret = alike.typedSecret;
    if (alike.tokenName === made.tokenName) made.typedTokenSecret = alike.typedTokenSecret;
    made.chosenFor = alike.chosenFor;
    return made;
  }
}
