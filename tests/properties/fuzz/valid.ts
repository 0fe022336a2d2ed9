/** Valid requests by their declarations, from which the mutations start, for every endpoint. */
import type { EndpointDescription, HttpRequest } from '../../../engine/index.ts';
import { encodeRfc3986, utf8 } from '../../../engine/inside.ts';
import type { JsonSchema } from '../../../engine/declaration/json-schema.ts';
import { onAdsHost } from '../../../testing/examples.ts';
import type { Dice } from './dice.ts';
import { receiverUrl } from './world.ts';
import type { World } from './world.ts';

const texts = [
  'Hello',
  'Hello again',
  'Grüße, @jonas_berg! #hi https://a.example/b?c=d',
  '地図 🤝',
  '  ',
  'a',
];

export function validRequest(endpoint: EndpointDescription, world: World, dice: Dice): HttpRequest {
  const template = dice.pick([endpoint.path, ...endpoint.aliases]);
  const path = template.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeRfc3986(pathValue(endpoint, name, world, dice)),
  );
  const query = endpoint.fields
    .filter((field) => field.in === 'query' && (field.required || dice.chance(0.2)))
    .map(({ name, schema }) => `${name}=${encodeRfc3986(queryValue(endpoint, name, schema, world, dice))}`);
  const base = onAdsHost(endpoint) ? world.platform.adsBaseUrl : world.platform.baseUrl;
  const url = `${base}${path}${query.length > 0 ? '?' : ''}${query.join('&')}`;
  if (!endpoint.body) return { method: endpoint.method, url, headers: [] };
  // The platform rarely accepts products and filters generated from a schema.
  const isOwn = endpoint.api === 'catalog' && dice.chance(0.6);
  const value = isOwn ? endpoint.example.body : fromSchema('', endpoint.body.schema, world, dice);
  const isForm = endpoint.body.contentType.includes('form');
  const text = isForm
    ? new URLSearchParams(value as Record<string, string>).toString()
    : JSON.stringify(value);
  const headers: HttpRequest['headers'] = [['content-type', endpoint.body.contentType]];
  return { method: endpoint.method, url, headers, body: utf8(text) };
}

function pathValue(endpoint: EndpointDescription, name: string, world: World, dice: Dice): string {
  if (name === 'webhook_id') return world.webhookId(dice);
  if (name === 'product_catalog_id') return world.catalogId(dice);
  if (name === 'product_set_id') return world.setId(dice);
  if (name === 'product_feed_id') return world.feedId(dice);
  // Most ids belong to somebody else; the example's belong to the caller.
  const own = endpoint.example.path?.[name];
  if (own !== undefined && dice.chance(0.85)) return own;
  if (name === 'post_id' || endpoint.path.includes('/posts/:id')) return world.postId(dice);
  if (endpoint.path.includes('/dm_events/:id')) return world.eventId(dice);
  if (name === 'dm_conversation_id') return world.conversationId(dice);
  if (name === 'list_id' || endpoint.path.includes('/lists/:id')) return world.listId(dice);
  if (endpoint.path.includes('/spaces/:id')) return world.spaceId(dice);
  if (name === 'folder_id' || name === 'job_id' || /\/(communities|woeid)\/:id/.test(endpoint.path))
    return own ?? dice.text();
  if (/^id$|^participant_id$|user_id$/.test(name)) return world.userId(dice);
  if (name === 'username') return world.username(dice);
  return endpoint.example.path?.[name] ?? dice.text();
}

function queryValue(
  endpoint: EndpointDescription,
  name: string,
  schema: JsonSchema,
  world: World,
  dice: Dice,
): string {
  if (name === 'ids')
    return listOf(dice, () =>
      endpoint.path.includes('posts')
        ? world.postId(dice)
        : endpoint.path.includes('spaces')
          ? world.spaceId(dice)
          : world.userId(dice),
    );
  if (name === 'user_ids') return listOf(dice, () => world.userId(dice));
  if (name === 'usernames') return listOf(dice, () => world.username(dice));
  if (name === 'access_token') return world.bearerToken(dice);
  if (name === 'pagination_token') return world.pageToken(dice);
  if (name.endsWith('_id')) return world.postId(dice);
  // Statistics cover whole hours, and entities of the account.
  const own = endpoint.example.query?.[name];
  if (endpoint.id === 'getStats' && own !== undefined && dice.chance(0.9)) return own;
  if (name.endsWith('_time')) return new Date(world.platform.clock.now() - dice.int(4e9)).toISOString();
  const value = fromSchema(name, schema, world, dice);
  return Array.isArray(value) ? value.join(',') : String(value);
}

const listOf = (dice: Dice, make: () => string): string =>
  Array.from({ length: 1 + dice.int(4) }, make).join(',');

/** A value that fits the schema. */
function fromSchema(name: string, schema: JsonSchema, world: World, dice: Dice): unknown {
  if (schema.enum) return dice.pick(schema.enum);
  const { minimum = 0, maximum = 100 } = schema as { minimum?: number; maximum?: number };
  const { minItems = 1, maxItems = 6 } = schema as { minItems?: number; maxItems?: number };
  switch (schema.type) {
    case 'object':
      return objectFrom(schema, world, dice);
    case 'array':
      return Array.from({ length: minItems + dice.int(Math.min(6, maxItems) - minItems + 1) }, () =>
        fromSchema(name, schema.items ?? {}, world, dice),
      );
    case 'integer':
    case 'number':
      return minimum + dice.int(Math.min(maximum, 1e6) - minimum + 1);
    case 'boolean':
      return dice.chance(0.5);
    default:
      if (/user_id$|^participant_ids$/.test(name)) return world.userId(dice);
      if (name === 'list_id') return world.listId(dice);
      if (name === 'url' && dice.chance(0.8)) return receiverUrl;
      return name.endsWith('_id')
        ? world.postId(dice)
        : `${dice.pick(texts)}${dice.chance(0.5) ? dice.int(1000) : ''}`;
  }
}

function objectFrom(schema: JsonSchema, world: World, dice: Dice): Record<string, unknown> {
  const required = new Set([...(schema.required ?? []), 'text']);
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name]) => required.has(name) || dice.chance(0.2))
      .map(([name, each]) => [name, fromSchema(name, each, world, dice)]),
  );
}
