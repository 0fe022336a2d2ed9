import type { Scenario } from '../../engine/inside.ts';
import type { StateView, Write } from '../../engine/state/state.ts';
import { crowd } from './crowd.ts';

/** The small starter with this many more people (support/crowd.ts), and the changes of `build`. */
export const worldOf = (
  people: number,
  build: (write: Write, state: StateView) => void = () => undefined,
  approved?: string,
): Scenario => ({
  name: 'a world',
  build(write, state) {
    const credentials = crowd(people, approved).build(write, state);
    build(write, state);
    return credentials;
  },
});

/** One user blocks another, since the beginning of 2026. */
export const block = (write: Write, source_user_id: string, target_user_id: string): void =>
  void write.blocks.insert({
    id: `${source_user_id}:${target_user_id}`,
    source_user_id,
    target_user_id,
    at: Date.UTC(2026, 0),
  });
