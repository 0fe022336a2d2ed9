/** The rows of a built-in scenario, which a file changes and adds to. */
import { populations, scenarios } from '../scenarios/index.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { State } from '../state/state.ts';
import type { Row } from '../state/store/table.ts';
import type { PlatformRow, PopulationName } from '../state/tables/platform.ts';

export type BaseName = keyof typeof scenarios;

export interface Base {
  /** Every table's rows. */
  readonly rows: Readonly<Record<string, readonly Row[]>>;
  readonly platform: PlatformRow;
  /** What is created by the first call that could see it. */
  readonly populations: readonly PopulationName[];
}

/** `now`: epoch ms of the world's clock. */
export const baseOf = (name: BaseName, seed: string, now: number): Base =>
  asBase(name, built(name, seed, now));

/** The same with the seeded users and advertisers, except those that are still due. */
export async function populatedBase(
  name: BaseName,
  seed: string,
  now: number,
  due: readonly PopulationName[],
): Promise<Base> {
  const state = built(name, seed, now);
  for (const each of populationsOf(name)) {
    if (due.includes(each)) continue;
    const populate = await populations[each]();
    state.fill((write) => populate(write, state, seed));
  }
  return asBase(name, state);
}

const populationsOf = (name: BaseName): readonly PopulationName[] => {
  const scenario: Scenario = scenarios[name];
  return scenario.populations ?? [];
};

function built(name: BaseName, seed: string, now: number): State {
  const state = new State({ seed, clock: { mode: 'frozen', at: now } }, () => now);
  state.transact((write) => void scenarios[name].build(write, state));
  return state;
}

const asBase = (name: BaseName, state: State): Base => ({
  rows: state.dump(),
  platform: state.platform,
  populations: populationsOf(name),
});
