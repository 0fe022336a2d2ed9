/** The recipe in an embed's fragment. Its world replaces nothing, so it is set up at once. */
import { newId } from '../../worker/api.ts';
import type { Playground } from '../../worker/api.ts';
import type { AskedEmbed } from '../element/names.ts';
import { unpack } from '../recipe/packed.ts';
import { callIn, fileOf, readPacked } from '../recipe/read.ts';

interface EmbedRecipe {
  /** The link to its call; empty for none. Not checked yet. */
  readonly call: string;
  /** Rejects with a sentence for a recipe that cannot be used. */
  readonly setUp: (playground: Playground) => Promise<void>;
}

/** Rejects with a sentence. */
export async function recipeFor(asked: AskedEmbed, packed: string): Promise<EmbedRecipe> {
  const { scenario, seed, frozen, plan, world } = asked;
  if (scenario !== 'starter' || [seed, frozen, plan, world].some((each) => each !== null))
    throw new Error(
      'The recipe in the link has a scenario, a seed, a clock and plans, for a world in memory: leave out those of the embed, and a kept world.',
    );
  const unpacked = await unpack(packed);
  if ('problem' in unpacked) throw refused(unpacked.problem);
  return {
    call: callIn(unpacked.text),
    async setUp(playground) {
      const read = await readPacked(playground, packed, () => null); // the embed has opened its call
      if ('problem' in read) throw refused(read.problem);
      try {
        await playground.importFile(fileOf(read), newId(), true);
      } catch (error) {
        throw refused(error instanceof Error ? error.message : String(error));
      }
    },
  };
}

const refused = (why: string) => new Error(`The recipe in the link cannot be used. ${why}`);
