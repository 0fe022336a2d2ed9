/**
 * The posts given to Apps, by day, and their cap per Project and month, over all its Apps (8.1; choice: monthly-cap).
 * Days and months are those of UTC.
 */
import { known } from '../checked/known.ts';
import { plans } from '../spec/plans.ts';
import type { Plan } from '../spec/plans.ts';
import { refuse } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';
import type { Read, Write } from '../state/state.ts';
import { before } from '../state/store/entries.ts';
import { keyAt } from '../state/store/range.ts';
import type { App } from '../state/tables/accounts.ts';
import type { UsageRow } from '../state/tables/usage-and-rules.ts';

/** Posts per month. */
const caps: Readonly<Record<Plan, number>> = {
  free: 100,
  basic: 500_000,
  pro: 1_000_000,
  enterprise: 50_000_000,
};

export const capOf = (plan: Plan): number => caps[plan];

/** The smallest plan that gives more than this many posts per month, and its cap; null if there is none. */
export function planBeyond(posts: number): { readonly plan: Plan; readonly limit: number } | null {
  const plan = plans.find((each) => capOf(each) > posts);
  return plan ? { plan, limit: capOf(plan) } : null;
}

/** The day of the month on which a Project's usage starts at zero again. */
export const capResetDay = 1;

export const dayLength = 86_400_000;

/** The start of the day of a moment; both in epoch ms. */
export const dayOf = (at: number): number => Math.floor(at / dayLength) * dayLength;

/** The start of the month in which a moment counts. */
export function monthOf(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), capResetDay);
}

/** The start of the next month, when the whole cap is available again. */
export function nextMonthOf(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, capResetDay);
}

/** The rows of a Project from the start of a day on, earliest first. */
export const usageOf = (projectId: string, since: number, { usage }: Pick<Read, 'usage'>): UsageRow[] =>
  Array.from(usage.range('project', projectId).from(before(since)).ascending(), (place) =>
    usage.get(keyAt(place)),
  ).filter((row) => row !== undefined);

/** Posts given to a Project in its current month. */
export const usedOf = (projectId: string, at: number, tables: Pick<Read, 'usage'>): number =>
  usageOf(projectId, monthOf(at), tables).reduce((sum, { posts }) => sum + posts, 0);

/** Posts that a Project may still be given this month; never negative. */
export const leftOf = (projectId: string, plan: Plan, at: number, tables: Pick<Read, 'usage'>): number =>
  Math.max(0, capOf(plan) - usedOf(projectId, at, tables));

/** Posts that an App of a Project may still be given this month. If there are none, that is a refusal. */
export function allowanceOf(
  { project_id }: Pick<App, 'project_id'>,
  at: number,
  tables: Pick<Read, 'usage' | 'projects'>,
): Allowance | Refusal<'usageCapExceeded'> {
  const { id, name, plan } = tables.projects.must(known(project_id, 'Project of the App'));
  const posts = leftOf(id, plan, at, tables);
  if (posts > 0) return { posts };
  const cap_resets_at = new Date(nextMonthOf(at)).toISOString();
  return refuse(
    'usageCapExceeded',
    `${name} has used up the ${capOf(plan)} posts per month of its plan; the next month begins at ${cap_resets_at}`,
    {
      members: {
        detail: `The Project has used up its posts of this month. The cap resets at ${cap_resets_at}; the reset of the window does not help.`,
        ...{ period: 'Monthly', scope: 'Project', cap_resets_at },
      },
    },
  );
}

interface Allowance {
  readonly posts: number;
}

/** Counts posts that an App was given. For use inside a transaction. Does nothing for an App without a Project. */
export function countPosts(
  { id: app_id, project_id }: Pick<App, 'id' | 'project_id'>,
  posts: number,
  at: number,
  tables: Pick<Read, 'usage'>,
  write: Write,
): void {
  if (project_id === null || posts === 0) return;
  const day = dayOf(at);
  const id = `${project_id}:${app_id}:${day}`;
  const counted = tables.usage.get(id)?.posts ?? 0;
  write.usage.put({ id, project_id, app_id, day, posts: counted + posts });
}
