import { LoadedDoctor } from '../../doctor/loaded.svelte.ts';
import { readDesk } from './kept/kept-desk.ts';
import type { OutlivesState, PageSession } from '../../state/session.svelte.ts';
import { DiagnosisForm } from './diagnosis-form.svelte.ts';
import { Hosts } from './hosts/hosts.svelte.ts';
import { counted } from '../../parts/counted.ts';
import { clockOf } from './clock-move.ts';
import { judgementOf } from './judgement.ts';
import type { Judgement } from './judgement.ts';
import { isMixed, nextStop, sorted } from './sorted.ts';
import type { Selection } from './sorted.ts';
import { looksLikeHar } from '../../har/read.ts';
import type { HarEntry } from '../../har/read.ts';
import { fromHar, longestPaste, noneSigned, readPaste } from './paste.ts';
import type { Pasted } from './paste.ts';
import type { Read } from './diagnosis-form.svelte.ts';

/** The most requests that are kept: the oldest is dropped first. */
export const mostRequests = 50;

export type DoctorPane = 'pasted' | 'finding' | 'repaired';

export type DoctorSide = 'finding' | 'compare' | 'hosts';

const isLost = ({ lacks }: DiagnosisForm): boolean => lacks === 'header' || lacks === 'rest';
const callOf = ({ method, host, path }: DiagnosisForm): string => [method, host, path].join('\n');

/** The pasted requests. A reload keeps their fields, without the secrets in them. */
export class DoctorDesk implements OutlivesState {
  readonly #session: PageSession;
  readonly doctor = new LoadedDoctor();
  readonly hosts = new Hosts();
  requests = $state.raw<readonly DiagnosisForm[]>([]);
  currentId = $state<number | null>(null);
  /** Text that could not be read stays in the field. */
  text = $state('');
  problems = $state.raw<readonly Extract<Pasted, { kind: 'problem' }>[]>([]);
  /** Announced once after a paste. */
  said = $state('');
  pane = $state<DoctorPane>('pasted');
  /** The tab of the shown request. */
  side = $state<DoctorSide>('finding');
  /** The requests that the list shows, if it has wrong and right ones. */
  selection = $state<Selection>('all');
  #ids = 0;

  readonly index = $derived(this.requests.findIndex(({ id }) => id === this.currentId));
  readonly current: DiagnosisForm | null = $derived(this.requests[this.index] ?? null);

