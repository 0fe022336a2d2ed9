/** JSON Schemas (draft 2020-12), derived from the declared schemas. For the build. */
import type { JsonSchema } from '../declaration/json-schema.ts';
import type { Definition, ObjectDefinition, Schema, StringDefinition } from '../spec/fields.ts';
import { memberText } from './members.ts';

/** Whether a value with a default may be absent: it may in a call, but not in an answer. */
export type Io = 'input' | 'output';
/** Writes a schema that has a name. */
type Refer = (name: string, write: () => JsonSchema) => JsonSchema;

/** How a schema is written, and in which component: `''` in a body without a name. */
interface Writing {
  readonly io: Io;
  readonly refer: Refer;
  readonly component: string;
}

/** The complete JSON Schema of a field or body, with all named schemas inlined. */
export const inlineSchema = (schema: Schema, io: Io): JsonSchema =>
  write(schema, { io, refer: (_, whole) => whole(), component: '' });

function write(schema: Schema, writing: Writing): JsonSchema {
  const { definition, description, fallback, name, nullable, about } = schema;
  const told = given({ description, default: fallback });
  const component = () => ({
    ...written(definition, { ...writing, component: name ?? writing.component }),
    ...given({ description: about }),
  });
  const whole = name === undefined ? component() : writing.refer(name, component);
  return { ...(nullable ? { anyOf: [whole, { type: 'null' }] } : whole), ...told };
}

function written(definition: Definition, writing: Writing): JsonSchema {
  switch (definition.type) {
    case 'string':
      return stringSchema(definition);
    case 'integer':
      return { type: 'integer', ...given({ minimum: definition.least, maximum: definition.most }) };
    case 'boolean':
      return { type: 'boolean' };
    case 'oneOf':
      return { type: typeof definition.values[0], enum: definition.values };
    case 'array': {
      const { item, least, most } = definition;
      return {
        type: 'array',
        items: write(item, writing),
        ...given({ minItems: least, maxItems: most }),
      };
    }
    case 'object':
      return objectSchema(definition, writing);
  }
}

const stringSchema = ({ least, most, form, time, offers }: StringDefinition): JsonSchema => ({
  type: 'string',
  ...given({
    minLength: least,
    maxLength: most,
    pattern: form?.pattern.source,
    format: time ? 'date-time' : undefined,
    enum: offers,
  }),
});

function objectSchema({ members, open, needs }: ObjectDefinition, writing: Writing): JsonSchema {
  const { io, component } = writing;
  const all = Object.entries(members);
  const required = all
    .filter(([, member]) => !member.optional && (io === 'output' || member.fallback === undefined))
    .map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      all.map(([name, member]) => [
        name,
        { ...given({ description: memberText(component, name) }), ...write(member, writing) },
      ]),
    ),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: open ? {} : false,
    ...(needs && { anyOf: needs.names.map((name) => ({ required: [name] })) }),
  };
}

const given = (parts: Readonly<Record<string, unknown>>): JsonSchema =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));

/** Collects the named schemas, and writes references to them. */
export class Components {
  readonly #named = new Map<string, JsonSchema>();

  /** Sorted by name. */
  get all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** A schema, or the reference to it. Throws a TypeError for two schemas with one name. */
  reference(schema: Schema, io: Io): JsonSchema {
    const refer: Refer = (name, whole) => {
      this.#add(name, whole());
      return refTo(name);
    };
    return write(schema, { io, refer, component: '' });
  }

  /** Where at least one of several members is required, each possibility is written as a type. */
  #add(name: string, schema: JsonSchema): void {
    const { anyOf, ...fields } = schema;
    if (!isChoiceOfMembers(anyOf)) return this.keep(name, schema);
    this.keep(`${name}Fields`, fields);
    this.keep(name, {
      anyOf: anyOf.map(({ required }) => ({ allOf: [refTo(`${name}Fields`)], required })),
    });
  }

  /** Throws a TypeError for two schemas with one name. */
  keep(name: string, schema: JsonSchema): void {
    const known = this.#named.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new TypeError(`Two schemas are called ${name}`);
    this.#named.set(name, schema);
  }
}

export const refTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const isChoiceOfMembers = (anyOf: unknown): anyOf is readonly { readonly required: readonly string[] }[] =>
  Array.isArray(anyOf) && anyOf.every((each: object) => 'required' in each && Object.keys(each).length === 1);
