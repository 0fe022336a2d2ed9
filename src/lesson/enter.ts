/** Enters and leaves lessons. The person's own world continues meanwhile, and is shown unchanged afterwards. */
import { tick } from 'svelte';
import { lessonOf } from '../../lessons/index.ts';
import type { Lesson } from '../../lessons/index.ts';
import { enterLesson, isWhole } from '../../worker/api.ts';
import { membersIn } from '../parts/json.ts';
import { keepElsewhere, ofPlayground } from '../parts/storage.ts';
import type { Store } from '../parts/storage.ts';
import { run } from '../sandbox/run.ts';
import { messageOf } from '../state/message-of.ts';
import { lessonOfTab, place } from '../state/place.svelte.ts';
import { PageSession } from '../state/session.svelte.ts';
import { interrupt } from '../state/set-aside.ts';
import { LessonHere, lessonHere } from './here.svelte.ts';

interface Asked {
  readonly lesson: Lesson;
  /** From 0. */
  readonly step: number;
}

/** The person's own session during a lesson, and how to resume it. */
let away: { readonly own: PageSession; readonly comeBack: () => void } | null = null;

/** Enters a lesson at a step. Rejects with a sentence if its world cannot be opened; nothing changes then. */
export async function enter(from: PageSession, { lesson, step }: Asked): Promise<void> {
  const own = away?.own ?? from;
  await show(await opened(own, { lesson, step }), own, lesson.steps[step]?.at ?? null);
  note(lesson, step);
}

/** Returns to the person's own world, at the lesson in the list. */
export async function leave(): Promise<void> {
  const here = place.shown && lessonHere(place.shown);
  if (!here || !away) return;
  lessonOfTab.write(null);
  await show(away.own, away.own, `#/learn/${here.lesson.slug}`);
}

/** Stores the step for a reload. */
const note = ({ slug }: Lesson, step: number): void => lessonOfTab.write(JSON.stringify({ slug, step }));

/** After a reload: to the start of the step that this tab was in. If that is not available, the person's own world is shown. */
export async function comeBack(own: PageSession, left: string): Promise<void> {
  const asked = lessonIn(left);
  if (!asked) return lessonOfTab.write(null);
  try {
    const at = location.hash.length > 2 ? null : (asked.lesson.steps[asked.step]?.at ?? null);
    await show(await opened(own, asked), own, at);
  } catch (error) {
    lessonOfTab.write(null);
    own.notices.say(`The lesson “${asked.lesson.title}” could not be opened again. ${messageOf(error)}`);
  }
}

/** The storage may contain anything, also from another release. */
export function lessonIn(text: string): Asked | null {
  const { slug, step } = membersIn(text);
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
      import('./Status.svelte'),
    ]);
    const session = new PageSession(world.playground, greeting, own.reference);
    session.lesson = new LessonHere(lesson, world, standing, {
      Around,
      begin: (of, at) => enter(session, { lesson: of, step: at }),
      leave,
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

/** Shows another world in place of the current one, which leaves the page first. */
async function show(session: PageSession, own: PageSession, address: string | null): Promise<void> {
  const before = place.shown;
  place.shown = null;
  await tick(); // lets the former session store its last changes
  const wasAway = away;
  if (session === own) {
    keepElsewhere();
    wasAway?.comeBack();
    away = null;
  } else {
    away ??= { own, comeBack: goOnBehind(own) };
    keepElsewhere(inMemory());
    ofPlayground('welcome:1').write('seen');
  }
  if (before) lessonHere(before)?.end();
  if (address !== null) history.pushState(null, '', address);
  place.shown = session;
  if (session !== own) return;
  await tick();
  // The router of a session that was away still has another address.
  dispatchEvent(new HashChangeEvent('hashchange', { oldURL: location.href, newURL: location.href }));
  document.querySelector('main')?.focus();
}

/** What a lesson remembers goes with it. */
function inMemory(): (storage: () => Storage) => Store {
  const stores = new Map<unknown, Map<string, string>>();
  return (storage) => {
    const texts = stores.get(storage) ?? new Map<string, string>();
    stores.set(storage, texts);
    return {
      getItem: (key) => texts.get(key) ?? null,
      setItem: (key, text) => void texts.set(key, text),
      removeItem: (key) => void texts.delete(key),
    };
  };
}

/**
 * The session receives events of its world, but work that the page itself ran in it is suspended. Returns the way back.
 */
function goOnBehind(own: PageSession): () => void {
  const stop = own.follow();
  const goOn = interrupt(own.kept);
  return () => {
    goOn();
    void tick().then(stop); // by then the frame follows the session
  };
}
