/** The intended values of refused parameters, found from what the schemas take. */
import { isRecord } from '../checked/is.ts';
import { itemAt, known } from '../checked/known.ts';
import { decodeForm, formPairs } from '../http/encoding.ts';
import { text } from '../http/messages.ts';
import { kindOf } from '../spec/fields.ts';
import type { Schema, Shape } from '../spec/fields.ts';
import { parse } from '../spec/parse.ts';
import type { Issue } from '../spec/parse.ts';
import { changeText, none, useValue } from './act.ts';
import type { Advice, Change, Field } from './act.ts';
import type { Case } from './case.ts';
import { fieldNamed, membersOf, schemaAt, shapeOf } from './fields.ts';
import { nearest } from '../checked/nearest.ts';

/** A change that fixes one error, or a field that only the person can fill in. */
type Repair = Change | { readonly ask: Field };

const asks = (repair: Repair): repair is { readonly ask: Field } => 'ask' in repair;

const numbers = ['Two', 'Three', 'Four', 'Five'];

/** All changes in one act, and one act for each field that only the person can fill in. */
export function parameters(about: Case): Advice {
  const found = repairsOf(about);
  const fields = [...new Set(found.flatMap((each) => (asks(each) ? each.ask : [])))];
  const changes = found.filter((each): each is Change => !asks(each));
  const acts = [...fields.map(changeText), ...(changes.length > 0 ? [useValue(...changes)] : [])];
  const wrong = fields.length + changes.length;
  const what =
    wrong > 1
      ? `${numbers[wrong - 2] ?? 'Several'} parameters have invalid values`
      : 'A parameter has an invalid value';
  const [act = none('The answer does not say which part of the call is wrong.'), ...also] = acts;
  return { what, why: null, act, also };
}

function repairsOf(about: Case): readonly Repair[] {
  const { endpoint, exchange } = about;
  if (!endpoint) return [];
  const query = decodeForm(about.url?.query ?? '');
  const repairs = [
    ...ofPath(about),
    ...ofPairs('query', endpoint.query, query, endpoint.api.unknownQuery === 'refused'),
    ...(endpoint.body?.format === 'form'
      ? ofPairs('form', shapeOf(endpoint.body.schema), formPairs(exchange.request), true)
      : []),
    ...(endpoint.body?.format === 'json' && !(endpoint.body.schema.optional && !exchange.request.body?.length)
      ? ofJson(endpoint.body.schema, text(exchange.request.body ?? empty))
      : []),
  ];
  return repairs.length > 0 ? repairs : ofHandler(about);
}

const empty = new Uint8Array();

/** A wrong value in the path: its intended value cannot be guessed. */
const ofPath = ({ endpoint, errors }: Case): Repair[] =>
  errors
    .flatMap(({ parameters }) => Object.keys(parameters ?? {}))
    .filter((name) => Object.hasOwn(endpoint?.params ?? {}, name))
    .map((name) => ({ ask: `path.${name}` }));

function ofPairs(
  place: 'query' | 'form',
  shape: Shape,
  pairs: readonly (readonly [string, string])[],
  isClosed: boolean,
): Repair[] {
  const given = new Map<string, string[]>();
  for (const [name, value] of pairs) given.set(name, [...(given.get(name) ?? []), value]);
  const repairs = [...given].flatMap(([name, values]): Repair[] => {
    const field = `${place}.${name}`;
    if (!Object.hasOwn(shape, name)) {
      if (!isClosed || name.startsWith('oauth_')) return [];
      const meant = nearest(name, Object.keys(shape));
      return [
        meant && !given.has(meant)
          ? renamed(field, meant, known(shape[meant], meant), values)
          : { field, value: null },
      ];
    }
    const schema = known(shape[name], name);
    const isList = kindOf(schema).type === 'array';
    if (values.length > 1 && !isList) return [{ ask: field }];
    return ofText(field, schema, values.join(','));
  });
  const missing = Object.entries(shape).filter(
    ([name, schema]) => !given.has(name) && !parse(schema, undefined).success,
  );
  return [...repairs, ...missing.map(([name]) => ({ ask: `${place}.${name}` }))];
}

/** The intended name, with its value fixed. */
function renamed(field: Field, name: string, schema: Schema, values: readonly string[]): Repair {
  const value = values.join(',');
  const [repair] = ofText(field, schema, value);
  return repair && asks(repair) ? repair : { ...(repair ?? { field, value }), name };
}

