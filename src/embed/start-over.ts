import type { Playground } from '../../worker/api.ts';
import type { AskedEmbed } from '../element/names.ts';
import { notKeptWords, reset } from '../state/replacements.ts';
import type { PageSession } from '../state/session.svelte.ts';

/** What sets up the world of a recipe again after a reset. */
const recipes = new WeakMap<Playground, () => Promise<void>>();

export const setUpAgainBy = (playground: Playground, setUp: () => Promise<void>): void =>
  void recipes.set(playground, setUp);

/**
 * Resets the world of the embed, and sets up its recipe, if it has one. If it is kept, it can be undone; rejects with the reason if that is not possible, and
 * offers to do without.
 */
export async function startOver(session: PageSession, { world }: Pick<AskedEmbed, 'world'>): Promise<void> {
  await reset(session, world === null);
  // The reset of a world in memory is visible by itself.
  if (world === null) {
    session.notices.dismiss();
    return recipes.get(session.playground)?.();
  }
  const why = session.handover.take('reset');
  if (!why || !('kind' in why) || (why.kind !== 'noRoom' && why.kind !== 'tooLarge')) return;
  const words = notKeptWords(why);
  session.notices.say(words, { label: 'Start over without Undo', run: () => void reset(session, true) });
  throw new Error(words);
}
