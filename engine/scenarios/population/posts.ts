/** Creates the posts, with ids that match their times, and adds reposts and likes. */
import { atLeast, itemAt, valueOf } from '../../checked/known.ts';
import { findEntities, guessLanguage } from '../../social/entities.ts';
import { pairId } from '../../state/tables/pairs.ts';
import { mentionsNobody } from '../../social/reposts.ts';
import type { Post } from '../../state/tables/posts.ts';
import type { PostDraft } from './drafts.ts';
import type { Person } from './people.ts';
import { day } from './town.ts';
import type { Town } from './town.ts';

interface Repost {
  readonly at: number;
  readonly author: Person;
  readonly of: PostDraft;
}

/** The number of reposts. */
const reposts = 260;

/** About the first post of all, which is the example for Apps: who reposts it, and who quotes it with which comment. */
const firstPost = '2020777185899446272';
const onFirst = [
  ['carla_rios', 'Radio people: this one is for us.'],
  ['minji_kim', 'It read me a recipe with a comma in it. The soup was better for it.'],
  ['lena_brandt', 'Cooked to this for a week. The onions are well informed.'],
] as const;

/** Gives the posts that were created, without reposts. `communities` are ids by topic. */
export function writePosts(
  drafts: readonly PostDraft[],
  communities: ReadonlyMap<string, string>,
  town: Town,
): ReadonlyMap<PostDraft, Post> {
  const pen = new Pen(town);
  const posts = new Map<PostDraft, Post>();
  const mixed = mixedConversations(drafts, communities, town);
  const all = [...drafts, ...passedOn(drafts, town)].sort((one, other) => one.at - other.at);
  for (const item of all) {
    if ('of' in item) {
      const { id, text, lang } = valueOf(posts, item.of);
      pen.write(item.at, item.author, `RP @${item.of.author.username}: ${text}`, {
        reposted_post_id: id,
        lang,
      });
      continue;
    }
    const { at, author, topic, text, reply, quote, poll } = item;
    const target = reply && posts.get(reply);
    const community = target ? target.community_id : communities.get(topic.name);
    const isInside = target
      ? community !== null
      : community && !quote && town.chance(0.35) && !mixed.has(item);
    const post = pen.write(at, author, text, {
      ...(target && {
        conversation_id: target.conversation_id,
        in_reply_to_post_id: target.id,
        in_reply_to_user_id: target.author_id,
      }),
      ...(quote && { quoted_post_id: valueOf(posts, quote).id }),
      ...(poll && { poll_id: ask(poll, at, town) }),
      ...(isInside && community && { community_id: community }),
    });
    posts.set(item, post);
  }
  town.rewind();
  if (town.state.tables.posts.get(firstPost)) aroundFirst(pen, town);
  return posts;
}

/** The drafts whose conversations include a user who is not a member of the topic's community. */
function mixedConversations(
  drafts: readonly PostDraft[],
  communities: ReadonlyMap<string, string>,
  { state }: Town,
): ReadonlySet<PostDraft> {
  const { community_members: members } = state.tables;
  const openings = new Set<PostDraft>();
  for (const draft of drafts) {
    const opening = openingOf(draft);
    const community = communities.get(opening.topic.name);
    if (!community || !members.get(pairId(community, draft.author.id))) openings.add(opening);
  }
  return openings;
}

/** The draft that begins the conversation of another draft. */
const openingOf = (draft: PostDraft): PostDraft => (draft.reply ? openingOf(draft.reply) : draft);

/** The fields of a post besides its text, author and time. */
class Pen {
  readonly #sources: readonly Post['source'][];
  readonly #idOf: (username: string) => string | undefined;