/** A value written as text. */
function ofText(field: Field, schema: Schema, value: string): Repair[] {
  const { type } = kindOf(schema);
  if (type === 'array') return ofList(field, schema, value);
  const trimmed = value.trim();
  const read = (each: string): unknown =>
    type === 'integer' && /^-?\d{1,15}$/.test(each)
      ? Number(each)
      : type === 'boolean' && /^(?:true|false)$/.test(each)
        ? each === 'true'
        : each;
  const parsed = parse(schema, read(value));
  if (parsed.success) return [];
  const spaced = [trimmed, trimmed.toLowerCase()].find(
    (each) => each !== value && parse(schema, read(each)).success,
  );
  if (spaced !== undefined) return [{ field, value: spaced }];
  const meant = meantBy(itemAt(parsed.issues, 0), read(value));
  return [meant === null ? { ask: field } : { field, value: String(meant) }];
}

/** A comma-separated list: each entry is fixed; of too many, the first are kept. */
function ofList(field: Field, schema: Schema, value: string): Repair[] {
  const entries = value.split(',');
  const parsed = parse(schema, entries);
  if (parsed.success) return [];
  const fixed: (string | null)[] = [...entries];
  for (const issue of parsed.issues) {
    const [at] = issue.path;
    if (typeof at !== 'number') {
      const { most } = kindOf(schema);
      if (issue.code !== 'most' || most === undefined) return [{ ask: field }];
      fixed.length = Math.min(fixed.length, most);
      continue;
    }
    const entry = itemAt(entries, at).trim();
    const meant = entry === '' ? null : meantBy(issue, entry);
    if (meant === null && entry !== '') return [{ ask: field }];
    if (at < fixed.length) fixed[at] = meant === null ? null : String(meant);
  }
  const kept = [...new Set(fixed.filter((each) => each !== null))].join(',');
  return [kept !== '' && parse(schema, kept.split(',')).success ? { field, value: kept } : { ask: field }];
}

/** A JSON body: an extra comma is removed, and a misspelled member gets its name. */
function ofJson(schema: Schema, json: string): Repair[] {
  const decoded = readJson(json);
  if (decoded === undefined) {
    const lighter = json.replaceAll(/,(\s*[}\]])/g, '$1');
    return [readJson(lighter) === undefined ? { ask: 'body' } : { field: 'body', value: lighter }];
  }
  const parsed = parse(schema, decoded);
  if (parsed.success) return [];
  const repairs = parsed.issues.flatMap((issue) => ofIssue(schema, decoded, issue));
  // What the body seems to lack may be a member with a misspelled name.
  const isRenamed = repairs.some((each) => !asks(each) && each.name !== undefined);
  return isRenamed ? repairs.filter((each) => !asks(each) || each.ask !== 'body') : repairs;
}

function readJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function ofIssue(schema: Schema, decoded: unknown, issue: Issue): Repair[] {
  const field = ['body', ...issue.path.map(String)].join('.');
  const value = issue.path.reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), decoded);
  if (issue.code === 'unknown') {
    const inside = schemaAt(schema, issue.path);
    const known = inside ? membersOf(inside) : [];
    return issue.keys.map((name) => {
      const meant = nearest(name, known);
      const given = isRecord(value) ? value[name] : undefined;
      const isFree = meant !== null && isRecord(value) && !Object.hasOwn(value, meant);
      return isFree
        ? { field: `${field}.${name}`, value: JSON.stringify(given), name: meant }
        : { field: `${field}.${name}`, value: null };
    });
  }
  const read = issue.code === 'type' ? asType(issue.expected, value) : null;
  const meant = read ?? meantBy(issue, value);
  return [
    meant === null
      ? { ask: issue.path.length === 0 ? 'body' : field }
      : { field, value: JSON.stringify(meant) },
  ];
}

/** A number where a string was expected, or the reverse. */
function asType(expected: string, value: unknown): string | number | boolean | null {
  if (expected === 'string' && typeof value === 'number') return String(value);
  if (typeof value !== 'string') return null;
  if (expected === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value);
  return expected === 'boolean' && /^(?:true|false)$/.test(value) ? value === 'true' : null;
}

/** The closest value that is taken; null when there is none. */
function meantBy(issue: Issue, value: unknown): string | number | null {
  switch (issue.code) {
    case 'values':
      return typeof value === 'string' ? nearest(value, issue.values.map(String)) : null;
    case 'least':
    case 'most':
      return issue.of === 'integer' ? issue.end : null;
    default:
      return null;
  }
}

/** Refused by the endpoint itself: a list begins at its first page; anything else only the person knows. */
function ofHandler(about: Case): Repair[] {
  const names = about.errors.flatMap(({ parameters }) => Object.keys(parameters ?? {}));
  return names.map((name) => {
    const field = fieldNamed(about, name);
    return /^query\.(pagination|next)_token$/.test(field) ? { field, value: null } : { ask: field };
  });
}
