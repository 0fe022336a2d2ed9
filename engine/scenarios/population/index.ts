/**
 * The users of the starter's world besides its first four: about forty people, their posts of the four weeks before,
 * and their relations. Everything follows from the platform's seed and its current time; what examples name has a
 * fixed id. Existing rows stay unchanged.
 */
import type { Populate } from '../scenario.ts';
import { keepRecords } from './developer.ts';
import { draft } from './drafts.ts';
import { announceSpaces, openCommunities, openLists } from './groups.ts';
import { writeMessages } from './messages.ts';
import { settle } from './people.ts';
import { keepBookmarks, likePosts, writePosts } from './posts.ts';
import { relateAll } from './relations.ts';
import { Town } from './town.ts';

export const seedPopulation: Populate = (write, state, seed) => {
  const { users, apps } = state.tables;
  const first = ['2244994945', '2244994946', '2244994947', '2244994948'].flatMap((id) => users.get(id) ?? []);
  // Only a world with the starter's users gets them.
  if (first.length < 4 || !apps.get('26001')) return;
  const town = new Town(settle(first, state, write), state, write, seed);
  relateAll(town);
  const communities = openCommunities(town);
  const posts = writePosts(draft(town), communities, town);
  likePosts(posts, town);
  keepBookmarks(posts, town);
  openLists(town);
  announceSpaces(posts, town);
  writeMessages(town);
  keepRecords(town);
  // Ids given to past moments must be below every future id, and at most the last id given.
  state.nextId();
};
