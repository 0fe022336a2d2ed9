/** What people gather in: lists, communities, spaces. Examples name some of them by their fixed ids. */
import { atLeast, itemAt } from '../../checked/known.ts';
import { areApart } from '../../social/visibility.ts';
import type { Space } from '../../state/tables/lists-spaces.ts';
import type { Post } from '../../state/tables/posts.ts';
import type { PostDraft } from './drafts.ts';
import { lines } from './people.ts';
import { day, hour } from './town.ts';
import type { Town } from './town.ts';

/** Owner by number, topic, name, description; ! is private. */
const lists = `
0|harbour|Harbour people|Who knows the quay by name
2|type|Type and maps|Letters on paper and on water
1|bread|Bakers|They rise early
0|oauth|Signed and sealed|People who read headers for pleasure
0|words|Read aloud first|Sentences that want a voice
0|any|!Birthdays|Do not tell them
3|repair|Things that broke well|And those who broke them
7|trains|Sleeper passengers|Wake me at the border
8|maps|Errata|They will write to you
16|radio|Night shift|Awake when you are
13|choir|Altos and allies|
31|birds|On time|Birds, mostly
`;

/** Topic, name, description; ! means that joining needs a request. */
const communities = `
harbour|Harbour and quay|Cranes, tides and who is late
bread|Slow loaves|Flour, water, salt and excuses
oauth|!Signature clinic|Bring your base string
trains|Night trains|Timetables as literature
type|Small caps|For those who look at signs
`;

/** Id, host by number, topic, title, hours until it starts and ends. */
const spaces = `
1mYGaBwzRkLen|0|words|Reading aloud: a workshop|-1|240
1kJzQpWvTbNox|2|maps|Letters on water|72|74
1oPdXcHsVrFai|1|bread|Bread before dawn|-50|-48
1nQwErTyUhBoc|16|radio|Foghorns, live|-0.5|5
1vAqLmDzXeKup|14|oauth|Base strings for beginners|-2|26
1rGsHnYbPzWel|7|trains|The last dining car|30|31
1jKoUfTcMdVas|13|choir|Sight-reading, gently|120|122
1zBxNqLeRwHom|31|birds|What was that at four o'clock|-170|-169
1yTdSgWkCpIru|5|repair|Ask the toaster people|-99|-97
`;

const listBase = 2021000000000000001n;
const communityBase = 2021000000000000101n;
const first = Date.UTC(2026, 1, 10);

export function openLists(town: Town): void {
  const { people, random, write, state, now } = town;
  for (const [index, line] of lines(lists).entries()) {
    const id = String(listBase + BigInt(index));
    if (state.tables.lists.get(id)) continue;
    const [owner, topic, marked, description] = atLeast(line.split('|'), 4);
    const keeper = itemAt(people, Number(owner));
    const name = marked.replace('!', '');
    const at = Math.min(first, now - 12 * day) + index * hour;
    write.lists.insert({
      id,
      owner_id: keeper.id,
      name,
      description,
      private: name !== marked,
      created_at: at,
    });
    for (const person of people) {
      if (person === keeper || areApart(person.id, keeper.id, state.tables)) continue;
      const belongs = person.topics.includes(topic) || (index < 3 && person.weight === 9);
      if (belongs || random.below(12) === 0)
        town.relate('list_members', id, person.id, town.between(at, now));
      else if (name === marked && random.below(6) === 0)
        town.relate('list_follows', person.id, id, town.between(at, now));
    }
  }
  const [mira, jonas, aiko, sam] = atLeast(people, 4);
  const known = (number: number) => String(listBase + BigInt(number - 1));
  for (const [table, who, ...numbers] of [
    ['list_follows', mira, 2, 3, 8, 10],
    ['list_follows', sam, 1],
    ['pinned_lists', mira, 1, 2, 4],
    ['pinned_lists', aiko, 2],
  ] as const)
    for (const number of numbers) town.relate(table, who.id, known(number), now - number * day);
  for (const [number, ...members] of [
    [1, jonas, aiko],
    [2, mira],
    [3, sam, mira],
  ] as const)
    for (const { id } of members) town.relate('list_members', known(number), id, first);
}

/** Gives their ids by topic. */
export function openCommunities(town: Town): Map<string, string> {
  const { people, random, write, state, now } = town;
  const ids = new Map<string, string>();
  for (const [index, line] of lines(communities).entries()) {
    const id = String(communityBase + BigInt(index));
    const [topic, marked, description] = atLeast(line.split('|'), 3);
    const name = marked.replace('!', '');
    ids.set(topic, id);
    if (state.tables.communities.get(id)) continue;
    const at = Math.min(first, now - 29 * day);
    write.communities.insert({
      id,
      name,
      description,
      join_policy: name === marked ? 'Open' : 'RestrictedJoinRequestsRequireModeratorApproval',
      created_at: at,
    });
    for (const person of people)
      if (person.weight === 9 || person.topics.includes(topic) || random.below(6) === 0)
        town.relate('community_members', id, person.id, town.between(at, now - 28 * day));
  }
  return ids;
}

/** The moment for which this Space was announced, epoch ms; null for another Space. Nobody can change a Space. */
export function announcedAt(space: Pick<Space, 'id' | 'ends_at'>): number | null {
  const [id, , , , , ends] = atLeast(itemAt(lines(spaces), 0).split('|'), 6);
  return space.id === id ? space.ends_at - Number(ends) * hour : null;
}

/** In their three states at this moment; recent posts on their topic are shared in them. */
export function announceSpaces(posts: ReadonlyMap<PostDraft, Post>, town: Town): void {
  const { people, write, state, now } = town;
  const said = [...posts].reverse();
  for (const line of lines(spaces)) {
    const [id, host, topic, title, starts, ends] = atLeast(line.split('|'), 6);
    if (state.tables.spaces.get(id)) continue;
    const creator = itemAt(people, Number(host));
    const speakers = people.filter((person) => person !== creator && person.topics.includes(topic));
    const starts_at = now + Number(starts) * hour;
    const created_at = Math.min(starts_at, now) - 96 * hour;
    write.spaces.insert({
      id,
      creator_id: creator.id,
      host_ids: [creator.id],
      speaker_ids: speakers.slice(0, 3).map((person) => person.id),
      title: title,
      created_at,
      scheduled_start: starts_at,
      starts_at,
      ends_at: now + Number(ends) * hour,
    });
    for (const person of people)
      if (person !== creator && (person.topics.includes(topic) || town.chance(0.1)))
        town.relate('space_buyers', id, person.id, town.between(created_at, Math.min(starts_at, now)));
    const shared = said.filter(([draft]) => draft.topic.name === topic && !draft.author.isProtected);
    for (const [, post] of shared.slice(0, 6))
      town.relate('space_posts', id, post.id, Math.min(Math.max(post.created_at, starts_at), now));
  }
  const opening = '2020777185899446272';
  if (state.tables.posts.get(opening)) town.relate('space_posts', '1mYGaBwzRkLen', opening, now - hour / 2);
}
