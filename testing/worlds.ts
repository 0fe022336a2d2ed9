import { scenarios } from '../engine/scenarios/index.ts';
import type { Scenario } from '../engine/inside.ts';
import { pairId } from '../engine/state/tables/pairs.ts';
import type { StateView, Write } from '../engine/state/state.ts';

export const [mira, jonas, aiko, sam] = ['2244994945', '2244994946', '2244994947', '2244994948'] as const;

/** The usernames of the four, by id. */
export const names: Readonly<Record<string, string>> = {
  [mira]: 'mira_holm',
  [jonas]: 'jonas_berg',
  [aiko]: 'aiko_tan',
  [sam]: 'sam_ode',
};

/** The starter's four users, with changes made before any call. */
export const changed = (change: (write: Write, state: StateView) => void): Scenario => ({
  name: 'changed',
  build(write, state) {
    const credentials = scenarios.small.build(write, state);
    change(write, state);
    return credentials;
  },
});

export const protect = (id: string, write: Write) => write.users.update(id, { protected: true });

/** As in a block by a user: follows between the two end. */
export const block = (source: string, target: string, write: Write): void => {
  write.blocks.insert({ id: pairId(source, target), source_user_id: source, target_user_id: target, at: 1 });
  write.follows.remove(pairId(source, target));
  write.follows.remove(pairId(target, source));
};
