import { endpoint, stream } from '../../../declaration/endpoint.ts';
import type { OpensStream, Services } from '../../../declaration/services.ts';
import { allPosts } from '../../../social/all-posts.ts';
import { Includes, PartialError, PostObject, postSelection } from '../../../social/schemas.ts';
import { allowanceOf } from '../../../social/usage.ts';
import { v2 } from '../../../spec/apis.ts';
import { described, Id, integer, listOf, object, optional, string, Time } from '../../../spec/fields.ts';
import { isRefusal, refuseValue } from '../../../spec/problems.ts';
import { firstIdAt } from '../../../state/ids.ts';
import { before } from '../../../state/store/entries.ts';
import { keyAt } from '../../../state/store/range.ts';
import { connectionsOf, secondConnection, streamLimits } from './connections.ts';

const minute = 60_000;

/** How far back a stream can start, in minutes. */
const farthest = 5;

/** A post with the rules that it matches; or, in the last line of a stream that is broken off, the reason. */
const Line = object({
  data: optional(PostObject, 'The post'),
  includes: optional(Includes),
  matching_rules: optional(
    listOf(object({ id: described(Id, 'Id of the rule'), tag: optional(string(), 'Tag of the rule') })),
    'The rules of the App that match the post',
  ),
  errors: optional(listOf(PartialError), 'Why the stream ends; only in its last line'),
  title: optional(string(), 'The kind of problem; only in the last line'),
  detail: optional(string(), 'What happened; only in the last line'),
  type: optional(string(), 'Address of the kind of problem; only in the last line'),
  status: optional(integer(), 'HTTP status of the problem; only in the last line'),
});

export const streamPosts = endpoint({
  id: 'streamPosts',
  api: v2,
  method: 'GET',
  path: '/2/posts/search/stream',
  section: '8.3',
  summary: 'Stream new posts that match a rule',
  description:
    "Keeps the connection open and writes each new post that matches one of the App's rules as a line of JSON. An App has one connection; every post that is sent counts towards the Project's posts of the month.",
  auth: ['app'],
  limits: streamLimits,
  choices: ['cells', 'fields', 'stream', 'stream-connection', 'monthly-cap', 'protected-posts'],
  query: {
    backfill_minutes: optional(integer(0, farthest), 'Starts with the posts of this many minutes before'),
    start_time: optional(Time, 'Starts with the posts from this time on, at most 5 minutes back'),
    end_time: optional(Time, 'Ends at this time'),
    ...postSelection,
  },
  answers: { 200: stream(Line) },
  refuses: ['parameterInvalid', 'usageCapExceeded', 'connectionLimit'],
  example: { query: { expansions: 'author_id' } },
  handle({ principal: { app, token }, query, now }, platform) {
    const { start_time, end_time, backfill_minutes = 0 } = query;
    const start = start_time === undefined ? now : Date.parse(start_time);
    const end = end_time === undefined ? null : Date.parse(end_time);
    if (start_time !== undefined && start < now - farthest * minute)
      return refuseValue('query parameter', 'start_time', start_time, `is more than ${farthest} minutes ago`);
    if (end_time !== undefined && end !== null && end < start)
      return refuseValue('query parameter', 'end_time', end_time, 'is before the stream begins');
    const connections = connectionsOf(platform);
    if (connections.has(app.id)) return secondConnection(app.id);
    const left = allowanceOf(app, now, platform.tables);
    if (isRefusal(left)) return left;
    const from = Math.min(start, now - backfill_minutes * minute);
    const request = {
      ...{ token: token.access_token, appId: app.id, selection: query, end },
      since: Math.max(start, now),
      backlog: from < now ? postsSince(from, platform) : [],
    };
    const open: OpensStream = (sink, change) => connections.open(request, sink, change);
    return { status: 200, body: open };
  },
});

/** Ids of the posts from a time on, oldest first. */
function postsSince(from: number, { state, tables }: Services): string[] {
  const ids: string[] = [];
  for (const place of allPosts(state)
    .from(before(firstIdAt(from)))
    .ascending())
    if ((tables.posts.get(keyAt(place))?.created_at ?? 0) >= from) ids.push(keyAt(place));
  return ids;
}
