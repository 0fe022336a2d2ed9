import type { Playground, WorldRecipe } from '../../worker/api.ts';
import { longestHash } from '../router.ts';
import { linkOf } from './link.ts';
import { pack } from './packed.ts';

/** The recipe of a world, before its link is made. */
export interface MadeRecipe {
  readonly recipe: WorldRecipe;
  /** Changes of the world that it cannot hold: "posts: 2 new or changed". */
  readonly lost: readonly string[];
  /** What has happened in the world: "3 e-mails". */
  readonly left: readonly string[];
}

/** Rejects with a sentence for a world that no recipe can describe. */
export async function makeRecipe(playground: Playground): Promise<MadeRecipe> {
  const written = await playground.ask('explorer.recipe');
  if (!written) throw new Error('This world is too large to be compared with a scenario.');
  const { read, lost, left } = written;
  if ('problem' in read) throw new Error(`This world does not fit into a recipe. ${read.problem}`);
  return { recipe: read.recipe, lost, left };
}

/** The recipe with the call that it opens; null for none. */
export function withCall({ call: _, ...recipe }: WorldRecipe, call: string | null): WorldRecipe {
  return call === null ? recipe : { ...recipe, call };
}

/** The part of the address from its # on, and whether it is too long to be read. */
export async function linkTo({
  scenario,
  ...recipe
}: WorldRecipe): Promise<{ readonly hash: string; readonly isTooLong: boolean }> {
  const hash = linkOf(await pack(JSON.stringify({ scenario, ...recipe })));
  return { hash, isTooLong: hash.length - 1 > longestHash };
}
