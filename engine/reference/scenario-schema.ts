/** The published JSON Schemas of the scenario file and of the recipe, derived from their declarations. For the build. */
import type { JsonSchema } from '../declaration/json-schema.ts';
import { ScenarioSchema } from '../scenario-file/declaration.ts';
import { RecipeSchema } from '../scenario-file/recipe.ts';
import type { Schema } from '../spec/fields.ts';
import { inlineSchema } from './schemas.ts';

/** Descriptions of the parts of the file. */
const parts: Readonly<Record<string, string>> = {
  $schema: 'Where editors find this schema',
  scenario: 'The version of the file format: 1',
  base: 'The built-in scenario that the file changes and adds to. Default: none',
  seed: 'The same seed gives the same keys and ids. Default northwind-1',
  clock: 'The time of the world. Default: now',
  abuse_enabled: 'Whether Apps that continue to call after refusals are silenced. Default true',
  call: 'A link to a call, #/requests/…: the page shows it first',
  populations_due: 'What is created by the first call that could see it; set in downloaded worlds',
  users: 'Users. The default name is the username, the default password <username>-password',
  projects: 'Projects, each with a plan. Default pro',
  apps: 'Apps. Keys and tokens that are left out are derived from the seed; null means none',
  access_tokens: 'OAuth 1.0a access tokens of users',
  oauth2_tokens: 'OAuth 2.0 access tokens of users',
  refresh_tokens: 'OAuth 2.0 refresh tokens; a family ends together with its access tokens',
  approvals: 'The access that users gave to Apps',
  posts: 'Posts, replies, quotes and reposts',
  bookmark_folders: 'Folders of bookmarks',
  filed_bookmarks: 'The bookmarks in them',
  lists: 'Lists of users',
  spaces: 'Spaces. Without times they are live from the time of the world for an hour',
  space_buyers: 'Users who bought a ticket',
  space_posts: 'Posts that were shared in a Space',
  dm_conversations: 'Direct Message conversations; one between two needs no group',
  dm_events: 'Direct Messages, and who joined a group',
  stream_rules: 'Rules of the filtered stream',
  compliance_jobs: 'Compliance jobs. By default they wait for the ids for 15 minutes',
  receivers: 'Programs that answer at a host; they run in the page',
  receiver_items: 'What the programs keep',
  webhooks: 'Webhooks. They count as valid, and are checked again within an hour',
  subscriptions: 'The users whose events a webhook receives',
  merchants: 'Users of the shopping manager',
  catalogs: 'Product catalogs, at most one per user',
  products: 'Products, in the order of their catalogs',
  product_sets: 'Product sets',
  product_feeds: 'Product feeds. Without a start_time the first run is due at once',
};

const members: Readonly<Record<string, string>> = {
  id: 'A decimal id, or a word by which other entries refer to it',
  owner: 'A username',
  author: 'A username',
  user: 'A username',
  sender: 'A username',
  source_user: 'A username: who follows, mutes or blocks',
  target_user: 'A username',
  creator: 'A username',
  hosts: 'Usernames. Default: the creator',
  speakers: 'Usernames',
  code: 'A JavaScript module whose default export answers a Request',
  uploaded: 'The ids of a job in progress, one per line',
  result: 'The result of a complete job: JSON objects, one per line',
  app: 'The name of an App',
  project: 'The name of a Project; null or absent for a Standalone App',
  post: 'The id or word of a post',
  created_at: 'ISO 8601, UTC. Default: the time of the world',
  at: 'ISO 8601, UTC. Default: the time of the world',
};

export const scenarioSchema = (): JsonSchema => schemaOf(ScenarioSchema, 'A scenario of svc Playground');

/** A recipe is a scenario file that fits into a link. */
export const recipeSchema = (): JsonSchema => schemaOf(RecipeSchema, 'A recipe of svc Playground');

function schemaOf(of: Schema, title: string): JsonSchema {
  const schema = inlineSchema(of, 'input');
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    ...schema,
    properties: described(schema.properties ?? {}, parts, true),
  };
}

function described(
  properties: Readonly<Record<string, JsonSchema>>,
  words: Readonly<Record<string, string>>,
  isTop: boolean,
): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, { description: _, ...schema }]) => {
      const said = words[name];
      const { items } = schema;
      const whole = {
        ...(said !== undefined && { description: said }),
        ...schema,
        ...(isTop &&
          items?.properties && {
            items: { ...items, properties: described(items.properties, members, false) },
          }),
      };
      return [name, whole];
    }),
  );
}
