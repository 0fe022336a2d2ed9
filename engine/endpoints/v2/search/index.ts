import type { Endpoint } from '../../../declaration/endpoint.ts';
import { countAll, countRecent } from './counts.ts';
import { changeRules } from './rule-changes.ts';
import { getRules } from './rule-list.ts';
import { searchAll, searchRecent } from './search.ts';
import { streamPosts } from './stream.ts';

/** In the order in which people read them. */
export const endpoints: readonly Endpoint[] = [
  searchRecent,
  searchAll,
  countRecent,
  countAll,
  streamPosts,
  getRules,
  changeRules,
];
