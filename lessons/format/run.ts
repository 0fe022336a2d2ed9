/** One person's way through a lesson: which steps are done, and what is said of the one that is open. */
import type {
  ChangeSet,
  Credential,
  Exchange,
  Failures,
  HttpRequest,
  Platform,
  SendResult,
} from '../../engine/inside.ts';
import { header, itemAt, loadSignature } from '../../engine/inside.ts';
import { openDoctor } from './doctor.ts';
import type { Doctor } from './doctor.ts';
import { Facts } from './facts.ts';
import type { Evidence, Happening } from './facts.ts';
import type { Lesson, Miss, Step } from './lesson.ts';

/** Of one step, what a lesson remembers at most: the oldest are forgotten. */
const mostHappenings = 20_000;

/** Refusals for one reason after which help is offered. */
const refusalsBeforeHelp = 2;

/** How far the open step is. */
export interface StepReport {
  /** From 0. */
  readonly step: number;
  /** A line for each fact; null where it is not met yet. */
  readonly met: readonly (Evidence | null)[];
  readonly isDone: boolean;
  /** Of the first fact that is not met. */
  readonly miss: Miss | null;
  /** Whether calls were refused again and again for one reason. */
  readonly isStuck: boolean;
}

type Watched = Pick<Platform, 'clock' | 'portal' | 'exchanges'>;

export class LessonRun {
  readonly lesson: Lesson;
  #platform: Watched;
  readonly #vault: readonly Credential[];
  #happened: Happening[] = [];
  #began: number;
  #step = 0;
  readonly #doctor: Doctor | null;

  /** `vault`: with the secrets by which deliveries are told from forgeries. The Doctor is loaded for a lesson that asks it. */
  static async of(lesson: Lesson, platform: Watched, vault: readonly Credential[]): Promise<LessonRun> {
    return new LessonRun(lesson, platform, vault, lesson.asksDoctor ? await openDoctor(vault) : null);
  }

  private constructor(
    lesson: Lesson,
    platform: Watched,
    vault: readonly Credential[],
    doctor: Doctor | null,
  ) {
    this.lesson = lesson;
    this.#platform = platform;
    this.#vault = vault;
    this.#doctor = doctor;
    this.#began = platform.clock.now();
  }

  /** null when all are done. */
  get step(): Step | null {
    return this.lesson.steps[this.#step] ?? null;
  }

  /** The platform is another one, or the first whose calls count: what it says of itself is that one's from now on. */
  follow(platform: Watched): void {
    this.#platform = platform;
  }

  committed(changes: ChangeSet): void {
    this.#add({ kind: 'rows', changes, time: this.#platform.clock.now() });
  }

  answered(exchange: Exchange): void {
    this.#add({ kind: 'call', exchange, time: exchange.at });
  }

  /** Something came to a receiver, and was answered. */
  async received(host: string, request: HttpRequest, result: SendResult): Promise<void> {
    const signedBy = await signerOf(request, this.#vault);
    const time = this.#platform.clock.now();
    this.#add({ kind: 'received', visit: { host, request, result, signedBy }, time });
  }

  write(text: string): void {
    this.#add({ kind: 'written', text, time: this.#platform.clock.now() });
  }

  /** Opens another step: what happened until now counts no more. `failures`: where what the platform does wrong is ordered. */
  open(step: number, failures?: Failures): void {
    this.#step = step;
    this.#happened = [];
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

  #add(happening: Happening): void {
    this.#happened.push(happening);
    if (this.#happened.length > mostHappenings) this.#happened = this.#happened.slice(mostHappenings / 2);
  }
}

/** The App whose secret a delivery was signed with. */
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

/** Whether the last refusals were for one reason, with nothing accepted since. */
function isStuck(facts: Facts): boolean {
  const calls = facts.calls();
  const accepted = calls.findLastIndex((call) => call.isAccepted);
  const problems = calls.slice(accepted + 1).flatMap(({ problem }) => problem ?? []);
  const last = problems.slice(-refusalsBeforeHelp);
  return last.length === refusalsBeforeHelp && new Set(last).size === 1;
}
