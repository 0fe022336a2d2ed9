/** Questions about the filtered stream. They send and count nothing. */
import { text, tuple } from '../../../declaration/checks.ts';
import { question } from '../../../declaration/command.ts';
import type { Services } from '../../../declaration/services.ts';
import { bind, matches, Subject } from '../../../search/matches.ts';
import { isFlaw, parseQuery } from '../../../search/parser.ts';
import { placesOf } from '../../../search/places.ts';
import type { Place } from '../../../search/places.ts';
import { allPosts } from '../../../social/all-posts.ts';
import { postOf } from '../../../social/posts.ts';
import { maySee, maySeePostsOf } from '../../../social/visibility.ts';
import { keyAt } from '../../../state/store/range.ts';
import type { App } from '../../../state/tables/accounts.ts';
import type { Post } from '../../../state/tables/posts.ts';
import { connectionsOf } from './connections.ts';
import { allowances, charactersOf, objectionTo } from './rules.ts';
import type { Objection } from './rules.ts';
import { matchingRules, rulesOf } from './rules-in-force.ts';

export interface Needs {
  readonly services: Services;
  /** Adds the seeded users that do not exist yet, with their posts. */
  readonly seedPopulation: () => Promise<void>;
}

/** How many posts a rule is tried on. */
const tried = 40;

export interface RuleInForce {
  readonly id: string;
  readonly value: string;
  /** Empty for a rule without a tag. */
  readonly tag: string;
}

/** The rules of an App, oldest first, and how many it may have. */
export interface RulesInForce {
  readonly rules: readonly RuleInForce[];
  readonly most: number;
}

/** What the stream would do with a post. */
export interface StreamFinding {
  /** The rules that would match the post. */
  readonly rules: readonly RuleInForce[];
  /** Whether Apps see posts of its author: the stream sends no posts of protected users. */
  readonly isSeen: boolean;
}

/** A post that matches a rule. */
export interface FoundPost {
  readonly id: string;
  readonly username: string;
  readonly text: string;
  /** Epoch ms. */
  readonly at: number;
  /** Where the text contains what the rule looks for. */
  readonly places: readonly Place[];
  /** Whether the post also matches an existing rule. */
  readonly isFound: boolean;
}

/** A rule before it is added. */
export interface TriedRule {
  /** The rule's length in characters. `most` is how many a rule may have. */
  readonly length: number;
  readonly most: number;
  /** Why the rule would not be added; null if it would be. */
  readonly objection: Objection | null;
  /** Which of the latest posts that Apps see match the rule; null if it is not a query. */
  readonly posts: { readonly of: number; readonly found: readonly FoundPost[] } | null;
}

const rulesAllowed = ({ project_id }: App, { tables }: Services) => {
  const project = project_id === null ? undefined : tables.projects.get(project_id);
  return { plan: project?.plan ?? 'free', ...allowances[project?.plan ?? 'free'] } as const;
};

const shown = ({ id, value, tag }: RuleInForce): RuleInForce => ({ id, value, tag });

/** Newest first. */
function latestPosts({ state, tables }: Services): Post[] {
  const posts: Post[] = [];
  for (const place of allPosts(state).descending()) {
    const post = tables.posts.get(keyAt(place));
    if (post && maySee(post, null, tables)) posts.push(post);
    if (posts.length === tried) break;
  }
  return posts;
}

function tryOn(value: string, app: App, services: Services): TriedRule['posts'] {
  const parsed = parseQuery(value);
  if (isFlaw(parsed)) return null;
  const { tables } = services;
  const [query, rules, posts] = [bind(parsed, tables), rulesOf(app, tables), latestPosts(services)];
  const found = posts.flatMap((post): FoundPost[] => {
    const subject = new Subject(post);
    if (!matches(query, subject)) return [];
    const { username } = tables.users.must(post.author_id);
    const { id, text, created_at: at } = post;
    const isFound = matchingRules(subject, rules).length > 0;
    return [{ id, username, text, at, places: placesOf(query, text), isFound }];
  });
  return { of: posts.length, found };
}

export const questions = {
  /** When an App connected to the stream, in epoch ms; null if it is not connected. */
  connectedSince: question(tuple(text), ({ services }: Needs, appId): number | null =>
    connectionsOf(services).openedAt(appId),
  ),
  /** The rules of an App; null if it was deleted. */
  rules: question(tuple(text), ({ services }: Needs, appId): RulesInForce | null => {
    const app = services.tables.apps.get(appId);
    if (!app) return null;
    const rules = services.tables.stream_rules.rowsBy('app', app.id).map(shown);
    return { rules, most: rulesAllowed(app, services).rules };
  }),
  /**
   * Which rules of an App would match this text if this user posted it through the App; null if the App or the user
   * does not exist.
   */
  finding: question(
    tuple(text, text, text),
    async (platform: Needs, appId, userId, said): Promise<StreamFinding | null> => {
      await platform.seedPopulation();
      const { services } = platform;
      const { tables, state } = services;
      const [app, author] = [tables.apps.get(appId), tables.users.get(userId)];
      if (!app || !author) return null;
      const post = postOf({ text: said }, author, app, tables, { id: '', at: state.now() });
      return {
        rules: matchingRules(new Subject(post), rulesOf(app, tables)).map(shown),
        isSeen: maySeePostsOf(author, null, tables),
      };
    },
  ),
  /** Whether an App could add this rule, and what it would have matched; null if the App was deleted. */
  tryRule: question(tuple(text, text), async (platform: Needs, appId, given): Promise<TriedRule | null> => {
    await platform.seedPopulation();
    const { services } = platform;
    const app = services.tables.apps.get(appId);
    if (!app) return null;
    const value = given.trim();
    const present = services.tables.stream_rules.rowsBy('app', app.id);
    const { plan, characters: most } = rulesAllowed(app, services);
    const objection = objectionTo(value, {
      ...{ plan, rules: present.length },
      has: (each) => present.some((rule) => rule.value === each),
    });
    return { length: charactersOf(value), most, objection, posts: tryOn(value, app, services) };
  }),
};
