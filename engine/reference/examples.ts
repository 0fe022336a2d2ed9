/** Examples in the OpenAPI document: recorded calls and answers, and typical values of parameters. */
import type { Endpoint } from '../declaration/endpoint.ts';
import type { JsonSchema } from '../declaration/json-schema.ts';
import type { Api } from '../spec/apis.ts';
import { problems } from '../spec/problem-list.ts';
import type { ProblemName } from '../spec/problems.ts';
import type { FieldDescription } from './describe.ts';

/** The recording of an endpoint. */
export interface RecordedCall {
  /** The path as sent, if it is not the declaration's example. */
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Parsed if it is JSON or a form. */
  readonly answer?: { readonly status: number; readonly body: unknown };
  /** The body of the 404 for something that does not exist. */
  readonly missed?: unknown;
  /** Where the second page begins. */
  readonly cursor?: string;
}

export interface Recorded {
  /** By the endpoint's id. */
  readonly calls: ReadonlyMap<string, RecordedCall>;
  /** Bodies of refusals, by `refusalKey`. */
  readonly refusals: ReadonlyMap<string, unknown>;
}

/** Names the body of a refusal: bodies of one problem may differ in the members beside `errors`. */
export const refusalKey = ({ errorBody }: Api, problem: ProblemName): string =>
  errorBody === 'problem' ? problem : `${problem}.${errorBody}`;

const cursorNames: ReadonlySet<string> = new Set(['cursor', 'next_token', 'pagination_token']);

/** The value of a parameter; undefined if no example is known. */
export function parameterExample(
  field: FieldDescription,
  { example }: Endpoint,
  { query, cursor }: RecordedCall,
): unknown {
  const { name, schema } = field;
  const given = example[field.in]?.[name] ?? (field.in === 'query' ? query?.[name] : undefined);
  if (given !== undefined) return valueOf(schema, given);
  if (cursorNames.has(name)) return cursor ?? undefined;
  return Object.hasOwn(usual, name) ? usual[name] : natural(schema);
}

/** Examples are text, as in a query. */
function valueOf({ type }: JsonSchema, text: string): unknown {
  if (type === 'integer') return Number(text);
  if (type === 'boolean') return text === 'true';
  return type === 'array' ? text.split(',') : text;
}

/** The ends of ranges match: those of the starter's posts, and of the day before its clock begins. */
const usual: Readonly<Record<string, unknown>> = {
  since_id: '2021849250001846272',
  until_id: '2027981846530621440',
  start_time: '2026-03-01T00:00:00Z',
  end_time: '2026-03-02T00:00:00Z',
  ids: ['2244994945'],
  campaign_ids: ['19xtf1tv'],
  line_item_ids: ['19xtf1tw'],
  funding_instrument_ids: ['19xtf1ts'],
  product_set_id: '7l0cyho3cbgh',
  product_feed_id: '7l0cyho3cbgi',
};

function natural({ type, items, default: fallback, enum: values, minimum }: JsonSchema): unknown {
  if (fallback !== undefined) return fallback;
  if (type === 'array') return items?.enum && items.enum.slice(0, 2);
  return type === 'boolean' ? true : (values?.[0] ?? minimum);
}

interface Examples {
  readonly [name: string]: { readonly $ref: string };
}

/** The bodies of refusals, each kept once as a component. */
export class ErrorExamples {
  readonly #used = new Map<string, object>();

  constructor(private readonly recorded: ReadonlyMap<string, unknown>) {}

  /** Sorted by name. */
  get all(): Readonly<Record<string, object>> {
    return Object.fromEntries([...this.#used].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** One body for each code among these problems. */
  of(api: Api, names: readonly ProblemName[]): Examples {
    const codes = new Set<number>();
    const examples: Record<string, { $ref: string }> = {};
    for (const name of names) {
      const key = refusalKey(api, name);
      const { code, message } = problems[name];
      if (codes.has(code) || !this.recorded.has(key)) continue;
      codes.add(code);
      this.#used.set(key, { summary: `${code}: ${message}`, value: this.recorded.get(key) });
      examples[name] = { $ref: `#/components/examples/${key}` };
    }
    return examples;
  }
}
