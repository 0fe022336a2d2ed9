/** What a page asks about the filtered stream beside its calls: none of it is sent, and none is counted. */
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
  /** Adds the seeded users, and what they posted, that are not there yet. */
  readonly seedPopulation: () => Promise<void>;
}

/** Posts that a rule is tried on. */
const tried = 40;

export interface RuleInForce {
  readonly id: string;
  readonly value: string;
  /** Empty for a rule without one. */
  readonly tag: string;
}

/** The rules of an App, the oldest first, and how many it may have. */
export interface RulesInForce {
  readonly rules: readonly RuleInForce[];
  readonly most: number;
}

/** What the stream would do with a post. */
export interface StreamFinding {
  /** The rules that would find it. */
  readonly rules: readonly RuleInForce[];
  /** Whether Apps see what its author posts: the stream sends nothing of those who are protected. */
  readonly isSeen: boolean;
}

/** A post that a rule finds. */
export interface FoundPost {
  readonly id: string;
  readonly username: string;
  readonly text: string;
  /** Epoch ms. */
  readonly at: number;
  /** Where in its text stands what the rule looks for. */
  readonly places: readonly Place[];
  /** Whether a rule that is in force finds it too. */
  readonly isFound: boolean;
}

/** A rule before it is added. */
export interface TriedRule {
  /** In characters, and how many a rule may have. */
  readonly length: number;
  readonly most: number;
  /** Why it would not be added; null when it would. */
  readonly objection: Objection | null;
  /** How it does with the latest posts that Apps see; null for one that is no query. */
  readonly posts: { readonly of: number; readonly found: readonly FoundPost[] } | null;
}

const rulesAllowed = ({ project_id }: App, { tables }: Services) => {
  const project = project_id === null ? undefined : tables.projects.get(project_id);
  return { plan: project?.plan ?? 'free', ...allowances[project?.plan ?? 'free'] } as const;
};

const shown = ({ id, value, tag }: RuleInForce): RuleInForce => ({ id, value, tag });

/** The newest first. */
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
  /** Since when an App is connected to the stream, in epoch ms; null while it is not. */
  connectedSince: question(tuple(text), ({ services }: Needs, appId): number | null =>
    connectionsOf(services).openedAt(appId),
  ),
  /** null for an App that is gone. */
  rules: question(tuple(text), ({ services }: Needs, appId): RulesInForce | null => {
    const app = services.tables.apps.get(appId);
    if (!app) return null;
    const rules = services.tables.stream_rules.rowsBy('app', app.id).map(shown);
    return { rules, most: rulesAllowed(app, services).rules };
  }),
  /** Which rules of an App would find this text, posted by this user through it; null where one of them is gone. */
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
  /** Whether an App could add this rule, and what it would have found; null for an App that is gone. */
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
