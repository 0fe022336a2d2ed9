import type { MonthlyCap, World } from '../../../../worker/api.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import type { LimitWatch } from '../watch.svelte.ts';

export interface RefusingMonth extends MonthlyCap {
  readonly project: World['projects'][number];
}

/**
 * The month that refused the App's calls of an endpoint and still does; null for none. Of calls sent at once, some may
 * be refused by the window instead: those say nothing about the month.
 */
export function refusingMonth(
  { app, project }: Pick<PageSession, 'app' | 'project'>,
  { report, samples }: Pick<LimitWatch, 'report' | 'samples'>,
  endpointId: string | undefined,
): RefusingMonth | null {
  const last = samples.findLast(
    (each) => each.endpointId === endpointId && each.appId === app?.id && each.refuser !== 'window',
  );
  if (!project || last?.refuser !== 'month') return null;
  const cap = report?.caps.find(({ projectId, left }) => projectId === project.id && left === 0);
  return cap ? { ...cap, project } : null;
}
