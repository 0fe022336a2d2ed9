/** Every endpoint that the platform has by default: as it is declared, and as it is described. */
import { familyOf } from '../../engine/declaration/family.ts';
import { describeFamilies, families } from '../../engine/index.ts';
import type { Family } from '../../engine/index.ts';

/** The families with their declarations at hand: nothing that a test times waits for a file. */
export const loadedFamilies: readonly Family[] = await Promise.all(
  families.map(async ({ id, name, load }) => familyOf(id, name, await load())),
);

export const declarations = (await Promise.all(loadedFamilies.map(({ load }) => load()))).flat();

export const endpoints = await describeFamilies(families);
