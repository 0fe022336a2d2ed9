/**
 * What Apps are given of posts, by day, and the cap on it: of a Project and a month, whatever its Apps (8.1; choice:
 * monthly-cap). Days and months are those of the calendar in UTC.
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

/** Posts a month. */
const caps: Readonly<Record<Plan, number>> = {
  free: 100,
  basic: 500_000,
  pro: 1_000_000,
  enterprise: 50_000_000,
};

export const capOf = (plan: Plan): number => caps[plan];

/** The least plan that gives more than so many posts a month, and how many; null where none does. */
export function planBeyond(posts: number): { readonly plan: Plan; readonly limit: number } | null {
  const plan = plans.find((each) => capOf(each) > posts);
  return plan ? { plan, limit: capOf(plan) } : null;
}

/** The day of the month on which the usage of a Project is nothing again. */
export const capResetDay = 1;

export const dayLength = 86_400_000;

/** When the day of a moment began; all in epoch ms. */
export const dayOf = (at: number): number => Math.floor(at / dayLength) * dayLength;

/** When the month began that a moment counts in. */
export function monthOf(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), capResetDay);
}

/** When the next month begins, and the whole cap can be used again. */
export function nextMonthOf(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, capResetDay);
}

/** The rows of a Project since the beginning of a day, the earliest first. */
export const usageOf = (projectId: string, since: number, { usage }: Pick<Read, 'usage'>): UsageRow[] =>
  Array.from(usage.range('project', projectId).from(before(since)).ascending(), (place) =>
    usage.get(keyAt(place)),
  ).filter((row) => row !== undefined);

/** Posts that a Project was given since its month began. */
export const usedOf = (projectId: string, at: number, tables: Pick<Read, 'usage'>): number =>
  usageOf(projectId, monthOf(at), tables).reduce((sum, { posts }) => sum + posts, 0);

/** Posts that a Project may still be given this month: never less than 0. */
export const leftOf = (projectId: string, plan: Plan, at: number, tables: Pick<Read, 'usage'>): number =>
  Math.max(0, capOf(plan) - usedOf(projectId, at, tables));

/** Posts that an App of a Project may still be given this month; none is a refusal. */
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
    `${name} has been given the ${capOf(plan)} posts that its plan has a month; the next begins ${cap_resets_at}`,
    {
      members: {
        detail: `The Project has been given its posts of this month. The cap resets at ${cap_resets_at}; the reset of the window does not help.`,
        ...{ period: 'Monthly', scope: 'Project', cap_resets_at },
      },
    },
  );
}

interface Allowance {
  readonly posts: number;
}

/** Counts posts that an App was given. For use inside a transaction. An App of no Project counts for none. */
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
