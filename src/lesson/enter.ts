/** Enters and leaves lessons. */
import { lessonOf } from '../../lessons/index.ts';
import type { Lesson } from '../../lessons/index.ts';
import { enterLesson, isWhole } from '../../worker/api.ts';
import { run } from '../sandbox/run.ts';
import { messageOf } from '../state/message-of.ts';
import { visitOfTab } from '../state/place.svelte.ts';
import { PageSession } from '../state/session.svelte.ts';
import { leave, ownOf, show } from '../visit/show.ts';
import { LessonHere } from './here.svelte.ts';

interface Asked {
  readonly lesson: Lesson;
  /** From 0. */
  readonly step: number;
}

/** Enters a lesson at a step. Rejects with a sentence if its world cannot be opened; nothing changes then. */
export async function enter(from: PageSession, { lesson, step }: Asked): Promise<void> {
  const own = ownOf(from);
  await show(await opened(own, { lesson, step }), own, lesson.steps[step]?.at ?? null);
  note(lesson, step);
}

/** Stores the step for a reload. */
const note = ({ slug }: Lesson, step: number): void => visitOfTab.write(JSON.stringify({ slug, step }));

/** After a reload: to the start of the step that this tab was in. If that is not available, the person's own world is shown. */
export async function comeBack(own: PageSession, left: Readonly<Record<string, unknown>>): Promise<void> {
  const asked = lessonIn(left);
  if (!asked) return visitOfTab.write(null);
  try {
    const at = location.hash.length > 2 ? null : (asked.lesson.steps[asked.step]?.at ?? null);
    await show(await opened(own, asked), own, at);
  } catch (error) {
    visitOfTab.write(null);
    own.notices.say(`The lesson “${asked.lesson.title}” could not be opened again. ${messageOf(error)}`);
  }
}

/** The storage may contain anything, also from another release. */
export function lessonIn({ slug, step }: Readonly<Record<string, unknown>>): Asked | null {
  const lesson = typeof slug === 'string' ? lessonOf(slug) : undefined;
  return lesson && isWhole(step, 0, lesson.steps.length - 1) ? { lesson, step } : null;
}

async function opened(own: PageSession, { lesson, step }: Asked): Promise<PageSession> {
  const world = await enterLesson({ slug: lesson.slug, step }, run);
  try {
    const [greeting, standing, { default: Around }, { default: Status }] = await Promise.all([
      world.playground.greet(),
      world.standing(),
      import('./InLesson.svelte'),
      import('../visit/Status.svelte'),
    ]);
    const session = new PageSession(world.playground, greeting, own.reference);
    session.visit = new LessonHere(lesson, world, standing, {
      Around,
      begin: (of, at) => enter(session, { lesson: of, step: at }),
      leave: () => leave(`#/learn/${lesson.slug}`),
      note,
    });
    session.Status = Status;
    const { app, as } = lesson.start;
    session.useApp(session.world.apps.find(({ name }) => name === app)?.id ?? '');
    session.userId = session.world.users.find(({ username }) => username === as)?.id ?? session.userId;
    return session;
  } catch (error) {
    world.leave();
    throw error;
  }
}
