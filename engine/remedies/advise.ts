/** What fixes a refused call. Computed on request, so that successful calls do not pay for it. */
import type { Exchange } from '../exchanges/exchange.ts';
import { isClosed } from '../http/outcome.ts';
import type { ProblemName } from '../spec/problems.ts';
import type { Advice } from './act.ts';
import { caseOf } from './case.ts';
import type { Surroundings } from './case.ts';
import { table } from './table.ts';

/** null for a call that was not refused, and for one recorded by a release that did not keep the problem. */
export async function advise(exchange: Exchange, around: Surroundings): Promise<Advice | null> {
  if (isClosed(exchange.outcome)) return silence(exchange);
  const line = exchange.trace.findLast(({ problem }) => problem !== undefined);
  const name = line?.problem;
  if (!line || !isProblem(name)) return null;
  const about = await caseOf(exchange, line, around);
  const entry = table[name];
  return typeof entry === 'function' ? entry(about) : { what: entry.what, why: null, act: entry.act(about) };
}

const isProblem = (name: string | undefined): name is ProblemName =>
  name !== undefined && Object.hasOwn(table, name);

/** choice: abuse */
const silence = ({ appId }: Exchange): Advice => ({
  what: 'No response: the App abused its limits, so the platform closed the connection',
  why: null,
  act:
    appId === null
      ? { kind: 'none', because: 'The App is unknown, so its silence cannot be lifted.' }
      : { kind: 'liftAbuse', appId },
});
