/** Checks a call's path, query and body against its declaration, and says which parts are wrong and why (choice: v2-400). */
import { isRecord } from '../checked/is.ts';
import type { BodyFormat, BodySpec, Endpoint } from '../declaration/endpoint.ts';
import { kindOf, object } from '../spec/fields.ts';
import type { Kind, Schema } from '../spec/fields.ts';
import { parse } from '../spec/parse.ts';
import type { Complaint, Issue, TypeName } from '../spec/parse.ts';
import { decodeForm, encodeRfc3986, formPairs, isType } from '../http/encoding.ts';
import { header } from '../http/messages.ts';
import type { HttpRequest } from '../http/messages.ts';
import { clip, refuse, refuseContentType } from '../spec/problems.ts';
import type { ErrorEntry, Refusal } from '../spec/problems.ts';

export interface Input {
  readonly path: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

type Place = 'path parameter' | 'query parameter' | 'body field';

const empty = Object.freeze({});
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

export class Validator {
  readonly #endpoint: Endpoint;
  readonly #path: Schema;
  readonly #query: Schema;
  readonly #kinds: Readonly<Record<string, Kind>>;
  readonly #hasParams: boolean;
  /** The outcome for a URL without a query, the most common case; null when something is required. */
  readonly #noQuery: unknown;

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
    this.#path = object(endpoint.params);
    this.#query = object(endpoint.query);
    this.#kinds = Object.fromEntries(
      Object.entries(endpoint.query).map(([name, schema]) => [name, kindOf(schema)]),
    );
    this.#hasParams = Object.keys(endpoint.params).length > 0;
    const none = parse(this.#query, empty);
    this.#noQuery = none.success ? Object.freeze(none.data) : null;
  }

  /** The values that the handler gets, or a refusal that names every wrong one. */
  validate(request: HttpRequest, query: string, params: Readonly<Record<string, string>>): Input | Refusal {
    const errors: ErrorEntry[] = [];
    const path = this.#hasParams ? this.#readPath(params, errors) : empty;
    const values = query === '' && this.#noQuery ? this.#noQuery : this.#readQuery(query, errors);
    const { body: declared } = this.#endpoint;
    const taken = declared?.schema.optional && !request.body?.length ? null : declared;
    const wrongType = taken && !taken.pairs && checkContentType(request, taken.format);
    if (wrongType) return wrongType;
    const body = taken ? this.#readBody(request, taken, errors) : undefined;
    if (errors.length > 0) return refuse('parameterInvalid', because(errors), { errors });
    return { path, query: values, body };
  }

  #readPath(params: Readonly<Record<string, string>>, errors: ErrorEntry[]): unknown {
    if (refuseOctets('path parameter', Object.entries(params), errors)) return empty;
    return this.#check(this.#path, params, 'path parameter', params, errors);
  }

  #readQuery(query: string, errors: ErrorEntry[]): unknown {
    const given = new Map<string, string[]>();
    const pairs = decodeForm(query);
    if (refuseOctets('query parameter', pairs, errors)) return empty;
    for (const [name, value] of pairs) given.set(name, [...(given.get(name) ?? []), value]);
    const raw: Record<string, string> = {};
    const values: Record<string, unknown> = {};
    for (const [name, list] of given) {
      const kind = Object.hasOwn(this.#kinds, name) ? this.#kinds[name] : undefined;
      if (!kind) this.#unknownQuery(name, list[0]!, errors);
      else if (list.length > 1 && kind.type !== 'array')
        errors.push(
          invalid(
            `The \`${clip(name)}\` query parameter is given ${list.length} times; it takes one value`,
            name,
            list.map(clip),
          ),
        );
      else {
        raw[name] = list.join(',');
        values[name] = fromText(raw[name], kind);
      }
    }
    return this.#check(this.#query, values, 'query parameter', raw, errors);
  }

  /** Some APIs refuse unknown parameters. OAuth parameters may be in any query (choice: o1-collect). */
  #unknownQuery(name: string, value: string, errors: ErrorEntry[]): void {
    if (name.startsWith('oauth_') || this.#endpoint.api.unknownQuery === 'ignored') return;
    const known = Object.keys(this.#endpoint.query);
    const allowed =
      known.length > 0 ? `is not one of [${known.join(', ')}]` : 'is not known: this endpoint takes none';
    errors.push(invalid(`The query parameter [${clip(name)}] ${allowed}`, clip(name), [clip(value)]));
  }

  #readBody(request: HttpRequest, body: BodySpec, errors: ErrorEntry[]): unknown {
    if (body.format === 'form')
      return this.#readForm((body.pairs ?? formPairs)(request), body.schema, errors);
    const isJson = body.format === 'json';
    let decoded: unknown;
    let text = '';
    try {
      text = strictUtf8.decode(request.body ?? new Uint8Array());
      decoded = isJson ? JSON.parse(text) : text;
    } catch (error) {
      errors.push({
        message: `The request body is not valid ${isJson ? 'JSON' : 'text'}: ${(error as Error).message}`,
      });
      return empty;
    }
    const exact = isJson ? () => exactly(text) : undefined;
    return this.#check(body.schema, decoded, 'body field', {}, errors, exact);
  }

  /** A repeated name is refused, and an empty value counts as absent (RFC 6749 3.2). */
  #readForm(pairs: readonly (readonly [string, string])[], schema: Schema, errors: ErrorEntry[]): unknown {
    if (refuseOctets('body field', pairs, errors)) return empty;
    const counts = new Map<string, number>();
    for (const [name] of pairs) counts.set(name, (counts.get(name) ?? 0) + 1);
    for (const [name, count] of counts)
      if (count > 1)
        errors.push(
          invalid(
            `The \`${clip(name)}\` body field is given ${count} times; it takes one value`,
            clip(name),
            [],
          ),
        );
    return this.#check(
      schema,
      Object.fromEntries(pairs.filter(([, value]) => value !== '')),
      'body field',
      {},
      errors,
    );
  }

  #check(
    schema: Schema,
    values: unknown,
    place: Place,
    raw: Readonly<Record<string, string>>,
    errors: ErrorEntry[],
    exact: () => unknown = () => values,
  ): unknown {
    const parsed = parse(schema, values);
    if (parsed.success) return parsed.data;
    const given = exact();
    for (const issue of parsed.issues.slice(0, 20))
      errors.push(describeIssue(issue, place, raw, given, this.#kinds[String(issue.path[0])]));
    return empty;
  }
}

/** choice: octets — octets that are not UTF-8 are refused, never replaced by another character. */
function refuseOctets(
  place: Place,
  pairs: readonly (readonly [string, string])[],
  errors: ErrorEntry[],
): boolean {
  const before = errors.length;
  for (const [name, value] of pairs) {
    if (name.isWellFormed() && value.isWellFormed()) continue;
    const [encodedName, encoded] = [clip(encodeRfc3986(name)), clip(encodeRfc3986(value))];
    errors.push(
      invalid(
        `The \`${encodedName}\` ${place} value [${encoded}] has octets that are not UTF-8`,
        encodedName,
        [encoded],
      ),
    );
  }
  return errors.length > before;
}

function checkContentType(request: HttpRequest, format: BodyFormat): Refusal | null {
  const type = header(request.headers, 'content-type');
  return isType(type, bodyTypes[format]) ? null : refuseContentType(type, bodyTypes[format]);
}

const bodyTypes: Readonly<Record<BodyFormat, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  plain: 'text/plain',
};

