/** One person's progress in a lesson: the done steps, and the report of the open one. */
import type {
  ChangeSet,
  Credential,
  Exchange,
  Failures,
  HttpRequest,
  Platform,
  SendResult,
} from '../../engine/inside.ts';
import { header, itemAt, known, loadSignature } from '../../engine/inside.ts';
import { openDoctor } from './doctor.ts';
import type { Doctor } from './doctor.ts';
import { Facts } from './facts.ts';
import type { Evidence } from './facts.ts';
import { Happened } from './happened.ts';
import type { Lesson, Miss, Step } from './lesson.ts';

/** Help is offered after this many refusals for the same reason. */
const refusalsBeforeHelp = 2;

/** The progress of the open step. */
export interface StepReport {
  /** From 0. */
  readonly step: number;
  /** A line for each fact; null if it is not met yet. */
  readonly met: readonly (Evidence | null)[];
  readonly isDone: boolean;
  /** The miss of the first fact that is not met. */
  readonly miss: Miss | null;
  /** Whether calls were refused repeatedly for the same reason. */
  readonly isStuck: boolean;
}

type Watched = Pick<Platform, 'clock' | 'portal' | 'exchanges'>;

/** Hears of a request to a receiver and its answer. */
export type Heard = LessonRun['received'];

export class LessonRun {
  readonly lesson: Lesson;
  #followed: Watched | null;
  readonly #vault: readonly Credential[];
  #happened = new Happened();
  #began = 0;
  #step = 0;
  readonly #doctor: Doctor | null;

  /**
   * `vault`: contains the secrets that distinguish deliveries from forgeries. `platform`: can be given later, to
   * `follow`. The Doctor is loaded if the lesson uses it.
   */
  static async of(
    lesson: Lesson,
    vault: readonly Credential[],
    platform: Watched | null = null,
  ): Promise<LessonRun> {
    return new LessonRun(lesson, vault, platform, lesson.asksDoctor ? await openDoctor(vault) : null);
  }

  private constructor(
    lesson: Lesson,
    vault: readonly Credential[],
    platform: Watched | null,
    doctor: Doctor | null,
  ) {
    this.lesson = lesson;
    this.#vault = vault;
    this.#followed = platform;
    this.#doctor = doctor;
  }

  get #platform(): Watched {
    return known(this.#followed, 'platform of the lesson');
  }

  /** null when all are done. */
  get step(): Step | null {
    return this.lesson.steps[this.#step] ?? null;
  }

  /** From now on, the calls and events of this platform count. */
  follow(platform: Watched): void {
    this.#followed = platform;
  }

  committed(changes: ChangeSet): void {
    this.#happened.committed(changes, this.#platform.clock.now());
  }

  answered(exchange: Exchange): void {
    this.#happened.answered(exchange);
  }

  /** A request came to a receiver, and was answered. */
  async received(host: string, request: HttpRequest, result: SendResult): Promise<void> {
    const signedBy = await signerOf(request, this.#vault);
    this.#happened.visited({ host, request, result, signedBy }, this.#platform.clock.now());
  }

  write(text: string): void {
    this.#happened.write(text, this.#platform.clock.now());
  }

  /** Opens another step: earlier events no longer count. `failures` receives the failures to produce. */
  open(step: number, failures?: Failures): void {
    this.#step = step;
    this.#happened = new Happened(this.#platform.exchanges.list());
    this.#began = this.#platform.clock.now();
    failures?.clear();
    for (const [endpointId, failure, times = 1] of this.step?.failures ?? [])
      failures?.order(endpointId, failure, times);
  }

  report(): StepReport {
    const { step } = this;
    if (!step) return { step: this.#step, met: [], isDone: true, miss: null, isStuck: false };
    const all = new Facts(this.#happened, 0, this.#platform, this.#began, this.#doctor);
    let facts = all;
    const met: (Evidence | null)[] = step.facts.map(() => null);
    for (const [at, fact] of step.facts.entries()) {
      const evidence = fact.met(facts);
      if (!evidence) return { ...this.#open(step, at, facts, all), met };
      met[at] = evidence;
      facts = facts.after(evidence);
    }
    return { step: this.#step, met, isDone: true, miss: null, isStuck: false };
  }

  #open(step: Step, at: number, facts: Facts, all: Facts): Omit<StepReport, 'met'> {
    const miss = itemAt(step.facts, at).missed(facts);
    return { step: this.#step, isDone: false, miss, isStuck: isStuck(all) };
  }
}

/** The App whose secret signed a delivery. */
async function signerOf(
  { headers, body }: HttpRequest,
  vault: readonly Credential[],
): Promise<string | null> {
  const { isSignatureOf, signatureHeader } = await loadSignature();
  const value = header(headers, signatureHeader);
  if (value === undefined || !body) return null;
  for (const each of vault)
    if (each.kind === 'basic' && isSignatureOf(value, body, each.consumer_secret)) return each.appName;
  return null;
}

/** Whether the last refusals had the same reason, with nothing accepted in between. */
function isStuck(facts: Facts): boolean {
  const calls = facts.calls();
  const accepted = calls.findLastIndex((call) => call.isAccepted);
  const problems = calls.slice(accepted + 1).flatMap(({ problem }) => problem ?? []);
  const last = problems.slice(-refusalsBeforeHelp);
  return last.length === refusalsBeforeHelp && new Set(last).size === 1;
}
