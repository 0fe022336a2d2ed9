/** JSON Schemas (draft 2020-12), written from the declared ones. For the build: zod's writer is larger than zod's checks. */
import { $ZodRegistry, globalRegistry, toJSONSchema } from 'zod/v4/core';
import type { JsonSchema } from '../declaration/json-schema.ts';
import { object } from '../spec/fields.ts';
import type { Schema } from '../spec/fields.ts';

type Io = 'input' | 'output';
type Written = Record<string, unknown>;

/** The JSON Schema of a field or body, whole: names are left out, what they name stands in their place. */
export const inlineSchema = (schema: Schema, io: Io): JsonSchema =>
  tidy(toJSONSchema(schema, { io, metadata: withoutNames }));

/** What is known of a schema but for its name. */
class WithoutNames extends $ZodRegistry<Written> {
  override get(schema: Parameters<$ZodRegistry['get']>[0]): Written | undefined {
    const known = globalRegistry.get(schema);
    if (!known) return undefined;
    return { ...known, id: undefined };
  }
}
const withoutNames = new WithoutNames();

/** Collects the schemas that have a name, and writes references in their place. */
export class Components {
  readonly #named = new Map<string, JsonSchema>();

  /** In the order of their names. */
  get all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** A schema, or the reference to it. Throws a TypeError for two schemas of one name. */
  reference(schema: Schema, io: Io): JsonSchema {
    // As the member of an object, so that a schema that has a name is written as a reference, too.
    const written = toJSONSchema(object({ it: schema }), { io }) as Written;
    const { $defs = {}, properties } = tidy(written) as Written;
    for (const [name, each] of Object.entries($defs as Record<string, JsonSchema>)) this.#add(name, each);
    return (properties as { it: JsonSchema }).it;
  }

  /** Where one of several members is needed, each way of writing it is a type of its own. */
  #add(name: string, schema: JsonSchema): void {
    const { anyOf, ...fields } = schema;
    if (!isChoiceOfMembers(anyOf)) return this.#keep(name, schema);
    this.#keep(`${name}Fields`, fields);
    this.#keep(name, {
      anyOf: anyOf.map(({ required }) => ({ allOf: [refTo(`${name}Fields`)], required })),
    });
  }

  #keep(name: string, schema: JsonSchema): void {
    const known = this.#named.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new TypeError(`Two schemas are called ${name}`);
    this.#named.set(name, schema);
  }
}

export const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const isChoiceOfMembers = (anyOf: unknown): anyOf is readonly { readonly required: readonly string[] }[] =>
  Array.isArray(anyOf) && anyOf.every((each: object) => 'required' in each && Object.keys(each).length === 1);

/** Without what says nothing: the ends of exact integers, the pattern of a format that has a name. */
function tidy(value: Written): JsonSchema {
  const clean = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(clean);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(
      Object.entries(each)
        .filter(([key, of]) => !saysNothing(key, of, each))
        .map(([key, of]) => [
          key,
          key === '$ref' ? String(of).replace('#/$defs/', '#/components/schemas/') : clean(of),
        ]),
    );
  };
  return clean(value) as JsonSchema;
}

function saysNothing(key: string, value: unknown, of: object): boolean {
  if (key === '$schema' || key === 'id') return typeof value === 'string' || value === undefined;
  if (key === 'minimum') return value === Number.MIN_SAFE_INTEGER;
  if (key === 'maximum') return value === Number.MAX_SAFE_INTEGER;
  return key === 'pattern' && typeof value === 'string' && 'format' in of;
}
