import { addressOf, isFileName, keysOf, recordOf } from '../../../../worker/api.ts';
import type { Conduct, FileFormat, Recipe, RowFault, StoredFile } from '../../../../worker/api.ts';
import { figure } from '../../../parts/figures.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { generatedName, nameFor } from './names.ts';
import { isTime, startOf, zones } from './schedule.ts';
import type { FormSchedule } from './schedule.ts';
import { faultLabels } from './words.ts';

export type SourceKind = 'file' | 'generate' | 'address';
export type ConductKind = Conduct['type'];
export type FeedFormat = 'CSV' | 'TSV' | 'XML';

/** The result of the form: the source of the file, and the call that creates the feed. */
export interface FeedPlan {
  readonly source:
    | { readonly type: 'file'; readonly name: string; readonly file: File }
    | { readonly type: 'stored'; readonly name: string }
    | { readonly type: 'generate'; readonly name: string; readonly recipe: Recipe }
    | { readonly type: 'address' };
  readonly conduct: Conduct;
  readonly call: {
    readonly feed_url: string;
    readonly feed_format: FeedFormat;
    readonly frequency: FormSchedule['frequency'];
    readonly start_time: string;
    readonly time_zone: string;
  };
}

export const mostRows = 2_000_000;

/** The typed values of a new feed, kept until it is created, even through refusals and resets. */
export class SourceForm {
  readonly #session: PageSession;
  kind = $state<SourceKind>('file');
  file = $state.raw<File | null>(null);
  /** The name of a stored file. */
  stored = $state<string | null>(null);
  /** null until the person enters one. */
  #name = $state<string | null>(null);
  /** null for the format that the first bytes show. */
  readAs = $state<FeedFormat | null>(null);
  /** The format that the first bytes show. */
  found = $state<FeedFormat | null>(null);

  rows = $state('10,000');
  format = $state<FileFormat>('CSV');
  encoding = $state<Recipe['encoding']>('UTF-8');
  gzip = $state(false);
  faultyPercent = $state('0.3');
  faults = $state<Readonly<Record<RowFault, boolean>>>({
    ...recordOf(keysOf(faultLabels), () => true),
    sameId: false,
  });
  isCutOff = $state(false);
  seed = $state('7');

  address = $state('');
  addressFormat = $state<FeedFormat>('CSV');

  conduct = $state<ConductKind>('normal');
  /** In kilobytes per second. */
  rate = $state('500');
  /** In percent. */
  after = $state('50');

  frequency = $state<FormSchedule['frequency']>('DAILY');
  time = $state('06:00');
  weekday = $state(1);
  zone = $state(zones()[0] ?? 'UTC');

  constructor(session: PageSession) {
    this.#session = session;
  }

  get name(): string {
    if (this.stored !== null) return this.stored;
    if (this.#name !== null) return this.#name;
    if (this.kind === 'generate') return generatedName(this.format, this.gzip);
    return this.file ? nameFor(this.file.name) : '';
  }
  set name(name: string) {
    this.#name = name;
  }

  /** Uses a file of the person. */
  choose(file: File): void {
    [this.kind, this.file, this.stored, this.#name, this.readAs] = ['file', file, null, null, null];
  }

  /** Uses a stored file, with its serving settings. */
  reuse({ name, conduct }: Pick<StoredFile, 'name' | 'conduct'>): void {
    if (this.stored === name) return; // keeps what the person has changed since
    [this.kind, this.file, this.stored, this.#name, this.readAs] = ['file', null, name, null, null];
    this.conduct = conduct.type;
    if ('bytesPerSecond' in conduct) this.rate = String(conduct.bytesPerSecond / 1000);
    if ('after' in conduct) this.after = String(conduct.after * 100);
  }

  readonly recipe: Recipe | null = $derived.by(() => {
    const [rows, faultyPercent] = [numberIn(this.rows), numberIn(this.faultyPercent)];
    if (this.problems.rows || this.problems.faulty) return null;
    const { format, encoding, gzip, isCutOff, seed } = this;
    const faults = keysOf(this.faults).filter((fault) => this.faults[fault]);
    return { seed, rows, format, encoding, gzip, faultyPercent, faults, isCutOff };
  });

  readonly feedFormat: FeedFormat = $derived.by(() => {
    if (this.kind === 'address') return this.addressFormat;
    if (this.kind === 'file') return this.readAs ?? this.found ?? 'CSV';
    return this.format === 'CSV' || this.format === 'TSV' ? this.format : 'XML';
  });

  readonly schedule: FormSchedule = $derived({
    ...{ frequency: this.frequency, time: this.time, weekday: this.weekday, zone: this.zone },
  });

  /** The problem of each field; null for none. */
  readonly problems = $derived.by(() => ({
    file: this.kind === 'file' && !this.file && this.stored === null ? 'Choose a file first.' : null,
    name:
      this.kind === 'address' || isFileName(this.name) || this.name === ''
        ? null
        : 'A name has up to 100 letters, digits, dots, hyphens and underscores, and begins with a letter or a digit.',
    rows: within(this.rows, 1, mostRows, true) ? null : `A whole number from 1 to ${figure(mostRows)}.`,
    faulty: within(this.faultyPercent, 0, 100) ? null : 'A number from 0 to 100.',
    address:
      this.kind !== 'address' || /^https:\/\/./.test(this.address) ? null : 'Type an https address first.',
    rate: this.conduct !== 'slow' || within(this.rate, 1, 1_000_000) ? null : 'A number from 1 to 1,000,000.',
    after: !this.breaksOff || within(this.after, 0, 100) ? null : 'A number from 0 to 100.',
    time: isTime(this.time) ? null : 'A time of day, such as 06:00.',
  }));

  get breaksOff(): boolean {
    return this.conduct === 'stalls' || this.conduct === 'endsEarly';
  }

  /** null while there is a problem. */
  get plan(): FeedPlan | null {
    const { kind, name, file, stored, recipe, schedule } = this;
    if (Object.values(this.problems).some(Boolean) || (kind !== 'address' && name === '')) return null;
    const call = {
      feed_url: kind === 'address' ? this.address : addressOf(name),
      ...{ feed_format: this.feedFormat, frequency: schedule.frequency },
      ...{ start_time: startOf(schedule, this.#session.clock.now), time_zone: schedule.zone },
    };
    const conduct = this.#conduct;
    if (kind === 'address') return { source: { type: 'address' }, conduct, call };
    if (kind === 'generate') return recipe && { source: { type: 'generate', name, recipe }, conduct, call };
    if (stored !== null) return { source: { type: 'stored', name: stored }, conduct, call };
    return file && { source: { type: 'file', name, file }, conduct, call };
  }

  get #conduct(): Conduct {
    const { conduct: type } = this;
    if (type === 'normal') return { type };
    if (type === 'slow') return { type, bytesPerSecond: numberIn(this.rate) * 1000 };
    return { type, after: numberIn(this.after) / 100 };
  }
}

/** With or without commas as thousands separators. */
const numberIn = (text: string): number =>
  text.trim() === '' ? Number.NaN : Number(text.replaceAll(',', ''));

function within(text: string, least: number, most: number, isWhole = false): boolean {
  const number = numberIn(text);
  return number >= least && number <= most && (!isWhole || Number.isInteger(number));
}
