/** Every endpoint of the default platform: its declaration and its description. */
import { answerTypes } from '../engine/declaration/endpoint.ts';
import { familyOf } from '../engine/declaration/family.ts';
import { families } from '../engine/inside.ts';
import type { Family } from '../engine/inside.ts';
import { describeFamilies } from '../engine/reference/describe.ts';

/** The families with their declarations loaded, so that no timed test waits for a file. */
export const loadedFamilies: readonly Family[] = await Promise.all(
  families.map(async ({ id, name, load, work }) => familyOf(id, name, await load(), work)),
);

export const declarations = (await Promise.all(loadedFamilies.map(({ load }) => load()))).flat();

/** Descriptions, including what the page does not get. */
export const endpoints = (await describeFamilies(families)).map((description, at) => {
  const { limits, answers, refuses } = declarations[at]!;
  const types = Object.entries(answers).map(([status, { format }]) => [status, answerTypes[format]]);
  return { ...description, limits, refuses, answers: Object.fromEntries(types) as Record<string, string> };
});
