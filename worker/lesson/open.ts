/** The world of a lesson, and the tracker of its person's progress. */
import { starts } from '#lesson-starts';
import { failing, Failures, known } from '../../engine/inside.ts';
import type { Family } from '../../engine/inside.ts';
import { LessonRun } from '../../lessons/format/run.ts';
import type { StepReport } from '../../lessons/format/run.ts';
import { startAt } from '../../lessons/format/starts.ts';
import { lessonOf } from '../../lessons/index.ts';
import { startHost } from '../host/host.ts';
import type { Host } from '../host/host.ts';
import { StorageInMemory } from '../host/in-memory.ts';
import type { OfOnePage } from '../temporary/serve.ts';
import type { AskedLesson } from './asked.ts';
import { overheard } from './overheard.ts';
import { mostWritten } from './link.ts';
import type { LessonLink, LessonStanding } from './link.ts';

export interface OpenedLesson {
  readonly host: Host;
  readonly link: Pick<LessonLink, 'standing' | 'next' | 'write'>;
}

const why = 'A lesson is not saved: it begins again at the start of its step.';

/**
 * `tell` is called with the progress whenever that may have changed. Rejects with a sentence for a lesson or a step
 * that does not exist.
 */
export async function openLesson(
  { slug, step }: AskedLesson,
  given: OfOnePage & { readonly families: readonly Family[] },
  tell: (standing: LessonStanding) => void,
): Promise<OpenedLesson> {
  const lesson = lessonOf(slug);
  if (!lesson) throw new Error(`There is no lesson ${slug}.`);
  if (!(step in lesson.steps)) throw new Error(`The lesson ${slug} has no step ${step + 1}.`);
  const { snapshot, vault, done } = startAt(await known(starts[slug], `start of ${slug}`)(), step);
  const failures = new Failures();
  const began = Date.now();
  const startsAt = Date.parse(lesson.start.at);
  const closed: StepReport[] = [...done];
  const run = await LessonRun.of(lesson, vault);
  const standing = (): LessonStanding => ({ done: [...closed], open: run.report() });
  /** What happens in one turn is reported once. */
  let isTelling = false;
  const look = (): void => {
    if (isTelling) return;
    isTelling = true;
    void given.turn().then(() => {
      isTelling = false;
      tell(standing());
    });
  };
  const host = await startHost({
    ...given,
    families: failing(given.families, failures),
    sandbox: overheard(given.sandbox, async (...received) => {
      await run.received(...received);
      look();
    }),
    storage: new StorageInMemory({ snapshot, late: null, vault, reset: null }, why),
    now: () => startsAt + (Date.now() - began),
    watch: (watched) => {
      run.follow(watched);
      return {
        committed: (changes) => (run.committed(changes), look()),
        answered: (exchange) => (run.answered(exchange), look()),
      };
    },
  });
  run.open(step, failures);
  return {
    host: { ...host, reset: () => Promise.reject(new Error(why)) },
    link: {
      standing: async () => standing(),
      async next() {
        const report = run.report();
        if (report.isDone && report.step in lesson.steps) {
          closed.push(report);
          run.open(report.step + 1, failures);
        }
        return standing();
      },
      async write(text) {
        run.write(text.slice(0, mostWritten));
        return standing();
      },
    },
  };
}
