/** A running world as a scenario file. */
import { tuple } from '../declaration/checks.ts';
import { question } from '../declaration/command.ts';
import type { ExchangeLog } from '../exchanges/log.ts';
import type { State } from '../state/state.ts';
import { leftOut } from './left.ts';
import { scenarioText } from './write.ts';

export interface Needs {
  readonly state: State;
  readonly exchanges: ExchangeLog;
}

/** A world with more rows is one for a snapshot. */
const mostRows = 200_000;

/** null for a world that is too large for one. */
export interface WrittenScenario {
  readonly text: string;
  /** What it does not hold: "3 Spaces" and so on. */
  readonly left: readonly string[];
}

export const questions = {
  written: question(tuple(), ({ state, exchanges }: Needs): WrittenScenario | null => {
    const sizes = Object.values(state.tables).map(({ size }) => size);
    if (sizes.reduce((sum, size) => sum + size, 0) > mostRows) return null;
    const rows = state.dump();
    return {
      text: scenarioText(rows, state.platform, state.now()),
      left: leftOut(rows, exchanges.list().length),
    };
  }),
};
