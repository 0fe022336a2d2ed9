import { known } from '../../../checked/known.ts';
import { v2 } from '../../../spec/apis.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
import { described, Id, integer, listOf, named, object, Time, withDefault } from '../../../spec/fields.ts';
import { limits } from '../../../spec/limits.ts';
import { iso } from '../../../social/renderer.ts';
import { capOf, capResetDay, dayLength, dayOf, usageOf, usedOf } from '../../../social/usage.ts';
import type { UsageRow } from '../../../state/tables/usage-and-rules.ts';

const Days = named('DailyUsage', listOf(object({ date: Time, usage: integer() })));

export const getUsage = endpoint({
  id: 'getUsage',
  api: v2,
  method: 'GET',
  path: '/2/usage/posts',
  section: '8.3',
  summary: 'Show the posts that the Project has used',
  description:
    'Returns how many posts of the month the Project has used, and by which App on which day. The posts of recent search and of the filtered stream count.',
  auth: ['app'],
  limits: limits('50 A', '50 A', '1 A'),
  choices: ['envelope', 'monthly-cap', 'usage', 'cells'],
  query: { days: withDefault(integer(1, 90), 7, 'Days to show, including today') },
  answers: {
    200: json(
      object({
        data: named(
          'Usage',
          object({
            project_id: Id,
            project_cap: described(integer(), 'Posts per month'),
            project_usage: described(integer(), 'Posts of this month'),
            cap_reset_day: described(integer(1, 31), 'Day of the month, UTC'),
            daily_project_usage: object({ project_id: Id, usage: Days }),
            daily_client_app_usage: listOf(
              object({ client_app_id: Id, usage: Days, usage_result_count: integer() }),
            ),
          }),
        ),
      }),
    ),
  },
  refuses: [],
  example: { query: { days: '7' } },
  handle({ principal: { app }, query: { days }, now }, { tables }) {
    const { id: project_id, plan } = tables.projects.must(known(app.project_id, 'Project of the App'));
    const first = dayOf(now) - (days - 1) * dayLength;
    const rows = usageOf(project_id, first, tables);
    const daily = (counted: readonly UsageRow[]) => perDay(counted, first, days);
    const apps = tables.apps.keysBy('project', project_id);
    const shown = [...new Set([...apps, ...rows.map(({ app_id }) => app_id)])].sort();
    const data = {
      project_id,
      project_cap: capOf(plan),
      project_usage: usedOf(project_id, now, tables),
      cap_reset_day: capResetDay,
      daily_project_usage: { project_id, usage: daily(rows) },
      daily_client_app_usage: shown.map((client_app_id) => ({
        client_app_id,
        usage: daily(rows.filter(({ app_id }) => app_id === client_app_id)),
        usage_result_count: days,
      })),
    };
    return { status: 200, body: { data } };
  },
});

/** An entry for each day, earliest first. */
function perDay(rows: readonly UsageRow[], first: number, days: number) {
  const sums = new Map<number, number>();
  for (const { day, posts } of rows) sums.set(day, (sums.get(day) ?? 0) + posts);
  return Array.from({ length: days }, (_, at) => {
    const day = first + at * dayLength;
    return { date: iso(day), usage: sums.get(day) ?? 0 };
  });
}
