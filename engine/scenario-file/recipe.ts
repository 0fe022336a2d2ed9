/**
 * A recipe: the part of a scenario file that fits into a link. It names a built-in scenario, and says what is added to
 * it or changed. It has no member for a key, a token or a password: these follow from the seed.
 */
import { isOneOf, isRecord, isWhole, keysOf } from '../checked/is.ts';
import { recordOf } from '../checked/known.ts';
import { listOf, object, optional, string } from '../spec/fields.ts';
import type { Output, Schema, Shape } from '../spec/fields.ts';
import { parse } from '../spec/parse.ts';
import { head, sections } from './declaration.ts';
import type { Section } from './declaration.ts';
import { flawOf, pathText } from './flaw.ts';
import type { Path } from './flaw.ts';

/** The lists of a recipe, with the members of their entries. */
const taken = {
  users: ['id', 'username', 'name', 'description', 'location', 'url', 'verified', 'protected'],
  projects: ['id', 'name', 'owner', 'plan'],
  apps: [
    ...['id', 'name', 'owner', 'project', 'description', 'website_url', 'permission', 'oauth1', 'oauth2'],
    ...['oauth2_type', 'callback_urls', 'email_toggle', 'sign_in', 'suspended', 'terms_url', 'privacy_url'],
    ...['organization_name', 'organization_url', 'purpose'],
  ],
  access_tokens: ['app', 'user', 'permission', 'email'],
  receivers: ['host', 'code'],
  webhooks: ['id', 'app', 'url'],
  subscriptions: ['webhook', 'user'],
} as const satisfies Readonly<Partial<Record<keyof typeof sections, readonly string[]>>>;

export type RecipeSection = keyof typeof taken;
export const recipeSections = keysOf(taken);
export const isRecipeSection = (name: string): name is RecipeSection => isOneOf(recipeSections, name);

/** The members of a list's entries, which are those of the scenario file. */
export function membersOf(name: RecipeSection): Shape {
  const { members }: Section = sections[name];
  const names: readonly string[] = taken[name];
  return Object.fromEntries(Object.entries(members).filter(([member]) => names.includes(member)));
}

/** The most entries of a list. */
export const mostEntries = 100;
const { $schema, scenario, base, clock, abuse_enabled, call } = head;

const lists = recordOf(recipeSections, (name) => optional(listOf(object(membersOf(name)), mostEntries, 0)));

export const RecipeSchema = object({
  ...{ $schema, scenario, base, clock, abuse_enabled, call },
  seed: optional(string({ least: 1, most: 64 })),
  ...lists,
});

export type WorldRecipe = Output<typeof RecipeSchema>;

/** A recipe whose form was checked, and its text; or why it cannot be used, as a sentence. */
export type ReadWorldRecipe =
  | { readonly recipe: WorldRecipe; readonly text: string }
  | { readonly problem: string };

/** Checks the form of a recipe. Whether its world is possible is checked when a scenario file is read. Never throws. */
export function readRecipe(text: string): ReadWorldRecipe {
  const value = asJson(text);
  if (!isRecord(value)) return { problem: 'It is not JSON, or only a part of it.' };
  if (isWhole(value['scenario'], 2)) return { problem: 'A later release of the playground made it.' };
  const parsed = parse(RecipeSchema, value);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    if (!issue) return { problem: 'It is not a recipe.' };
    const { path, reason } =
      issue.code === 'unknown' && isOfFile([...issue.path, ...issue.keys.slice(0, 1)])
        ? { path: [...issue.path, ...issue.keys.slice(0, 1)], reason: notInRecipe }
        : flawOf(issue, membersAt);
    return { problem: `${pathText(path) || 'The recipe'} ${reason}.` };
  }
  return { recipe: parsed.data, text: recipeText(parsed.data) };
}

const notInRecipe =
  'is not part of a recipe, which has no keys, tokens, passwords or posts: a scenario file can hold it';

/** The text of a recipe, in which an import recognises a scenario file. */
export const recipeText = ({ scenario: version, ...rest }: WorldRecipe): string =>
  JSON.stringify({ scenario: version, ...rest });

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a scenario file has the member at this place. */
function isOfFile([first, at, member]: Path): boolean {
  if (!isOneOf(keysOf(sections), first)) return first === 'populations_due';
  const { members }: Section = sections[first];
  return at === undefined || (typeof member === 'string' && Object.hasOwn(members, member));
}

/** The possible members of an object in a recipe. */
function membersAt([first]: Path): readonly string[] {
  if (typeof first === 'string' && isRecipeSection(first)) return Object.keys(membersOf(first));
  const { definition }: Schema = first === 'clock' ? clock : RecipeSchema;
  return definition.type === 'object' ? Object.keys(definition.members) : [];
}
