/** The values of a call that the endpoint's schema describes. */
import { decodeForm, utf8 } from '../../../../worker/api.ts';
import type { HttpRequest, JsonSchema } from '../../../../worker/api.ts';
import { encodeForm } from '../../../../worker/api.ts';
import { bodyText, isForm, jsonOf, queryOf, setQuery } from './call.ts';
import type { Call } from './call.ts';

export interface InputPlace {
  /** Its name in the platform: `max_results`, `poll.duration_minutes`. */
  readonly name: string;
  readonly kind: 'query parameter' | 'body field';
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** Whether the call has a value for it. */
  readonly given: boolean;
  /** The request with another value there; undefined removes it. */
  readonly put: (request: HttpRequest, value: string | number | undefined) => HttpRequest;
}

/** Places with a value come before those without. */
export function placesOf(call: Call): readonly InputPlace[] {
  const places = [...inQuery(call), ...(isForm(call.message) ? inForm(call) : inJson(call))];
  return [...places.filter(({ given }) => given), ...places.filter(({ given }) => !given)];
}

function inQuery({ target, message }: Call): InputPlace[] {
  const given = new Set(queryOf(message).map(([name]) => name));
  const fields = target?.fields.filter((field) => field.in === 'query') ?? [];
  return fields.map(({ name, schema, required }) => ({
    name,
    kind: 'query parameter',
    schema,
    required,
    given: given.has(name),
    put: (request, value) => setQuery(request, name, value === undefined ? null : String(value)),
  }));
}

function inForm({ target, message }: Call): InputPlace[] {
  const given = new Set(decodeForm(bodyText(message)).map(([name]) => name));
  return Object.entries(target?.body?.schema.properties ?? {}).map(([name, schema]) => ({
    name,
    kind: 'body field',
    schema,
    required: target?.body?.schema.required?.includes(name) ?? false,
    given: given.has(name),
    put: (request, value) => {
      const rest = decodeForm(bodyText(request)).filter(([each]) => each !== name);
      return {
        ...request,
        body: utf8(encodeForm(value === undefined ? rest : [...rest, [name, String(value)]])),
      };
    },
  }));
}

/** Only of those objects in the body that exist. */
function inJson({ target, message }: Call): InputPlace[] {
  const body = jsonOf(message);
  return body && target?.body ? within(target.body.schema, body, []) : [];
}

type Json = Readonly<Record<string, unknown>>;

function within(schema: JsonSchema, value: Json, path: readonly string[]): InputPlace[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, each]): InputPlace[] => {
    const inner = value[key];
    const whole = [...path, key];
    const place: InputPlace = {
      name: whole.join('.'),
      kind: 'body field',
      schema: each,
      required: schema.required?.includes(key) ?? false,
      given: key in value,
      put: (request, put) => ({
        ...request,
        body: utf8(JSON.stringify(set(jsonOf(request) ?? {}, whole, put))),
      }),
    };
    return isJson(inner) ? [place, ...within(each, inner, whole)] : [place];
  });
}

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function set(object: Json, [key, ...rest]: readonly string[], value: unknown): Json {
  if (key === undefined) return object;
  const inner = object[key];
  // JSON leaves out undefined members.
  return { ...object, [key]: rest.length === 0 ? value : set(isJson(inner) ? inner : {}, rest, value) };
}