/** The value of a query text. Text that does not fit its type is left for the schema to refuse. */
function fromText(value: string, kind: Kind): unknown {
  switch (kind.type) {
    case 'integer':
      return /^-?\d{1,300}$/.test(value) ? Number(value) : value;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    case 'array':
      return value.split(',');
    default:
      return value;
  }
}

/** The values of a JSON text. Numbers that JavaScript would round become strings, as sent. */
function exactly(json: string): unknown {
  const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  return JSON.parse(
    json.replace(token, (each) =>
      each.startsWith('"') || String(Number(each)) === each ? each : `"${each}"`,
    ),
  );
}

/** A single error is stated in full; several are listed by name. */
function because(errors: readonly ErrorEntry[]): string {
  if (errors.length === 1) return errors[0]!.message;
  const names = errors.flatMap(({ parameters }) => Object.keys(parameters ?? {}));
  return `${errors.length} things are wrong, with ${names.map((name) => `\`${name}\``).join(', ')}`;
}

const invalid = (message: string, name: string, values: readonly string[]): ErrorEntry => ({
  message,
  parameters: { [name]: values },
});

function describeIssue(
  issue: Issue,
  place: Place,
  raw: Readonly<Record<string, string>>,
  values: unknown,
  kind: Kind | undefined,
): ErrorEntry {
  const name = place === 'body field' ? issue.path.join('.') : String(issue.path[0] ?? '');
  const value = place === 'body field' ? shown(valueAt(values, issue.path)) : clip(raw[name] ?? '');
  if (issue.code === 'unknown')
    return invalid(
      `The ${name ? `\`${name}\` ` : ''}body has fields that are not known: [${issue.keys.map(clip).slice(0, 10).join(', ')}]`,
      name || 'body',
      issue.keys.map(clip).slice(0, 10),
    );
  if (issue.code === 'missing') return invalid(`The \`${name}\` ${place} is required`, name, []);
  const subject = name ? `The \`${name}\` ${place} value [${value}]` : 'The request body';
  return invalid(`${subject} ${requirement(issue, kind)}`, name || 'body', [value]);
}

/** The requirement that the value fails, to follow "The value […]". */
function requirement(issue: Complaint, kind: Kind | undefined): string {
  switch (issue.code) {
    case 'least':
    case 'most':
      return bounds(issue, kind);
    case 'values':
      return `is not one of [${issue.values.join(', ')}]`;
    case 'type':
      return `is not ${typeNames[kind?.type === 'integer' ? 'integer' : issue.expected]}`;
    case 'words':
      return `is not ${issue.words}`;
    default:
      return 'is not valid';
  }
}

/** Both ends where the schema has both. For a list, the number of values. */
function bounds(issue: Extract<Complaint, { end: number }>, kind: Kind | undefined): string {
  const isList = issue.of === 'array';
  const unit = isList ? ' values' : '';
  if (kind?.least !== undefined && kind.most !== undefined && isList === (kind.type === 'array'))
    return `is not between ${kind.least} and ${kind.most}${unit}`;
  const isNumber = issue.of === 'integer';
  return issue.code === 'least'
    ? `${isNumber ? 'is less' : 'has fewer'} than ${issue.end}${unit}`
    : `${isNumber ? 'is more' : 'has more'} than ${issue.end}${unit}`;
}

const typeNames: Readonly<Record<TypeName, string>> = {
  integer: 'a whole number',
  string: 'a string',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
};

const valueAt = (values: unknown, path: Issue['path']): unknown =>
  path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), values);

/** As JSON, shortened for people. Deep nesting is cut off before it would exhaust the stack. */
function shown(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return clip(value);
  let left = 100;
  const cut = (_: string, each: unknown): unknown =>
    left-- <= 0 ? null : Array.isArray(each) ? each.slice(0, 100) : each;
  return clip(JSON.stringify(value, cut));
}
