import { known } from '../../../checked/known.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
import type { Transact } from '../../../declaration/endpoint.ts';
import type { Services } from '../../../declaration/services.ts';
import { iso } from '../../../social/renderer.ts';
import { PartialError } from '../../../social/schemas.ts';
import { v2 } from '../../../spec/apis.ts';
import { boolean, described, integer, listOf, object, optional, string, Time } from '../../../spec/fields.ts';
import { limits } from '../../../spec/limits.ts';
import { refuse } from '../../../spec/problems.ts';
import type { ErrorEntry } from '../../../spec/problems.ts';
import type { App } from '../../../state/tables/accounts.ts';
import type { StreamRule } from '../../../state/tables/usage-and-rules.ts';
import { judge, missingRule, Rule, RuleTag, shown } from './rules.ts';
import type { NewRule } from './rules.ts';

/** Most rules in one call: as many as the largest plan allows. */
const most = 5000;

const count = optional(integer());

export const changeRules = endpoint({
  id: 'changeStreamRules',
  api: v2,
  method: 'POST',
  path: '/2/posts/search/stream/rules',
  section: '8.3',
  summary: 'Add or delete rules of the filtered stream',
  description:
    'Adds rules to the filtered stream, or deletes rules by id or value. A change takes effect on a stream that is already open; with `dry_run` nothing is changed.',
  auth: ['app'],
  limits: limits('100 A', '100 A'),
  choices: [
    'envelope',
    'cells',
    'search',
    'search-syntax',
    'search-anchor',
    'stream-rules',
    'codes',
    'v2-404',
  ],
  query: {
    dry_run: optional(boolean(), 'Answers what would be done, without doing it'),
    delete_all: optional(boolean(), 'Deletes every rule of the App; the call needs no body then'),
  },
  body: optional(
    object({
      add: optional(
        listOf(
          object({
            value: described(string(), 'A query in the syntax of search'),
            tag: optional(RuleTag, 'A label that the stream adds to matching posts'),
          }),
          most,
        ),
        'The rules to add',
      ),
      delete: optional(
        object({ ids: optional(listOf(string(), most)), values: optional(listOf(string(), most)) }),
        'The rules to delete: by id, by value or both',
      ),
    }),
  ),
  answers: {
    200: json(
      object({
        data: optional(listOf(Rule)),
        meta: object({
          sent: Time,
          summary: object({
            created: described(count, 'Rules that were added'),
            not_created: described(count, 'Rules that were not added'),
            valid: described(count, 'Rules whose value is a query'),
            invalid: described(count, 'Rules whose value is not a query'),
            deleted: described(count, 'Rules that were deleted'),
            not_deleted: described(count, 'Rules that did not exist'),
          }),
        }),
        errors: optional(listOf(PartialError)),
      }),
    ),
  },
  refuses: ['parameterInvalid'],
  example: { body: { add: [{ value: 'bread has:links', tag: 'bread with links' }] } },
  handle({ principal: { app }, query, body, now, transact }, platform) {
    const wanted = [body?.add, body?.delete, query.delete_all === true || undefined];
    if (wanted.filter((each) => each !== undefined).length !== 1)
      return refuse('parameterInvalid', 'a call does one of three things: `add`, `delete` or `delete_all`', {
        errors: [
          {
            message: 'The body has either `add` or `delete`, or the query has delete_all=true',
            parameters: { body: [] },
          },
        ],
      });
    const context = { app, platform, transact, now, isDry: query.dry_run === true };
    if (body?.add) return { status: 200, body: add(body.add, context) };
    const rules = rulesOf(app, platform);
    if (!body?.delete) return { status: 200, body: remove({ found: rules, errors: [] }, context) };
    return { status: 200, body: remove(named(body.delete, rules, platform.baseUrl), context) };
  },
});

interface Context {
  readonly app: App;
  readonly platform: Services;
  readonly transact: Transact;
  readonly now: number;
  readonly isDry: boolean;
}

const rulesOf = (app: App, { tables: { stream_rules } }: Services): StreamRule[] =>
  stream_rules.rowsBy('app', app.id);

/** Adds the valid rules, even if others are invalid. */
function add(
  given: readonly { readonly value: string; readonly tag?: string | undefined }[],
  { app, platform, transact, now, isDry }: Context,
): object {
  const { plan } = platform.tables.projects.must(known(app.project_id, 'Project of the App'));
  const rules = given.map(({ value, tag = '' }): NewRule => ({ value: value.trim(), tag }));
  const present = new Map(rulesOf(app, platform).map(({ id, value }) => [value, id]));
  const { valid, errors } = judge(rules, present, plan, platform.baseUrl);
  const made =
    isDry || valid.length === 0
      ? valid
      : transact((write) =>
          valid.map((rule) =>
            write.stream_rules.insert({
              ...{ id: platform.state.nextId(now), app_id: app.id, created_at: now },
              ...rule,
            }),
          ),
        );
  const [good, bad] = [valid.length, errors.length];
  return {
    ...(good > 0 && { data: made.map(shown) }),
    meta: { sent: iso(now), summary: { created: good, not_created: bad, valid: good, invalid: bad } },
    ...(bad > 0 && { errors }),
  };
}

interface Named {
  readonly found: readonly StreamRule[];
  readonly errors: readonly ErrorEntry[];
}

function named(
  {
    ids = [],
    values = [],
  }: { readonly ids?: readonly string[] | undefined; readonly values?: readonly string[] | undefined },
  rules: readonly StreamRule[],
  baseUrl: string,
): Named {
  const [byId, byValue] = [new Map<string, StreamRule>(), new Map<string, StreamRule>()];
  for (const rule of rules) {
    byId.set(rule.id, rule);
    byValue.set(rule.value, rule);
  }
  const found = new Set<StreamRule>();
  const errors: ErrorEntry[] = [];
  const look = (kind: 'id' | 'value', name: string, rule: StreamRule | undefined) =>
    rule ? void found.add(rule) : void errors.push(missingRule(kind, name, baseUrl));
  for (const id of new Set(ids)) look('id', id, byId.get(id));
  for (const value of new Set(values)) look('value', value, byValue.get(value.trim()));
  return { found: [...found], errors };
}

function remove({ found, errors }: Named, { transact, now, isDry }: Context): object {
  if (!isDry && found.length > 0)
    transact((write) => {
      for (const { id } of found) write.stream_rules.remove(id);
    });
  return {
    meta: { sent: iso(now), summary: { deleted: found.length, not_deleted: errors.length } },
    ...(errors.length > 0 && { errors }),
  };
}
