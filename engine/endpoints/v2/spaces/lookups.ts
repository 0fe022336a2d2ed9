import { viewerOf } from '../../../auth/viewer.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
import type { Services } from '../../../declaration/services.ts';
import {
  described,
  Id,
  integer,
  listOf,
  object,
  oneOf,
  optional,
  withDefault,
} from '../../../spec/fields.ts';
import { limits } from '../../../spec/limits.ts';
import { notFound, Renderer } from '../../../social/renderer.ts';
import { Includes, many, one, PartialError } from '../../../social/schemas.ts';
import { hasWords, Words } from '../../../social/words.ts';
import { keyAt } from '../../../state/store/range.ts';
import type { Range } from '../../../state/store/range.ts';
import type { Space } from '../../../state/tables/lists-spaces.ts';
import {
  reading,
  showSpace,
  SpaceId,
  spaceId,
  spaceLimits,
  SpaceObject,
  spaceSelection,
  stateOf,
} from './space.ts';
import type { SpaceSelection } from './space.ts';

const choices = ['envelope', 'fields', 'spaces', 'cells'] as const;

export const getSpaces = endpoint({
  ...reading,
  id: 'getSpaces',
  path: '/2/spaces',
  summary: 'Look up Spaces by their ids',
  description:
    'Returns up to 100 Spaces by their ids. Spaces that do not exist are listed in `errors`, beside those that were found.',
  limits: spaceLimits,
  choices: [...choices, 'v2-404'],
  query: {
    ids: described(listOf(SpaceId, 100), '1 to 100 ids of Spaces, separated by commas'),
    ...spaceSelection,
  },
  answers: {
    200: json(
      object({
        data: optional(listOf(SpaceObject)),
        includes: optional(Includes),
        errors: optional(listOf(PartialError)),
      }),
    ),
  },
  refuses: [],
  example: { query: { ids: '1mYGaBwzRkLen,1kJzQpWvTbNox', 'space.fields': 'title,scheduled_start' } },
  handle({ principal, query }, platform) {
    const renderer = new Renderer(platform, query, viewerOf(principal));
    const data: object[] = [];
    for (const id of new Set(query.ids)) {
      const space = platform.tables.spaces.get(id);
      if (space) data.push(showSpace(space, query, renderer, platform));
      else renderer.missing('space', 'ids', id);
    }
    return { status: 200, body: { ...(data.length > 0 && { data }), ...renderer.rest() } };
  },
});

export const getSpace = endpoint({
  ...reading,
  id: 'getSpace',
  path: '/2/spaces/:id',
  summary: 'Look up a Space by its id',
  description:
    'Returns one Space: scheduled, live or ended. Ask for more than its id and state with `space.fields`.',
  limits: spaceLimits,
  choices: [...choices, 'v2-404'],
  params: spaceId,
  query: spaceSelection,
  answers: { 200: json(one(SpaceObject)) },
  refuses: ['resourceNotFound'],
  example: {
    path: { id: '1mYGaBwzRkLen' },
    query: { 'space.fields': 'title,started_at,participant_count', expansions: 'creator_id' },
  },
  handle({ principal, path, query }, platform) {
    const space = platform.tables.spaces.get(path.id);
    if (!space) return notFound('space', 'id', path.id, platform);
    const renderer = new Renderer(platform, query, viewerOf(principal));
    const data = showSpace(space, query, renderer, platform);
    return { status: 200, body: { data, ...renderer.rest() } };
  },
});

const found = { 200: json(many(SpaceObject, object({ result_count: integer() }))) };

/** Most Spaces in an answer, because the list has no pages. */
const most = 100;

export const getSpacesByCreators = endpoint({
  ...reading,
  id: 'getSpacesByCreators',
  path: '/2/spaces/by/creator_ids',
  summary: 'List live and scheduled Spaces by their creators',
  description:
    'Returns the live and scheduled Spaces that these users created, the latest first. Ended Spaces are not listed.',
  limits: limits('300 U, 1/1s A', '5 U, 25/1s A', '1/1s U, 1 A'),
  choices: [...choices, 'v2-404'],
  query: {
    user_ids: described(listOf(Id, 100), '1 to 100 ids of users, separated by commas'),
    ...spaceSelection,
  },
  answers: found,
  refuses: [],
  example: { query: { user_ids: '2244994945,2244994947', 'space.fields': 'title,creator_id' } },
  handle({ principal, query }, platform) {
    const { users, spaces } = platform.tables;
    const renderer = new Renderer(platform, query, viewerOf(principal));
    const open: Space[] = [];
    for (const id of new Set(query.user_ids))
      if (users.get(id)) open.push(...latest(spaces.range('creator', id), isOpen(platform), most, platform));
      else renderer.missing('user', 'user_ids', id);
    open.sort((one, other) => other.created_at - one.created_at || (one.id < other.id ? -1 : 1));
    return answer(open.slice(0, most), query, renderer, platform);
  },
});

export const searchSpaces = endpoint({
  ...reading,
  id: 'searchSpaces',
  path: '/2/spaces/search',
  summary: 'Search Spaces by the words of their titles',
  description:
    'Returns the live and scheduled Spaces whose title contains every word of the query. The latest comes first, at most 100.',
  limits: spaceLimits,
  choices: [...choices, 'space-search'],
  query: {
    query: described(Words, 'Words of the title'),
    state: withDefault(oneOf(['live', 'scheduled', 'all']), 'all', 'State of the Spaces; all is both'),
    max_results: withDefault(integer(1, most), most, 'Spaces to show'),
    ...spaceSelection,
  },
  answers: found,
  refuses: [],
  example: { query: { query: 'reading', 'space.fields': 'title,started_at' } },
  handle({ principal, query }, platform) {
    const renderer = new Renderer(platform, query, viewerOf(principal));
    const has = hasWords(query.query);
    const isWanted = isOpen(platform, query.state);
    const hits = latest(
      platform.tables.spaces.range('all', ''),
      (space) => isWanted(space) && has(space.title),
      query.max_results,
      platform,
    );
    return answer(hits, query, renderer, platform);
  },
});

/** Whether a Space is live or scheduled, or in the given one of these states. */
const isOpen =
  (platform: Services, wanted: 'live' | 'scheduled' | 'all' = 'all') =>
  (space: Space): boolean => {
    const state = stateOf(space, platform.state.now());
    return wanted === 'all' ? state !== 'ended' : state === wanted;
  };

/** Most Spaces that one answer examines, as for a page (choice: envelope). */
const mostLooked = 10_000;

/** The first Spaces that pass, newest first. */
function latest(
  range: Range,
  passes: (space: Space) => boolean,
  size: number,
  { tables }: Services,
): Space[] {
  const hits: Space[] = [];
  let looked = 0;
  for (const place of range.descending()) {
    const space = tables.spaces.must(keyAt(place));
    if (passes(space)) hits.push(space);
    if (hits.length === size || ++looked === mostLooked) break;
  }
  return hits;
}

function answer(hits: readonly Space[], query: SpaceSelection, renderer: Renderer, platform: Services) {
  const data = hits.map((space) => showSpace(space, query, renderer, platform));
  return {
    status: 200,
    body: {
      ...(data.length > 0 && { data }),
      ...renderer.rest(),
      meta: { result_count: data.length },
    },
  };
}
