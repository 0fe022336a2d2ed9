/** A Space in the API: its state by the clock, its fields and its participants (choice: spaces). */
import type { PrincipalOf } from '../../../declaration/principal.ts';
import type { Services } from '../../../declaration/services.ts';
import { v2 } from '../../../spec/apis.ts';
import {
  described,
  Id,
  integer,
  listOf,
  matching,
  named,
  object,
  oneOf,
  optional,
  string,
  Time,
} from '../../../spec/fields.ts';
import { limits } from '../../../spec/limits.ts';
import { iso, shownFields } from '../../../social/renderer.ts';
import type { Renderer, Selection } from '../../../social/renderer.ts';
import { postSelection } from '../../../social/schemas.ts';
import type { Space } from '../../../state/tables/lists-spaces.ts';
import { pairId } from '../../../state/tables/pairs.ts';

/** For reading Spaces, by Apps and by users. */
export const reading = {
  api: v2,
  method: 'GET',
  section: '8.3',
  auth: ['app', 'oauth1', 'oauth2'],
  scopes: ['space.read', 'users.read', 'post.read'],
} as const;

export type Reader = PrincipalOf<(typeof reading.auth)[number]>;

/** Limits of every endpoint of Spaces except the list by creators. */
export const spaceLimits = limits('300 U, 300 A', '5 U, 25 A', '1 U, 1 A');

const fields = [
  'creator_id',
  'ended_at',
  'host_ids',
  'id',
  'participant_count',
  'scheduled_start',
  'speaker_ids',
  'started_at',
  'state',
  'title',
] as const;
type Field = (typeof fields)[number];

const defaults: readonly Field[] = ['id', 'state'];
const expandable = ['creator_id', 'host_ids', 'speaker_ids'] as const;
const states = ['live', 'scheduled', 'ended'] as const;

export const SpaceId = matching(/^[a-zA-Z0-9]{1,13}$/, 'an id of a Space: 1 to 13 letters or digits');

export const spaceId = { id: described(SpaceId, 'Id of the Space') };

export const SpaceObject = named(
  'Space',
  object({
    id: SpaceId,
    state: oneOf(states),
    creator_id: optional(Id),
    ended_at: optional(Time),
    host_ids: optional(listOf(Id)),
    participant_count: optional(integer()),
    scheduled_start: optional(Time),
    speaker_ids: optional(listOf(Id)),
    started_at: optional(Time),
    title: optional(string()),
  }),
);

export const spaceSelection = {
  'space.fields': optional(listOf(oneOf(fields)), 'Fields of Spaces to show besides id and state'),
  'user.fields': postSelection['user.fields'],
  expansions: optional(listOf(oneOf(expandable)), 'References to include as whole objects'),
};

export interface SpaceSelection extends Selection {
  readonly 'space.fields'?: readonly Field[] | undefined;
  readonly expansions?: readonly (typeof expandable)[number][] | undefined;
}

/** A Space is live from its start until its end, not included. `now` is epoch ms. */
export function stateOf({ starts_at, ends_at }: Space, now: number): (typeof states)[number] {
  if (now < starts_at) return 'scheduled';
  return now < ends_at ? 'live' : 'ended';
}

/** The Space as an object of the answer. */
export function showSpace(
  space: Space,
  selection: SpaceSelection,
  renderer: Renderer,
  platform: Services,
): object {
  const { 'space.fields': asked, expansions } = selection;
  for (const expansion of expansions ?? [])
    for (const id of [space[expansion]].flat()) renderer.includeUser(id);
  const now = platform.state.now();
  const object: Record<string, unknown> = {};
  for (const field of shownFields(fields, defaults, asked, expansions)) {
    const value = fieldOf(space, field, now, platform);
    if (value !== null) object[field] = value;
  }
  return object;
}

function fieldOf(space: Space, field: Field, now: number, platform: Services): unknown {
  switch (field) {
    case 'state':
      return stateOf(space, now);
    case 'participant_count':
      return stateOf(space, now) === 'live' ? participants(space, platform) : 0;
    case 'scheduled_start':
      return space.scheduled_start === null ? null : iso(space.scheduled_start);
    case 'started_at':
      return now < space.starts_at ? null : iso(space.starts_at);
    case 'ended_at':
      return now < space.ends_at ? null : iso(space.ends_at);
    default:
      return space[field];
  }
}

/** The known participants of a live Space: creator, hosts, speakers and ticket buyers, each counted once. */
function participants({ id, creator_id, host_ids, speaker_ids }: Space, { tables }: Services): number {
  const { space_buyers } = tables;
  const others = [...new Set([creator_id, ...host_ids, ...speaker_ids])].filter(
    (person) => !space_buyers.get(pairId(id, person)),
  );
  return space_buyers.countBy('space_id', id) + others.length;
}
