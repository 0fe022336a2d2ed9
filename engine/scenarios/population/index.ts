/**
 * Who lives in the starter's world beside its first four: about forty people, what they said in the four weeks before,
 * and what is between them. Everything follows from the platform's seed and its moment; what examples name has a fixed
 * id. Whatever is there already stays as it is.
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
  // A world without the starter's people is not the starter's.
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
  // What was given ids of moments before now must be below every id to come, and at most the last one given.
  state.nextId();
};
