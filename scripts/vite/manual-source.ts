/** `#manual`: the reference of the endpoints, by family. Vite replaces this module by its data (data-module.ts). */
import { readFile } from 'node:fs/promises';
import { families as declared } from '../../engine/endpoints/index.ts';
import { loadFamilies, outlineOf } from '../../engine/reference/describe.ts';
import { manualOf, recordedBodies, refusalNotes } from '../../engine/reference/manual/manual.ts';
import { searchEntries } from '../../engine/reference/manual/search.ts';
import type { SearchEntry } from '../../engine/reference/manual/search.ts';
import type { Manual, RefusalNote } from '../../engine/reference/manual/manual.ts';

export type {
  Manual,
  ManualAnswer,
  ManualRefusal,
  RefusalNote,
} from '../../engine/reference/manual/manual.ts';
export type { ManualField } from '../../engine/reference/manual/fields.ts';
export type { SearchEntry } from '../../engine/reference/manual/search.ts';
export type { Step } from '../../engine/reference/manual/steps.ts';

const loaded = await loadFamilies(declared);
const kept: unknown = JSON.parse(await readFile('openapi.json', 'utf8'));

export const manuals: Readonly<Record<string, () => Promise<readonly Manual[]>>> = Object.fromEntries(
  loaded.map(({ id, endpoints }) => [
    id,
    () => Promise.resolve(endpoints.map((each) => manualOf(each, kept))),
  ]),
);

/** The meaning of every refusal, by name. */
export const refusals = (): Promise<Readonly<Record<string, RefusalNote>>> => Promise.resolve(refusalNotes());

/** The recorded answers to refused calls. */
export const bodies = (): Promise<Readonly<Record<string, unknown>>> => Promise.resolve(recordedBodies(kept));

/** The searchable entries. */
export const entries = (): Promise<readonly SearchEntry[]> => {
  const calls = loaded.flatMap((family) =>
    family.endpoints.map((each) => ({ outline: outlineOf(each, family), manual: manualOf(each, kept) })),
  );
  return Promise.resolve(searchEntries(calls, refusalNotes()));
};
