/** Random posts and random queries over a few words, with a second, simple definition of their meaning. */
import fc from 'fast-check';
import { createPlatform } from '../../engine/index.ts';
import type { Snapshot } from '../../engine/index.ts';
import { findEntities } from '../../engine/social/entities.ts';
import { firstIdAt } from '../../engine/state/ids.ts';
import type { Post } from '../../engine/state/tables/posts.ts';

const starter = createPlatform({ scenario: 'small' });
export const { initialCredentials } = starter;
export const now = starter.clock.now();
const hour = 3_600_000;

/** The spelling of a word, and the words that it matches. */
const written = [
  ['bread', ['bread']],
  ['Bread,', ['bread']],
  ['oven', ['oven']],
  ['Café', ['cafe']],
  ['e-mail', ['e', 'mail']],
  ['mail', ['mail']],
  ['東京', ['東', '京']],
  ['京', ['京']],
  ['🍞', ['🍞']],
  ['#Rye', ['rye']],
  ['@sam_ode', ['sam', 'ode']],
  ['https://rye.example', ['https', 'rye', 'example']],
  ['…', []],
] as const satisfies readonly (readonly [string, readonly string[]])[];

export const users = ['2244994945', '2244994946', '2244994947', '2244994948'] as const;
export const names = ['mira_holm', 'jonas_berg', 'aiko_tan', 'sam_ode'] as const;
const sam = 3;
const langs = ['en', 'ja', 'und'] as const;

/** A post with its words; it refers to other posts by their index in the list. */
export interface Planned {
  readonly author: number;
  readonly parts: readonly number[];
  readonly lang: number;
  readonly reply: number | null;
  readonly quote: number | null;
  readonly isRepost: boolean;
  /** Hours before the present. */
  readonly age: number;
  /** Hours that it is older than its id. */
  readonly backdated: number;
}

export const planned: fc.Arbitrary<Planned> = fc.record({
  author: fc.nat(3),
  parts: fc.array(fc.nat(written.length - 1), { minLength: 1, maxLength: 6 }),
  lang: fc.nat(2),
  reply: fc.option(fc.nat(60)),
  quote: fc.option(fc.nat(60), { freq: 6 }),
  isRepost: fc.boolean(),
  age: fc.double({ min: 0.1, max: 300, noNaN: true }),
  backdated: fc.oneof({ weight: 20, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(20) }),
});

/** A text of some of the words. */
export const words: fc.Arbitrary<string> = fc
  .array(fc.nat(written.length - 1), { minLength: 1, maxLength: 5 })
  .map((all) => all.map((at) => written[at]![0]).join(' '));

/** The rows of the planned posts, ordered by id. */
export function rowsOf(plans: readonly Planned[]): Post[] {
  const rows: Post[] = [];
  /** Nobody reposts a post twice. */
  const reposts = [0, 0, 0, 0];
  for (const plan of [...plans].sort((a, b) => b.age - a.age)) {
    const given = Math.floor(now - plan.age * hour);
    const id = String(BigInt(firstIdAt(given)) + BigInt(rows.length));
    const target = plan.reply === null ? undefined : rows[plan.reply];
    const quoted = plan.quote === null ? undefined : rows[plan.quote];
    const reposted = plan.isRepost ? rows[reposts[plan.author]!++] : undefined;
    const parts = plan.parts.map((part) => written[part]![0]);
    const text = parts.join(' ');
    rows.push({
      id,
      author_id: users[plan.author]!,
      text,
      created_at: given - plan.backdated * hour,
      conversation_id: target?.conversation_id ?? id,
      in_reply_to_post_id: target?.id ?? null,
      in_reply_to_user_id: target?.author_id ?? null,
      quoted_post_id: quoted?.id ?? null,
      reposted_post_id: reposted?.id ?? null,
      poll_id: null,
      community_id: null,
      reply_settings: 'everyone',
      lang: langs[plan.lang]!,
      entities: findEntities(text, (name) => (name.toLowerCase() === 'sam_ode' ? users[sam] : undefined)),
      hidden: false,
      source: { name: 'x', url: '' },
    });
  }
  return rows;
}

/** The starter's platform with only these posts; the users at `isProtected` are protected. */
export function withPosts(posts: readonly Post[], isProtected: readonly number[] = []): Snapshot {
  const { tables, ...head } = starter.snapshot();
  const people = tables['users']!.map((row) => ({
    ...row,
    pinned_post_id: null,
    protected: isProtected.some((at) => users[at] === row['id']),
  }));
  return {
    ...head,
    tables: { ...tables, users: people, posts: posts as readonly object[] as never, polls: [] },
  };
}

