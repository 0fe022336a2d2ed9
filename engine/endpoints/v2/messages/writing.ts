import { itemAt, known } from '../../../checked/known.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
import type { Transact } from '../../../declaration/endpoint.ts';
import { isRefusal, refuseValue } from '../../../spec/problems.ts';
import { limits } from '../../../spec/limits.ts';
import {
  atLeastOne,
  boolean,
  described,
  Id,
  listOf,
  named,
  object,
  oneOf,
  optional,
} from '../../../spec/fields.ts';
import type { Output } from '../../../spec/fields.ts';
import type { Services } from '../../../declaration/services.ts';
import { forget, openGroup, pairOf, say } from '../../../social/conversations.ts';
import type { Writing } from '../../../social/conversations.ts';
import { mostInvited, MessageText } from '../../../social/inputs.ts';
import { namesNo } from '../../../social/renderer.ts';
import { keptApart } from '../../../social/reach.ts';
import { ConversationId, dataOf } from '../../../social/schemas.ts';
import { areApart } from '../../../social/visibility.ts';
import type { DmConversation } from '../../../state/tables/conversations.ts';
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

/** choice: dm-conversations. */
const Message = named(
  'NewMessage',
  atLeastOne(
    object({
      text: optional(MessageText, '1 to 10,000 characters'),
      attachments: optional(
        listOf(object({ media_id: described(Id, 'Id of an uploaded file') }), 1),
        'There is no media upload, so every id is refused',
      ),
    }),
    ['text', 'attachments'],
    'complete: a message needs text or an attachment',
  ),
);

const writing = { ...forMessages, scopes: ['dm.write', 'post.read', 'users.read'] } as const;

const sending = {
  ...writing,
  method: 'POST',
  answers: { 201: json(dataOf({ dm_conversation_id: ConversationId, dm_event_id: Id })) },
} as const;

const choices = [
  'envelope',
  'cells',
  'app-cell-on-user-endpoint',
  'dm-conversations',
  'blank-text',
  'blocking',
] as const;

export const sendToUser = endpoint({
  ...sending,
  id: 'sendDmToUser',
  path: '/2/dm_conversations/with/:participant_id/messages',
  summary: 'Send a message to a user',
  description:
    'Sends a direct message to one user, and begins the conversation if it is the first. A block between the two refuses it.',
  limits: limits('1440/24h U, 1440/24h A', '1/24h U, 1/24h A'),
  choices: [...choices, 'v2-404'],
  params: participantId,
  body: Message,
  refuses: ['resourceNotFound', 'parameterInvalid', 'foreignResource'],
  example: { path: { participant_id: '2244994947' }, body: { text: 'Hello from the playground' } },
  handle(call, platform) {
    const { principal, path, body } = call;
    const other = findOther(path.participant_id, principal, platform);
    if (isRefusal(other)) return other;
    return (
      keptApart(principal.user.id, other.id, platform) ??
      send(body, call, platform, (under) => pairOf(principal.user.id, other.id, under))
    );
  },
});

export const sendToConversation = endpoint({
  ...sending,
  id: 'sendDmToConversation',
  path: '/2/dm_conversations/:dm_conversation_id/messages',
  summary: 'Send a message to a conversation',
  description:
    'Sends a direct message to a conversation that the acting user is in. It works for groups and for conversations of two.',
  limits: limits('15 U, 1440/24h A', '1/24h U, 1/24h A'),
  choices: [...choices, 'v2-404', 'dm-privacy'],
  params: conversationId,
  body: Message,
  refuses: ['resourceNotFound', 'parameterInvalid', 'foreignResource'],
  example: {
    path: { dm_conversation_id: '2244994945-2244994947' },
    body: { text: 'Hello from the playground' },
  },
  handle(call, platform) {
    const { user } = call.principal;
    const conversation = findConversation(call.path.dm_conversation_id, call.principal, platform);
    if (isRefusal(conversation)) return conversation;
    const [other, ...more] = conversation.participant_ids.filter((id) => id !== user.id);
    const refusal = other !== undefined && more.length === 0 && keptApart(user.id, other, platform);
    return refusal || send(call.body, call, platform, () => conversation);
  },
});

export const createGroup = endpoint({
  ...sending,
  id: 'createDmGroup',
  path: '/2/dm_conversations',
  summary: 'Open a group conversation',
  description:
    'Opens a group conversation of 3 to 50 participants and sends its first message. The acting user is one of the participants.',
  limits: limits('15 U, 1440/24h A', '1/24h U, 1/24h A'),
  choices,
  body: object({
    conversation_type: oneOf(['Group']),
    participant_ids: described(listOf(Id, mostInvited, 2), '2 to 49 ids of users besides the acting one'),
    message: Message,
  }),
  refuses: ['parameterInvalid', 'foreignResource'],
  example: {
    body: {
      conversation_type: 'Group',
      participant_ids: ['2244994946', '2244994947'],
      message: { text: 'Hello to you both' },
    },
  },
  handle(call, platform) {
    const { participant_ids: others, message } = call.body;
    const founder = call.principal.user.id;
    if (new Set([founder, ...others]).size <= others.length)
      return refuseValue('body field', 'participant_ids', others.join(), 'names somebody twice');
    const nobody = others.find((id) => !platform.tables.users.get(id));
    if (nobody !== undefined) return namesNo('user', 'participant_ids', nobody);
    for (const id of others) {
      const refusal = keptApart(founder, id, platform);
      if (refusal) return refusal;
    }
    return send(message, call, platform, (under) => openGroup(founder, others, under));
  },
});

export const deleteEvent = endpoint({
  ...writing,
  id: 'deleteDmEvent',
  method: 'DELETE',
  path: '/2/dm_events/:id',
  summary: 'Delete a message event',
  description:
    'Removes a direct message event from the view of the acting user. The other participants keep it.',
  scopes: ['dm.read', 'dm.write'],
  limits: limits('1500/24h U, 4000/24h A', '200 U, 2500/24h A'),
  choices: ['envelope', 'cells', 'app-cell-on-user-endpoint', 'v2-404', 'dm-privacy', 'dm-delete'],
  params: eventId,
  answers: { 200: json(dataOf({ deleted: boolean() })) },
  refuses: ['resourceNotFound'],
  example: { path: { id: '2023804634526646272' } },
  handle({ principal, path, transact }, platform) {
    const event = findEvent(path.id, principal, platform);
    if (isRefusal(event)) return event;
    transact((write) => forget(event, principal.user.id, write));
    return { status: 200, body: { data: { deleted: true } } };
  },
});

interface Sending {
  readonly principal: Acting;
  readonly transact: Transact;
  readonly now: number;
}

/**
 * Sends a message to the conversation that `open` returns. There is no media upload, so every attachment is refused
 * (choice: fields).
 */
function send(
  { text, attachments }: Output<typeof Message>,
  { principal, transact, now: at }: Sending,
  { state, tables }: Services,
  open: (under: Writing) => DmConversation,
) {
  if (attachments) return namesNo('medium', 'attachments.0.media_id', itemAt(attachments, 0).media_id);
  const event = transact((write) => {
    const under = { state, write, at };
    const sender = principal.user.id;
    const conversation = open(under);
    // In a group, a message does not reach users who are separated from the sender by a block (choice:
    // dm-conversations).
    const participant_ids = conversation.participant_ids.filter((id) => !areApart(sender, id, tables));
    return say(known(text, 'text'), { ...conversation, participant_ids }, sender, under);
  });
  const { dm_conversation_id, id: dm_event_id } = event;
  return { status: 201, body: { data: { dm_conversation_id, dm_event_id } } };
}
