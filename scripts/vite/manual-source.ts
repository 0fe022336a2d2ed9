/** `#manual`: what people look up of the endpoints, by family. Under Vite, data-module.ts puts what this says in its place. */
import { readFile } from 'node:fs/promises';
import { families as declared } from '../../engine/endpoints/index.ts';
import { loadFamilies } from '../../engine/reference/describe.ts';
import { manualOf, recordedBodies, refusalNotes } from '../../engine/reference/manual/manual.ts';
import type { Manual, RefusalNote } from '../../engine/reference/manual/manual.ts';

export type {
  Manual,
  ManualAnswer,
  ManualRefusal,
  RefusalNote,
} from '../../engine/reference/manual/manual.ts';
export type { ManualField } from '../../engine/reference/manual/fields.ts';
export type { Step } from '../../engine/reference/manual/steps.ts';

const loaded = await loadFamilies(declared);
const kept: unknown = JSON.parse(await readFile('openapi.json', 'utf8'));

export const manuals: Readonly<Record<string, () => Promise<readonly Manual[]>>> = Object.fromEntries(
  loaded.map(({ id, endpoints }) => [
    id,
    () => Promise.resolve(endpoints.map((each) => manualOf(each, kept))),
  ]),
);

/** What every refusal means, by its name. */
export const refusals = (): Promise<Readonly<Record<string, RefusalNote>>> => Promise.resolve(refusalNotes());

/** What the platform answered to calls that it refused. */
export const bodies = (): Promise<Readonly<Record<string, unknown>>> => Promise.resolve(recordedBodies(kept));