  constructor(private readonly town: Town) {
    const { apps, users } = town.state.tables;
    this.#sources = ['26001', '26004', '26006', '26001'].map((id) => {
      const app = apps.get(id) ?? apps.must('26001');
      return { name: app.name, url: app.website_url };
    });
    this.#idOf = (username) => users.firstBy('username', username.toLowerCase())?.id;
  }

  write(at: number, { id: author_id }: Person, text: string, rest: Partial<Post>): Post {
    const id = this.town.idAt(at, 'posts');
    return this.town.write.posts.insert({
      id,
      author_id,
      text,
      created_at: at,
      conversation_id: id,
      in_reply_to_post_id: null,
      in_reply_to_user_id: null,
      quoted_post_id: null,
      reposted_post_id: null,
      poll_id: null,
      community_id: null,
      reply_settings: 'everyone',
      lang: guessLanguage(text),
      entities: /[@#]|http/.test(text)
        ? findEntities(text, rest.reposted_post_id ? mentionsNobody : this.#idOf)
        : null,
      hidden: false,
      source: itemAt(this.#sources, Number(author_id.at(-1)) % 4),
      ...rest,
    });
  }
}

/** Some posts are reposted often, most never; a user reposts a post at most once. */
function passedOn(drafts: readonly PostDraft[], town: Town): Repost[] {
  const open = drafts.filter(({ author, reply }) => !author.isProtected && author.weight > 1 && !reply);
  const chosen = new Set<PostDraft>();
  const all: Repost[] = [];
  while (chosen.size < open.length && all.length < reposts) {
    const of = town.pick(open);
    if (chosen.has(of)) continue;
    if (!town.chance(of.appeal)) continue;
    chosen.add(of);
    for (const author of town.people)
      if (author !== of.author && town.follows(author.id, of.author.id) && town.chance(of.appeal / 6))
        all.push({ author, of, at: town.between(of.at + 1, Math.min(of.at + day, town.now)) });
  }
  return all;
}

function aroundFirst(pen: Pen, town: Town): void {
  const people = new Map(town.people.map((person) => [person.username, person]));
  const original = town.state.tables.posts.must(firstPost);
  const from = Math.max(original.created_at, town.now - 20 * day);
  const moments = Array.from({ length: 8 }, () => town.between(from, town.now)).sort();
  for (const [index, at] of moments.entries()) {
    const [name, comment = ''] = onFirst[index] ?? [];
    const quoting = name === undefined ? undefined : people.get(name);
    if (quoting) pen.write(at, quoting, comment, { quoted_post_id: firstPost });
    else
      pen.write(
        at,
        itemAt(town.people, 1 + index),
        `RP @${itemAt(town.people, 0).username}: ${original.text}`,
        {
          reposted_post_id: firstPost,
          lang: original.lang,
        },
      );
  }
  town.rewind();
}

/** Inserts the poll of a post. */
function ask(options: readonly string[], at: number, town: Town): string {
  const { random, write } = town;
  const minutes = 1440 * (1 + random.below(7));
  return write.polls.insert({
    id: town.idAt(at, 'polls'),
    options: options.map((label, index) => ({ position: index + 1, label, votes: random.below(40) })),
    end_datetime: at + minutes * 60_000,
    duration_minutes: minutes,
  }).id;
}

/** Likes and bookmarks: followers see a post soon, and like good ones. */
export function likePosts(posts: ReadonlyMap<PostDraft, Post>, town: Town): void {
  const { people, now, write } = town;
  const first = town.state.tables.posts.get(firstPost);
  for (const [index, { id }] of people.entries())
    if (first && index > 0 && (index < 4 || town.follows(id, first.author_id)))
      town.relate('likes', id, firstPost, town.between(Math.max(first.created_at, now - 20 * day), now));
  const audiences = new Map(
    people.map((author) => [author, people.filter(({ id }) => town.follows(id, author.id))]),
  );
  for (const [{ author, appeal, at, reply }, { id: post_id }] of posts)
    for (const { id: user_id } of valueOf(audiences, author))
      if (town.chance(reply ? appeal / 2 : appeal)) {
        const soon = at + day * town.pick([0.02, 0.1, 0.5, 2]);
        write.likes.insert({
          id: pairId(user_id, post_id),
          user_id,
          post_id,
          at: town.between(at + 1, Math.min(soon, now)),
        });
      }
}

const folderBase = 2021000000000000301n;

/** Mira bookmarks posts in folders; other users do without. */
export function keepBookmarks(posts: ReadonlyMap<PostDraft, Post>, town: Town): void {
  const { people, now, write, state } = town;
  const [mira] = atLeast(people, 1);
  const folders = ['To read aloud', 'Signatures', 'For the kitchen wall'].map((name, index) => {
    const id = String(folderBase + BigInt(index));
    if (!state.tables.bookmark_folders.get(id))
      write.bookmark_folders.insert({ id, owner_id: mira.id, name });
    return id;
  });
  const topics = ['words', 'oauth', 'bread'];
  const keep = (user: Person, post_id: string, at: number, folder = -1) => {
    town.relate('bookmarks', user.id, post_id, at);
    if (folder >= 0) town.relate('filed_bookmarks', itemAt(folders, folder), post_id, at);
  };
  if (state.tables.posts.get(firstPost)) keep(mira, firstPost, now - day / 24, 0);
  for (const [{ author, at, reply, topic }, { id }] of posts) {
    if (reply || author.isProtected) continue;
    const moment = town.between(at + 1, Math.min(at + day, now));
    if (author !== mira && town.follows(mira.id, author.id) && town.chance(0.05))
      keep(mira, id, moment, topics.indexOf(topic.name));
    const other = town.pick(people);
    if (other !== author && town.follows(other.id, author.id) && town.chance(0.2)) keep(other, id, moment);
  }
}
