/**
 * Names for bodies that have no declared name, so that a client generator has a name for each. Rules derive them from
 * the contents of a body or from its only operation. Equal bodies have one name.
 */
import { itemAt, valueOf } from '../checked/known.ts';
import type { Endpoint } from '../declaration/endpoint.ts';
import type { JsonSchema } from '../declaration/json-schema.ts';
import type { Schema } from '../spec/fields.ts';
import type { LoadedFamily } from './describe.ts';
import { refTo } from './schemas.ts';
import type { Components, Io } from './schemas.ts';

/** The kind of body, and the suffix of its name if the name comes from an operation or members. */
type Kind = 'Answer' | 'Request';

/** One body, and the ids of all endpoints that have it. */
interface Body {
  readonly kind: Kind;
  readonly schema: JsonSchema;
  readonly ids: string[];
}

/** Where the rules give no good name: by the first endpoint with the body. */
const words: Readonly<Record<string, string>> = {
  addListMember: 'MembershipAnswer',
  getSpacesByCreators: 'FoundSpaces',
  invalidateUserToken: 'InvalidatedToken',
  sendDmToUser: 'SentMessage',
  streamPosts: 'StreamLine',
};

/** The contents of a list's `meta`, by its members: its name, and the suffix for a list of such things. */
const metas: Readonly<Record<string, { readonly name: string; readonly list: (item: string) => string }>> = {
  result_count: { name: 'CountMeta', list: (item) => `${plural(item)}Answer` },
  'next_token,previous_token,result_count': { name: 'PageMeta', list: (item) => `${item}Page` },
  'newest_id,next_token,oldest_id,previous_token,result_count': {
    name: 'TimelineMeta',
    list: (item) => `${item}Timeline`,
  },
};

/** Adds the bodies of these families to the components, under their names. */
export class Bodies {
  readonly #names = new Map<string, string>();

  constructor(
    families: readonly LoadedFamily[],
    private readonly components: Components,
  ) {
    const bodies = this.#collect(families);
    const names = namesOf([...bodies.values()]);
    for (const [key, body] of bodies) {
      const name = valueOf(names, body);
      this.#names.set(key, name);
      components.keep(name, this.#withMeta(name, body.schema));
    }
  }

  /** The reference to a body; a body that is not an object, or has a declared name, is written as usual. */
  reference(schema: Schema, kind: Kind): JsonSchema {
    const written = this.#written(schema, kind);
    const name = this.#names.get(keyOf(kind, written));
    return name === undefined ? written : refTo(name);
  }

  #collect(families: readonly LoadedFamily[]): Map<string, Body> {
    const bodies = new Map<string, Body>();
    for (const endpoint of families.flatMap(({ endpoints }) => endpoints))
      for (const [schema, kind] of bodiesOf(endpoint)) {
        const written = this.#written(schema, kind);
        if (written.type !== 'object') continue;
        const key = keyOf(kind, written);
        const body = bodies.get(key) ?? { kind, schema: written, ids: [] };
        bodies.set(key, body);
        body.ids.push(endpoint.id);
      }
    return bodies;
  }

  #written(schema: Schema, kind: Kind): JsonSchema {
    const io: Io = kind === 'Request' ? 'input' : 'output';
    return this.components.reference(schema, io);
  }

  #withMeta(name: string, schema: JsonSchema): JsonSchema {
    const { properties } = schema;
    const meta = properties?.['meta'];
    if (!meta) return schema;
    const { description, ...told } = meta;
    const metaName = metas[membersOf(meta)]?.name ?? `${name.replace(/Answer$/, '')}Meta`;
    this.components.keep(metaName, told);
    return {
      ...schema,
      properties: {
        ...properties,
        meta: { ...refTo(metaName), ...(description !== undefined && { description }) },
      },
    };
  }
}

const keyOf = (kind: Kind, schema: JsonSchema): string => kind + JSON.stringify(schema);

const bodiesOf = ({ body, answers }: Endpoint): (readonly [Schema, Kind])[] => [
  ...(body ? [[body.schema, 'Request'] as const] : []),
  ...Object.values(answers).map(({ schema }) => [schema, 'Answer'] as const),
];

/** Different bodies that would have one name are named after their operations instead. */
function namesOf(bodies: readonly Body[]): ReadonlyMap<Body, string> {
  const names = bodies.map((body) => ruled(body));
  return new Map(
    bodies.map((body, at) => {
      const name = itemAt(names, at);
      return [body, names.indexOf(name) === names.lastIndexOf(name) ? name : byOperation(body)];
    }),
  );
}

function ruled(body: Body): string {
  const { kind, schema, ids } = body;
  const word = kind === 'Answer' ? words[itemAt(ids, 0)] : undefined;
  return word ?? byData(schema) ?? (ids.length === 1 ? byOperation(body) : byMembers(body));
}

const inEnvelope = ['data', 'includes', 'errors', 'meta', 'request'];

/** The name of an envelope of named things: PostAnswer, PostsAnswer, PostPage; null for other bodies. */
function byData({ properties = {} }: JsonSchema): string | null {
  const { data, meta } = properties;
  const item = nameIn(data?.items ?? data);
  if (item === null || !Object.keys(properties).every((name) => inEnvelope.includes(name))) return null;
  if (!data!.items) return `${item}Answer`;
  return (meta && metas[membersOf(meta)]?.list(item)) ?? `${plural(item)}Answer`;
}

const byOperation = ({ kind, ids }: Body): string => pascal(itemAt(ids, 0)) + kind;

/** The common name for several operations: DeletedAnswer, PostIdRequest. */
function byMembers({ kind, schema }: Body): string {
  const { data } = schema.properties!;
  return (
    Object.keys((data ?? schema).properties!)
      .map(pascal)
      .join('And') + kind
  );
}

const membersOf = ({ properties = {} }: JsonSchema): string => Object.keys(properties).sort().join();

function nameIn(schema: JsonSchema | undefined): string | null {
  const reference = schema?.['$ref'];
  return typeof reference === 'string' ? reference.slice(reference.lastIndexOf('/') + 1) : null;
}

export const pascal = (name: string): string =>
  name.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());

const plural = (name: string): string => (name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`);
