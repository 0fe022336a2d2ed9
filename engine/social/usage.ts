/** Posts that count against the monthly cap: by Project, App and day (choice: monthly-cap). */
import { refuse } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';
import { dayOf, monthlyCaps, monthOf } from '../spec/usage.ts';
import type { Read, Write } from '../state/state.ts';
import { before } from '../state/store/entries.ts';
import { keyAt } from '../state/store/range.ts';
import type { App } from '../state/tables/accounts.ts';
import type { UsageRow } from '../state/tables/developer.ts';

/** Notes that an App of a Project was given so many posts. For use inside a transaction. */
export function addUsage(
  { id: app_id, project_id }: App,
  posts: number,
  now: number,
  { usage }: Read,
  write: Write,
): void {
  if (project_id === null || posts === 0) return;
  const day = dayOf(now);
  const id = `${project_id}:${app_id}:${day}`;
  write.usage.put({ id, project_id, app_id, day, posts: (usage.get(id)?.posts ?? 0) + posts });
}

/** What the Apps of a Project were given between two moments, by App and day, the oldest first. Epoch ms, the end excluded. */
export function* usageOf(
  projectId: string,
  start: number,
  end: number,
  { usage }: Read,
): Generator<UsageRow> {
  for (const place of usage.range('project', projectId).from(before(start)).to(before(end)).ascending())
    yield usage.get(keyAt(place))!;
}

/** Posts that a Project was given in the month of this moment. */
export function usedInMonth(projectId: string, now: number, tables: Read): number {
  const { start, end } = monthOf(now);
  let used = 0;
  for (const { posts } of usageOf(projectId, start, end, tables)) used += posts;
  return used;
}

/** How many posts the Project of an App may still be given this month. */
export function postsLeft({ project_id }: App, now: number, tables: Read): number {
  const project = project_id === null ? undefined : tables.projects.get(project_id);
  return project ? Math.max(0, monthlyCaps[project.plan] - usedInMonth(project.id, now, tables)) : 0;
}

/** Refuses what would give an App more than is left. */
export function overCap({ project_id }: App, now: number, tables: Read): Refusal<'usageCapExceeded'> {
  const project = tables.projects.get(project_id!)!;
  const next = new Date(monthOf(now).end).toISOString();
  return refuse(
    'usageCapExceeded',
    `${project.name} has been given the ${monthlyCaps[project.plan]} posts that its plan has a month; the next begins ${next}`,
    { members: { period: 'Monthly', scope: 'Project' } },
  );
}
