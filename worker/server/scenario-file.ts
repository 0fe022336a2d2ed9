/** A world that starts with a scenario file (engine/scenario-file). */
import { readFile } from 'node:fs/promises';
import { defaultStart, readScenario } from '../../engine/inside.ts';
import type { ScenarioFile } from '../../engine/inside.ts';
import { readSnapshot } from '../host/transfer/read.ts';
import { BadInput } from './bad-input.ts';
import type { ReadWorld } from './world-keeper.ts';

/** Rejects with `BadInput`, which names the file, the line and the column. */
export async function scenarioFile(file: string): Promise<ScenarioFile> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new BadInput(
      `${file} is not a scenario: there are starter, small and empty, and a file of that name cannot be read (${reasonOf(error)})`,
    );
  });
  return readScenario(text, file).catch((error: unknown) => {
    throw error instanceof Error && error.name === 'ScenarioInvalid' ? new BadInput(error.message) : error;
  });
}

/** Makes its world, each time that it starts. A frozen clock has the engine's default time, unless the file gives one. */
export const scenarioWorld =
  ({ begin }: ScenarioFile, frozen: boolean) =>
  async (): Promise<ReadWorld> => {
    const { snapshot, credentials } = begin(frozen ? defaultStart : Date.now(), frozen);
    const { loaded } = await readSnapshot(snapshot, { rest: () => Promise.resolve() });
    return { loaded, vault: credentials };
  };

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
