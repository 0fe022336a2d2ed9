import { endpoint, json } from '../../../declaration/endpoint.ts';
import { pageMeta, pagination, paginate } from '../../../paging/v2.ts';
import { iso } from '../../../social/renderer.ts';
import { PartialError } from '../../../social/schemas.ts';
import { v2 } from '../../../spec/apis.ts';
import { Id, integer, listOf, object, optional, Time, withDefault } from '../../../spec/fields.ts';
import { limits } from '../../../spec/limits.ts';
import { isRefusal } from '../../../spec/problems.ts';
import { missingRule, Rule, shown } from './rules.ts';

export const getRules = endpoint({
  id: 'getStreamRules',
  api: v2,
  method: 'GET',
  path: '/2/posts/search/stream/rules',
  section: '8.3',
  summary: 'List the rules of the filtered stream',
  description:
    'Returns the rules of the App that decide which posts the filtered stream sends. Without `ids` it returns all of them.',
  auth: ['app'],
  limits: limits('450 A', '450 A'),
  choices: ['envelope', 'cells', 'stream-rules', 'v2-404'],
  query: {
    ids: optional(listOf(Id, 1000), 'Only rules with these ids'),
    max_results: withDefault(integer(1, 1000), 1000, 'Rules on a page'),
    ...pagination,
  },
  answers: {
    200: json(
      object({
        data: optional(listOf(Rule)),
        meta: object({ sent: Time, ...pageMeta }),
        errors: optional(listOf(PartialError)),
      }),
    ),
  },
  refuses: ['parameterInvalid'],
  example: {},
  handle({ principal: { app }, query, now }, { tables: { stream_rules }, paging, baseUrl }) {
    const asked = query.ids && new Set(query.ids);
    const page = paginate(
      stream_rules.range('app', app.id),
      query,
      `getStreamRules ${app.id} ${JSON.stringify(query.ids ?? null)}`,
      paging,
      (id) => !asked || asked.has(id),
    );
    if (isRefusal(page)) return page;
    const data = page.keys.map((id) => shown(stream_rules.must(id)));
    const errors = [...(asked ?? [])]
      .filter((id) => stream_rules.get(id)?.app_id !== app.id)
      .map((id) => missingRule('id', id, baseUrl));
    const body = {
      ...(data.length > 0 && { data }),
      meta: { sent: iso(now), result_count: data.length, ...page.tokens },
      ...(errors.length > 0 && { errors }),
    };
    return { status: 200, body };
  },
});
