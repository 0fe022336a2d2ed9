/** The lesson that this tab is in. */
import type { Lesson, Step, StepReport, WithheldAct } from '../../lessons/index.ts';
import type { LessonStanding, LessonWorld } from '../../worker/api.ts';
import type { PageSession } from '../state/session.svelte.ts';
import type { Visit } from '../state/visit.ts';
import { progress } from './progress.svelte.ts';

/** Help is offered after this time without a call. In ms. */
const longestQuiet = 60_000;

/** Help comes in rungs: where to look, which field, which value, and the step filled in. */
export const rungs = [
  'Where to look',
  'Which field',
  'Which value, and why',
  'Fill it in where I can see it',
] as const;

/** What the page does with a whole lesson. */
export interface LessonActs {
  readonly begin: (lesson: Lesson, step: number) => Promise<void>;
  readonly leave: () => Promise<void>;
  /** Stores the step for a reload. */
  readonly note: (lesson: Lesson, step: number) => void;
}

export class LessonHere implements Visit<PageSession> {
  readonly called = 'lesson';
  readonly drawnFirst = true;
  readonly Around: Visit<PageSession>['Around'];
  readonly acts: LessonActs;
  readonly lesson: Lesson;
  readonly #world: LessonWorld;
  standing: LessonStanding;
  /** Whether there was no call for a minute. */
  isQuiet = $state(false);
  /** How many rungs of help are open, by the step's index. */
  #opened = $state.raw<ReadonlyMap<number, number>>(new Map());
  /** Why the last act of this lesson failed. */
  failure = $state<string | null>(null);

  readonly open: StepReport = $derived.by(() => this.standing.open);
  /** null when all are done. */
  readonly step: Step | null = $derived.by(() => this.lesson.steps[this.open.step] ?? null);
  readonly isOver: boolean = $derived.by(() => this.step === null);

  constructor(
    lesson: Lesson,
    world: LessonWorld,
    standing: LessonStanding,
    { Around, ...acts }: LessonActs & Pick<Visit<PageSession>, 'Around'>,
  ) {
    this.Around = Around;
    this.acts = acts;
    this.lesson = lesson;
    this.#world = world;
    this.standing = $state.raw(standing);
  }

  /** Follows its progress. Returns the way to stop. */
  follow(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      this.isQuiet = false;
      clearTimeout(timer);
      timer = setTimeout(() => (this.isQuiet = true), longestQuiet);
    };
    wait();
    const stops = [
      this.#world.follow((standing) => this.#hear(standing)),
      this.#world.playground.subscribe(({ type }) => {
        if (type === 'exchange') wait();
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }

  /** If the open step is done, the next one counts: acts that belong to it are withheld until it begins. */
  withholds = (act: WithheldAct): boolean => {
    const { step, isDone } = this.open;
    return this.lesson.steps[isDone ? step + 1 : step]?.withheld?.includes(act) ?? false;
  };

  openedRungs(step: number): number {
    return this.#opened.get(step) ?? 0;
  }

  /** Opens the next rung below the previous one. It stays open. */
  openRung(): void {
    const { step } = this.open;
    this.#opened = new Map([...this.#opened, [step, Math.min(this.openedRungs(step) + 1, rungs.length)]]);
  }

  /** Goes to the next step, once the open one is done. Resolves to the address of that step. */
  async goOn(): Promise<string> {
    this.#hear(await this.#world.next());
    return this.step?.at ?? doneAddress(this.lesson);
  }

  async write(text: string): Promise<void> {
    this.#hear(await this.#world.write(text));
  }

  /** Returns to the list of lessons, in the person's own world. */
  leave = (): Promise<void> => this.acts.leave();

  /** Ends its world. */
  end(): void {
    this.#world.leave();
  }

  #hear(standing: LessonStanding): void {
    const { step, isDone } = standing.open;
    const { slug, steps } = this.lesson;
    // Before the step is shown, so that a reload never goes back behind what was seen.
    if (step !== this.open.step) this.acts.note(this.lesson, Math.min(step, steps.length - 1));
    this.standing = standing;
    if (isDone && step < steps.length && !progress.of(slug).has(step))
      progress.add(new Map([[slug, new Set([step])]]));
  }
}

export const lessonHere = ({ visit }: PageSession): LessonHere | null =>
  visit instanceof LessonHere ? visit : null;

/** The address of the summary, in the list of lessons. */
export const doneAddress = ({ slug }: Lesson): string => `#/learn/${slug}/done`;