export type Tree =
  | { readonly is: 'and' | 'or'; readonly of: readonly Tree[] }
  | { readonly is: 'not'; readonly of: Tree }
  | { readonly is: 'leaf'; readonly text: string; readonly finds: (post: Post) => boolean };

const leaf = (text: string, finds: (post: Post) => boolean): Tree => ({ is: 'leaf', text, finds });

/** A text's words by the table above, from which it was built. */
const wordsOf = (post: Post): string[] =>
  post.text.split(' ').flatMap((part) => written.find(([text]) => text === part)?.[1] ?? []);

const holds = (post: Post, sought: readonly string[]): boolean => {
  const words = wordsOf(post);
  return words.some((_, at) => sought.every((each, offset) => words[at + offset] === each));
};

const sought = written.filter(([text, words]) => words.length > 0 && !/^[#@h]/.test(text));
const word = fc.nat(sought.length - 1).map((at) => {
  const [text, words] = sought[at]!;
  return leaf(text.replace(',', ''), (post) => holds(post, words));
});
const phrase = fc.array(fc.nat(sought.length - 1), { minLength: 1, maxLength: 3 }).map((all) =>
  leaf(`"${all.map((at) => sought[at]![0]).join(' ')}"`, (post) =>
    holds(
      post,
      all.flatMap((at) => sought[at]![1]),
    ),
  ),
);
const one = <T>(...all: T[]) => fc.constantFrom(...all);
const person = fc.nat(3);
const anchors = fc.oneof(
  { weight: 6, arbitrary: word },
  { weight: 2, arbitrary: phrase },
  {
    weight: 1,
    arbitrary: person.map((at) => leaf(`from:${names[at]!}`, (post) => post.author_id === users[at])),
  },
  {
    weight: 1,
    arbitrary: person.map((at) => leaf(`to:${users[at]!}`, (post) => post.in_reply_to_user_id === users[at])),
  },
  {
    weight: 1,
    arbitrary: one(
      leaf('@Sam_Ode', (post) => post.text.includes('@sam_ode')),
      leaf('#RYE', (post) => post.text.includes('#Rye')),
      leaf('from:nobody', () => false),
      leaf('unheard', () => false),
    ),
  },
);
const narrowing = one(
  leaf('has:links', (post) => post.text.includes('https')),
  leaf('has:mentions', (post) => post.text.includes('@')),
  leaf('has:hashtags', (post) => post.text.includes('#')),
  leaf('is:reply', (post) => post.in_reply_to_post_id !== null),
  leaf('is:repost', (post) => post.reposted_post_id !== null),
  leaf('is:quote', (post) => post.quoted_post_id !== null),
  leaf('lang:en', (post) => post.lang === 'en'),
  leaf('lang:ja', (post) => post.lang === 'ja'),
);

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: anchors },
    { weight: 1, arbitrary: narrowing },
    { weight: 2, arbitrary: tie('tree').map((of): Tree => ({ is: 'not', of })) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(one('and' as const, 'or' as const), fc.array(tie('tree'), { minLength: 2, maxLength: 3 }))
        .map(([is, of]): Tree => ({ is, of })),
    },
  ),
}));

/** Any tree with a positive term, which is added if it has none. */
export const query: fc.Arbitrary<Tree> = fc
  .tuple(tree, anchors)
  .map(([any, anchor]): Tree => (isAnchored(any) ? any : { is: 'and', of: [anchor, any] }))
  .filter((any) => textOf(any).length <= 500);

function isAnchored(any: Tree): boolean {
  if (any.is === 'and') return any.of.some(isAnchored);
  if (any.is === 'or') return any.of.every(isAnchored);
  return any.is === 'leaf' && !/^(has|is|lang):/.test(any.text);
}

/** With parentheses where precedence would change the meaning. */
export function textOf(any: Tree, within: Tree['is'] = 'or'): string {
  if (any.is === 'leaf') return any.text;
  if (any.is === 'not') {
    const text = textOf(any.of, 'not');
    return `-${any.of.is === 'not' ? `(${text})` : text}`;
  }
  const text = any.of.map((each) => textOf(each, any.is)).join(any.is === 'and' ? ' ' : ' OR ');
  return within === 'not' || (within === 'and' && any.is === 'or') ? `(${text})` : text;
}

export function finds(any: Tree, post: Post): boolean {
  if (any.is === 'leaf') return any.finds(post);
  if (any.is === 'not') return !finds(any.of, post);
  return any.is === 'and'
    ? any.of.every((each) => finds(each, post))
    : any.of.some((each) => finds(each, post));
}
