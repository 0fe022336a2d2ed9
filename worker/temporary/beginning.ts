/** How a world with the given options begins, also after a reset. */
import { scenarios } from '../../engine/inside.ts';
import type { Plan, Scenario } from '../../engine/inside.ts';
import type { Beginning } from '../host/opened.ts';
import type { TemporaryWorld } from './world.ts';

export const beginningOf = ({ scenario = 'starter', seed, frozenAt, plan }: TemporaryWorld): Beginning => ({
  scenario: plan === undefined ? scenario : onPlan(scenarios[scenario], plan),
  ...(seed !== undefined && { seed }),
  ...(frozenAt !== undefined && { clock: { mode: 'frozen', at: frozenAt } }),
});

/** With all its Projects on that plan. */
const onPlan = (scenario: Scenario, plan: Plan): Scenario => ({
  ...scenario,
  build(write, state) {
    const credentials = scenario.build(write, state);
    for (const { id } of [...state.tables.projects.values()]) write.projects.update(id, { plan });
    return credentials;
  },
});