  readonly #judgements = $derived.by(() => {
    const clock = clockOf(this.#session.clock.state);
    return new Map(this.requests.map((each) => [each, judgementOf(each, clock)]));
  });
  readonly sorted = $derived(sorted(this.requests, (each) => this.judgementOf(each)));
  readonly isMixed = $derived(isMixed(this.sorted));
  /** The requests of the list. */
  readonly listed: readonly DiagnosisForm[] = $derived(
    this.isMixed && this.selection !== 'all' ? this.sorted[this.selection] : this.requests,
  );

  /** What a reload keeps; of a HAR file only the shown request. */
  readonly kept = $derived(
    this.requests
      .filter(({ id, pasted }) => id === this.currentId || pasted.kind !== 'call' || pasted.from !== 'HAR')
      .map(({ kept }) => kept),
  );

  constructor(session: PageSession) {
    this.#session = session;
    this.requests = readDesk().map((kept) => this.#open({ kind: 'kept', kept }));
    this.currentId = this.requests.at(-1)?.id ?? null;
  }

  /** Pasted requests belong to the person: they stay, and are judged by the new state. */
  stateReplaced(): void {
    for (const each of this.requests) each.chosenApp = each.chosenToken = null;
  }

  /** Reads one request after another, and shows the first. */
  take(text: string): void {
    const read = readPaste(text, this.#session.greeting.baseUrl);
    this.problems = read.filter((each) => each.kind === 'problem');
    if (this.#complete(read)) return;
    const requests = read.flatMap((each) => (each.kind === 'problem' ? [] : [this.#open(each)]));
    // Several unreadable calls of one program share its text.
    this.text = [...new Set(this.problems.map((each) => each.text))].join('\n\n');
    this.said = '';
    this.#add(requests, `${requests.length === 1 ? 'One request' : `${requests.length} requests`} read.`);
  }

  /** Adds requests and shows the first. `said` is announced. */
  #add(requests: readonly DiagnosisForm[], said: string): void {
    const [first] = requests;
    if (!first) return;
    // A request that is pasted whole replaces the one that a reload left incomplete.
    const whole = new Set(requests.map(callOf));
    const others = this.requests.filter((each) => !isLost(each) || !whole.has(callOf(each)));
    const dropped = Math.max(0, others.length + requests.length - mostRequests);
    this.requests = [...others, ...requests].slice(-mostRequests);
    this.currentId = this.requests.includes(first) ? first.id : this.requests[0]!.id;
    this.said = `${said}${dropped > 0 ? ` The ${dropped} oldest went: ${mostRequests} are kept.` : ''}`;
    if (this.problems.length === 0) this.pane = 'finding';
  }

  /** A header pasted alone belongs to the shown request if a reload had removed its header. */
  #complete(read: readonly Pasted[]): boolean {
    const [first, second] = read;
    const { current } = this;
    if (first?.kind !== 'header' || second || current?.lacks !== 'header') return false;
    current.authorization = first.authorization;
    this.text = '';
    this.said = 'Its Authorization header was read: the request is whole again.';
    this.pane = 'finding';
    return true;
  }

  /**
   * Reads a HAR file whole, and any other file as if it had been pasted. Of a long file that is not HAR it reads only
   * the beginning, which is enough to show that.
   */
  async takeFile(file: File): Promise<void> {
    const mostBytesOfUnit = 3;
    try {
      const text = await file.slice(0, mostBytesOfUnit * (longestPaste + 2)).text();
      if (looksLikeHar(text)) await this.#takeHar(file);
      else this.take(text);
    } catch {
      this.#refuse(`${file.name} cannot be read.`);
    }
  }

  async #takeHar(file: File): Promise<void> {
    this.said = `${file.name} is being read.`;
    try {
      const { readHarFile } = await import('../../har/file.ts');
      const { signed, found, all, unreadable } = await readHarFile(file, mostRequests);
      if (found === 0) return this.#refuse(noneSigned(all));
      this.problems = [];
      const lost = unreadable > 0 ? ` ${counted(unreadable, 'entry', 'entries')} could not be read.` : '';
      const rest =
        found > signed.length ? ` Of ${found} signed requests the first ${signed.length} are here.` : '';
      this.#add(
        signed.map((each) => this.#open(fromHar(each, file.name))),
        `${counted(signed.length, 'signed request')} of ${counted(all, 'entry', 'entries')} read.${rest}${lost}`,
      );
    } catch (cause) {
      this.#refuse(cause instanceof Error ? cause.message : `${file.name} cannot be read.`);
    }
  }

  /** `file`: the name of the HAR file that has the entry. */
  takeEntry(entry: HarEntry, file: string): void {
    this.problems = [];
    this.#add([this.#open(fromHar(entry, file))], 'One request read.');
  }

  #refuse(problem: string): void {
    this.said = '';
    this.problems = [{ kind: 'problem', text: '', problem, near: '' }];
  }

  show(id: number): void {
    this.currentId = id;
    this.pane = 'finding';
  }

  judgementOf(form: DiagnosisForm): Judgement {
    return this.#judgements.get(form) ?? judgementOf(form, clockOf(this.#session.clock.state));
  }

  /** The request that Previous and Next lead to. Among wrong and right ones these are the wrong ones. */
  next(by: 1 | -1): DiagnosisForm | null {
    const stops = this.isMixed ? this.sorted.wrong : this.requests;
    return this.current && nextStop(this.requests, stops, this.current, by);
  }

  remove(id: number): void {
    const at = this.requests.findIndex((each) => each.id === id);
    this.requests = this.requests.filter((each) => each.id !== id);
    if (this.currentId === id) this.currentId = (this.requests[at] ?? this.requests.at(-1))?.id ?? null;
    if (this.requests.length === 0) this.pane = 'pasted';
  }

  /** Forgets the secrets that were typed for a host. */
  forget(host: string): void {
    this.hosts.forget(host);
    for (const each of this.requests) if (each.host === host) each.forgetSecrets();
  }

  /** A request with the host and key of an earlier one is signed with the same secrets. */
  #open(pasted: Read): DiagnosisForm {
    const made = new DiagnosisForm(this.#session, this, ++this.#ids, pasted);
    made.chosenFor =
      this.requests.findLast(
        ({ host, consumerKey }) => host === made.host && consumerKey === made.consumerKey,
      )?.chosenFor ?? null;
    if (made.signedFor === 'other') this.hosts.meet(made);
    return made;
  }
}
