/** The limit headers of an answer as they came, each with what it means now. */
import type { LimitSample, WindowInUse, WindowState } from '../../../../worker/api.ts';
import { counted } from '../../../parts/counted.ts';
import { clockFigure, figure, windowLength } from '../../../parts/figures.ts';
import { timeOf } from '../../../parts/time.ts';

export interface LimitHeader {
  readonly name: string;
  readonly value: string;
  readonly says: string;
}

const named = /^svc-(rate|user|app)-limit-(?:24hour-)?(limit|remaining|reset)$/i;

/** `open`: the current windows, which show whether the plan has changed since. */
export function limitHeaders(
  headers: readonly (readonly [name: string, value: string])[],
  sample: Pick<LimitSample, 'windows' | 'refuser'>,
  open: readonly WindowInUse[],
  now: number,
): LimitHeader[] {
  return headers.flatMap(([name, value]) => {
    const [, of, what] = named.exec(name) ?? [];
    if (of === undefined || what === undefined) return [];
    const window = windowOf(of.toLowerCase(), headers, sample.windows);
    return [{ name, value, says: saysOf(what.toLowerCase(), Number(value), { window, sample, open, now }) }];
  });
}

/** `svc-rate-limit-*` describes the window with the fewest calls left: the one with the same limit and remaining. */
function windowOf(
  of: string,
  headers: readonly (readonly [name: string, value: string])[],
  windows: readonly WindowState[],
): WindowState | undefined {
  if (of !== 'rate')
    return windows.find(({ scope, windowSeconds }) => scope === of && windowSeconds === 86_400);
  const limit = headers.find(([name]) => name.toLowerCase() === 'svc-rate-limit-limit')?.[1];
  return windows
    .toSorted((a, b) => a.remaining - b.remaining)
    .find((window) => String(window.limit) === limit);
}

interface About {
  readonly window: WindowState | undefined;
  readonly sample: Pick<LimitSample, 'refuser'>;
  readonly open: readonly WindowInUse[];
  readonly now: number;
}

function saysOf(what: string, value: number, { window, sample, open, now }: About): string {
  if (what === 'limit') {
    const length = window ? ` in ${windowLength(window.windowSeconds)}` : '';
    const today = window && open.find((each) => whose(each) === whose(window))?.limit;
    const change = today !== undefined && today !== value ? `; ${figure(today)} on the current plan` : '';
    return `${counted(value, 'call')}${length}${change}`;
  }
  if (what === 'remaining')
    return sample.refuser === 'month' && value > 0
      ? `${figure(value)} left, and still refused: it counts calls, not posts`
      : `${figure(value)} left then`;
  const resetsIn = value * 1000 - now;
  if (resetsIn <= 0) return `${timeOf(value * 1000)} UTC, which has passed`;
  if (sample.refuser === 'month') return `${timeOf(value * 1000)} UTC: waiting for it does not help`;
  return `${timeOf(value * 1000)} UTC, in ${clockFigure(resetsIn)}`;
}

/** The App or user of a window, whatever its length on the plan. */
const whose = ({ endpointId, scope, principal }: WindowState): string =>
  `${endpointId} ${scope} ${principal}`;
