import { viewerOf } from '../../../auth/viewer.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
import { isRefusal } from '../../../spec/problems.ts';
import { limits } from '../../../spec/limits.ts';
import { pageMeta, pagination, paginate } from '../../../paging/v2.ts';
import { integer, listOf, object, oneOf, optional, withDefault } from '../../../spec/fields.ts';
import type { Values } from '../../../spec/fields.ts';
import type { Range } from '../../../state/store/range.ts';
import type { Services } from '../../../declaration/services.ts';
import { conversationIdOf } from '../../../social/conversations.ts';
import { Renderer } from '../../../social/renderer.ts';
import { DmEventObject, dmEventSelection, eventTypes, many, one } from '../../../social/schemas.ts';
import {
  conversationId,
  eventId,
  findConversation,
  findEvent,
  findOther,
  forMessages,
  participantId,
} from './common.ts';
import type { Acting } from './common.ts';

const list = {
  max_results: withDefault(integer(1, 100), 100, 'Events on a page'),
  ...pagination,
  event_types: optional(listOf(oneOf(eventTypes)), 'Only events of these kinds'),
  ...dmEventSelection,
};

const reading = {
  ...forMessages,
  method: 'GET',
  scopes: ['dm.read', 'post.read', 'users.read'],
} as const;

const listing = {
  ...reading,
  limits: limits('15 U', '1/24h U'),
  query: list,
  answers: { 200: json(many(DmEventObject, object(pageMeta))) },
} as const;

const choices = ['envelope', 'fields', 'cells', 'dm-conversations', 'dm-delete'] as const;
const lookup = [...choices, 'v2-404', 'dm-privacy'] as const;

export const getEvents = endpoint({
  ...listing,
  id: 'getDmEvents',
  path: '/2/dm_events',
  summary: 'List all message events',
  description:
    'Returns the direct message events of every conversation of the acting user, newest first. It covers messages and users who join or leave.',
  choices,
  refuses: ['parameterInvalid'],
  example: { query: { 'dm_event.fields': 'dm_conversation_id,sender_id,created_at' } },
  handle({ principal, query }, platform) {
    return show(
      platform.tables.dm_events.range('holder', principal.user.id),
      'all',
      query,
      principal,
      platform,
    );
  },
});

export const getEvent = endpoint({
  ...reading,
  id: 'getDmEvent',
  path: '/2/dm_events/:id',
  summary: 'Look up a message event',
  description:
    'Returns one direct message event. An event of a conversation that the acting user is not in is answered like one that does not exist.',
  limits: limits('15 U', '5/24h U'),
  choices: lookup,
  params: eventId,
  query: dmEventSelection,
  answers: { 200: json(one(DmEventObject)) },
  refuses: ['resourceNotFound'],
  example: { path: { id: '2023804634526646272' } },
  handle({ principal, path, query }, platform) {
    const event = findEvent(path.id, principal, platform);
    if (isRefusal(event)) return event;
    const renderer = new Renderer(platform, query, viewerOf(principal));
    return { status: 200, body: { data: renderer.dmEvent(event), ...renderer.rest() } };
  },
});

export const getEventsWith = endpoint({
  ...listing,
  id: 'getDmEventsWith',
  path: '/2/dm_conversations/with/:participant_id/dm_events',
  summary: 'List the message events with a user',
  description:
    'Returns the events of the conversation between the acting user and one other user, newest first. It is empty until one of them has written.',
  choices: lookup,
  params: participantId,
  refuses: ['resourceNotFound', 'parameterInvalid'],
  example: { path: { participant_id: '2244994947' } },
  handle({ principal, path, query }, platform) {
    const other = findOther(path.participant_id, principal, platform);
    return isRefusal(other)
      ? other
      : ofConversation(conversationIdOf(principal.user.id, other.id), query, principal, platform);
  },
});

export const getEventsOfConversation = endpoint({
  ...listing,
  id: 'getDmEventsOfConversation',
  path: '/2/dm_conversations/:dm_conversation_id/dm_events',
  summary: 'List the message events of a conversation',
  description:
    'Returns the events of one conversation of the acting user, newest first. A conversation of others is answered like one that does not exist.',
  choices: lookup,
  params: conversationId,
  refuses: ['resourceNotFound', 'parameterInvalid'],
  example: { path: { dm_conversation_id: '2244994945-2244994947' } },
  handle({ principal, path, query }, platform) {
    const conversation = findConversation(path.dm_conversation_id, principal, platform);
    return isRefusal(conversation)
      ? conversation
      : ofConversation(conversation.id, query, principal, platform);
  },
});

type Query = Values<typeof list>;

const ofConversation = (id: string, query: Query, principal: Acting, platform: Services) =>
  show(platform.tables.dm_events.range('conversation', id), id, query, principal, platform);

/** A page of the requested events that the acting user has. `name` identifies the list. */
function show(range: Range, name: string, query: Query, principal: Acting, platform: Services) {
  const { user } = principal;
  const { dm_events } = platform.tables;
  const { event_types } = query;
  const binding = `dm_events ${user.id} ${name} ${JSON.stringify(event_types)}`;
  const page = paginate(range, query, binding, platform.paging, (id) => {
    const { holder_ids, event_type } = dm_events.must(id);
    return holder_ids.includes(user.id) && (event_types?.includes(event_type) ?? true);
  });
  if (isRefusal(page)) return page;
  const renderer = new Renderer(platform, query, viewerOf(principal));
  const data = page.keys.map((id) => renderer.dmEvent(dm_events.must(id)));
  const meta = { result_count: data.length, ...page.tokens };
  return { status: 200, body: { ...(data.length > 0 && { data }), ...renderer.rest(), meta } };
}
