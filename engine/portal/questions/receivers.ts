import { text, tuple } from '../../declaration/checks.ts';
import { question } from '../../declaration/command.ts';
import type { State } from '../../state/state.ts';
import type { ReceiverView } from '../contract.ts';
import { itemsOf, receiverView } from '../receivers.ts';

export interface Needs {
  readonly state: State;
}

export const questions = {
  /** All receivers. */
  list: question(tuple(), ({ state }: Needs): readonly ReceiverView[] =>
    Array.from(state.tables.receivers.values(), (row) => receiverView(row, state)),
  ),
  /** null for an unknown host. */
  get: question(tuple(text), ({ state }: Needs, host): ReceiverView | null => {
    const row = state.tables.receivers.get(host);
    return row ? receiverView(row, state) : null;
  }),
  /** What a receiver stores: JSON by key. */
  items: question(tuple(text), ({ state }: Needs, host): readonly (readonly [key: string, value: string])[] =>
    itemsOf(state, host).map(({ key, value }) => [key, value]),
  ),
};
