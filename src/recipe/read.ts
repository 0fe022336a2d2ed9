import { isRecord, isText } from '../../worker/api.ts';
import type { Playground, WorldRecipe } from '../../worker/api.ts';
import { unpack } from './packed.ts';

/** A recipe whose form was checked. */
export interface Offered {
  readonly recipe: WorldRecipe;
  /** A scenario file with the same contents. */
  readonly text: string;
  /** The link to its call; null for none. */
  readonly call: string | null;
}

export type ReadPacked = Offered | { readonly problem: string };

/** A recipe that is shown to the person. */
export interface Offering {
  readonly reading: Promise<ReadPacked>;
  /** Called once, with what was decided. */
  readonly decided: (how: 'replaced' | 'kept' | 'closed') => void;
}

/**
 * Reads the recipe of a link, or says as a sentence why it cannot be used. Changes nothing. `problemOf` says why a call
 * cannot be opened.
 */
export async function readPacked(
  playground: Playground,
  packed: string,
  problemOf: (call: string) => string | null,
): Promise<ReadPacked> {
  const unpacked = await unpack(packed);
  if ('problem' in unpacked) return unpacked;
  const read = await playground.ask('explorer.readRecipe', unpacked.text);
  if ('problem' in read) return read;
  const { call = null } = read.recipe;
  const problem = call === null ? null : problemOf(call);
  return problem === null ? { ...read, call } : { problem: `Its call cannot be opened. ${problem}` };
}

/** As a file for an import. */
export const fileOf = ({ text }: Offered): File =>
  new File([text], 'recipe.json', { type: 'application/json' });

/** The call in a recipe that is not checked yet; empty for none. */
export function callIn(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && isText(value['call']) ? value['call'] : '';
  } catch {
    return '';
  }
}
