/** A running world as a scenario file. */
import type { ExchangeLog } from '../exchanges/log.ts';
import type { State } from '../state/state.ts';
import { leftOut } from './left.ts';
import { scenarioText } from './write.ts';

/** A world with more rows needs a snapshot instead. */
const mostRows = 200_000;

export const isTooLarge = ({ tables }: State): boolean =>
  Object.values(tables).reduce((sum, { size }) => sum + size, 0) > mostRows;

export interface WrittenScenario {
  readonly text: string;
  /** What the file leaves out: "3 e-mails" and so on. */
  readonly left: readonly string[];
}

/** null for a world that is too large for a file. */
export function writtenScenario(state: State, exchanges: ExchangeLog): WrittenScenario | null {
  if (isTooLarge(state)) return null;
  const rows = state.dump();
  return {
    text: scenarioText(rows, state.platform, state.now()),
    left: leftOut(rows, exchanges.list().length),
  };
}
