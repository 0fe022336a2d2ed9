/**
 * The steps that the person has done, of every lesson. They belong to the person, so a reset of the playground keeps
 * them, and a link carries them to another browser. Only steps that the person did count, not those that were done by
 * entering a later step.
 */
import { lessonOf, lessons } from '../../lessons/index.ts';
import { isList, isWhole } from '../../worker/api.ts';
import { membersIn } from '../parts/json.ts';
import { ofPerson } from '../parts/storage.ts';

/** The done steps by the lesson's slug, from 0. */
export type DoneSteps = ReadonlyMap<string, ReadonlySet<number>>;

const slot = ofPerson('lessons:1');
/** More steps than any lesson has. */
const mostSteps = 20;
const longest = 10_000;

class Progress {
  done: DoneSteps = $state.raw(doneIn(slot.read()));

  of(slug: string): ReadonlySet<number> {
    return this.done.get(slug) ?? new Set();
  }

  /** Other tabs may have written meanwhile; their steps are kept. */
  add(more: DoneSteps): void {
    this.done = together(doneIn(slot.read()), more);
    slot.write(textOf(this.done));
  }

  /** Adds what another tab has done since. */
  look = (): void => {
    this.done = doneIn(slot.read());
  };
}

export const progress = new Progress();

const textOf = (done: DoneSteps): string =>
  JSON.stringify(Object.fromEntries([...done].map(([slug, steps]) => [slug, inOrder(steps)])));

const inOrder = (steps: ReadonlySet<number>): number[] => [...steps].sort((a, b) => a - b);

export const together = (one: DoneSteps, other: DoneSteps): DoneSteps =>
  new Map(
    [...new Set([...one.keys(), ...other.keys()])].map((slug) => [
      slug,
      new Set([...(one.get(slug) ?? []), ...(other.get(slug) ?? [])]),
    ]),
  );

/** Damaged parts are dropped; lessons of another release stay. */
export function doneIn(text: string | null): DoneSteps {
  const stored = text === null || text.length > longest ? {} : membersIn(text);
  return new Map(
    Object.entries(stored).flatMap(([slug, steps]) => {
      const isKnown = /^[a-z0-9-]{1,40}$/.test(slug) && isList(steps);
      const good = isKnown ? steps.filter((step) => isWhole(step, 0, mostSteps)) : [];
      return good.length > 0 ? [[slug, new Set(good)] as const] : [];
    }),
  );
}

/**
 * The format of a link: `first-call.1.2`, a lesson and the numbers of its steps. Unknown lessons and steps are dropped.
 */
export function doneInLink(words: readonly string[]): DoneSteps {
  return words.map(doneInWord).reduce(together, new Map());
}

function doneInWord(word: string): DoneSteps {
  const [slug = '', ...numbers] = word.split('.');
  const last = (lessonOf(slug)?.steps.length ?? 0) - 1;
  const steps = numbers.map((number) => Number(number) - 1).filter((step) => isWhole(step, 0, last));
  return new Map(steps.length > 0 ? [[slug, new Set(steps)]] : []);
}

export const linkOf = (done: DoneSteps): readonly string[] =>
  lessons.flatMap(({ slug }) => {
    const steps = inOrder(done.get(slug) ?? new Set());
    return steps.length > 0 ? [[slug, ...steps.map((step) => step + 1)].join('.')] : [];
  });

/** How many steps `more` has beyond those of `done`. */
export const countBeyond = (more: DoneSteps, done: DoneSteps): number =>
  [...more].reduce(
    (sum, [slug, steps]) => sum + [...steps].filter((step) => !done.get(slug)?.has(step)).length,
    0,
  );
