/** The plot as a table: every change that it marks, newest first. */
import type { ClockJump, LimitSample } from '../../../../worker/api.ts';
import { unanswered } from './series.ts';
import type { Series } from './series.ts';

export interface PlotEvent {
  readonly key: string;
  readonly at: number;
  readonly kind: 'call' | 'refused' | 'closed' | 'reset' | 'jump';
  /** The series of the event; null if it concerns all. */
  readonly series: Series | null;
  readonly left: number | null;
  /** The ms that the clock moved. */
  readonly jumped?: number;
}

export const mostEvents = 200;

const kinds = { call: 'call', refusal: 'refused', reset: 'reset' } as const;

export function eventsOf(
  series: readonly Series[],
  samples: readonly LimitSample[],
  jumps: readonly ClockJump[],
  { endpointId, appId, from }: { endpointId: string; appId: string | null; from: number },
): PlotEvent[] {
  const found: PlotEvent[] = [];
  for (const each of series)
    for (const [place, { at, left, by }] of each.points.entries())
      if (by !== null) found.push({ key: `${each.key} ${place}`, at, kind: kinds[by], series: each, left });
  for (const { sequence, at } of unanswered(samples, { endpointId, appId, from }))
    found.push({ key: `closed ${sequence}`, at, kind: 'closed', series: null, left: null });
  for (const jump of jumps)
    if (jump.until >= from)
      found.push({
        key: `jump ${jump.from}`,
        at: jump.from,
        kind: 'jump',
        series: null,
        left: null,
        jumped: jump.until - jump.from,
      });
  return found.sort((a, b) => b.at - a.at).slice(0, mostEvents);
}
