/** Parameters, bodies and answers as trees for people. */
import { isList, isRecord } from '../../checked/is.ts';
import type { JsonSchema } from '../../declaration/json-schema.ts';
import { defaultDmEventFields } from '../../social/renderer.ts';
import type { Schema, Shape } from '../../spec/fields.ts';
import { memberText } from '../members.ts';
import { inlineSchema } from '../schemas.ts';
import type { Io } from '../schemas.ts';
import { typeWords } from './words.ts';

export interface ManualField {
  readonly name: string;
  /** Type and bounds, in words. */
  readonly type: string;
  readonly description?: string;
  /** For a body or parameter: whether it must be given. */
  readonly required?: true;
  readonly nullable?: true;
  readonly list?: true;
  /** The allowed or suggested values. */
  readonly values?: readonly string[];
  /** The default, as text. */
  readonly fallback?: string;
  /**
   * For an answer: the parameters each of which includes the field; `[]` if it is only sometimes there. Absent if it
   * always comes with its parent.
   */
  readonly takes?: readonly string[];
  readonly fields?: readonly ManualField[];
}

/** What decides which fields are included. */
interface Asking {
  readonly query: Shape;
  readonly io: Io;
}

/** The schema that holds a field, and the nearest component around it: `''` in a body without a name. */
interface Place {
  readonly holder?: string | undefined;
  readonly component: string;
}

export const parameterFields = (shape: Shape): ManualField[] =>
  membersOf(shape, { query: {}, io: 'input' }, { component: '' });

/** The members of a body or an answer; those of its only item where it is a list. */
export function bodyFields(schema: Schema, asking: Asking): readonly ManualField[] {
  return innerFields(schema, asking, '') ?? [];
}

function innerFields(schema: Schema, asking: Asking, around: string): ManualField[] | null {
  const { definition, name } = schema;
  const component = name ?? around;
  if (definition.type === 'array') return innerFields(definition.item, asking, component);
  return definition.type === 'object'
    ? membersOf(definition.members, asking, { holder: name, component })
    : null;
}

const membersOf = (members: Shape, asking: Asking, place: Place): ManualField[] =>
  Object.entries(members).map(([name, schema]) => fieldOf(name, schema, asking, place));

function fieldOf(name: string, schema: Schema, asking: Asking, { holder, component }: Place): ManualField {
  const json = inlineSchema(schema, asking.io);
  const own = withoutNull(json);
  const values = own.enum ?? own.items?.enum;
  const fields = innerFields(schema, asking, component);
  const description = schema.description ?? memberText(component, name);
  const isInput = asking.io === 'input';
  return {
    name,
    type: typeWords(own),
    ...(description !== undefined && { description }),
    ...(isInput && !schema.optional && schema.fallback === undefined && { required: true as const }),
    ...(schema.nullable && { nullable: true as const }),
    ...(own.type === 'array' && { list: true as const }),
    ...(values && { values: values.map(String) }),
    ...(schema.fallback !== undefined && { fallback: textOf(schema.fallback) }),
    ...(!isInput && schema.optional && { takes: takenBy(name, holder, asking.query) }),
    ...(fields && { fields }),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The schema without null. */
function withoutNull(json: JsonSchema): JsonSchema {
  const either: unknown = json['anyOf'];
  const first: unknown = json.type === undefined && isList(either) ? either[0] : undefined;
  return isRecord(first) ? first : json;
}

/** The parameters that include an optional member of an answer (choice: fields). */
function takenBy(name: string, holder: string | undefined, query: Shape): readonly string[] {
  const expansions = valuesOf(query['expansions']);
  if (name === 'includes') return expansions.length > 0 ? ['expansions'] : [];
  if (holder === 'Includes') return expansions.filter((each) => led(each) === name).map(asExpansion);
  if (holder === undefined || (holder === 'DmEvent' && isDefaultOfMessages(name))) return [];
  const parameter = `${holder.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase()}.fields`;
  return valuesOf(query[parameter]).includes(name) ? [`${parameter}=${name}`] : [];
}

const asExpansion = (name: string): string => `expansions=${name}`;

const isDefaultOfMessages = (name: string): boolean => defaultDmEventFields.some((each) => each === name);

/** The members of `includes` that an expansion adds. */
function led(expansion: string): string {
  if (expansion.endsWith('poll_ids')) return 'polls';
  return /posts\.id$|post_id$/.test(expansion) ? 'posts' : 'users';
}

function valuesOf(schema: Schema | undefined): readonly string[] {
  const definition = schema?.definition;
  if (definition?.type === 'array') return valuesOf(definition.item);
  return definition?.type === 'oneOf' ? definition.values.map(String) : [];
}
