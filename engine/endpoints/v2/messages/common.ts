/** What the Direct Message endpoints share: who may call, how they look things up, what they show. */
import { v2 } from '../../../spec/apis.ts';
import type { PrincipalOf } from '../../../declaration/principal.ts';
import { refuseValue } from '../../../spec/problems.ts';
import type { Refusal } from '../../../spec/problems.ts';
import { described, Id } from '../../../spec/fields.ts';
import type { Services } from '../../../declaration/services.ts';
import { notFound } from '../../../social/renderer.ts';
import { ConversationId } from '../../../social/schemas.ts';
import type { DmConversation, DmEvent } from '../../../state/tables/conversations.ts';
import type { User } from '../../../state/tables/accounts.ts';

/** Only for users, with the third permission level (specification 5, rule 3; choice: app-cell-on-user-endpoint). */
export const forMessages = {
  api: v2,
  section: '8.3',
  auth: ['oauth1', 'oauth2'],
  permission: 'read-write-directmessages',
} as const;

export type Acting = PrincipalOf<'oauth1' | 'oauth2'>;

export const eventId = { id: described(Id, 'Id of the event') };
export const participantId = { participant_id: described(Id, 'Id of the other user') };
export const conversationId = {
  dm_conversation_id: described(ConversationId, 'Id of the conversation'),
};

/** The conversation, if the acting user is in it (choice: dm-privacy). */
export function findConversation(
  id: string,
  { user }: Acting,
  platform: Services,
): DmConversation | Refusal<'resourceNotFound'> {
  const found = platform.tables.dm_conversations.get(id);
  return found?.participant_ids.includes(user.id)
    ? found
    : notFound('dm_conversation', 'dm_conversation_id', id, platform);
}

/** The event, if the acting user still has it (choices: dm-privacy, dm-delete). */
export function findEvent(
  id: string,
  { user }: Acting,
  platform: Services,
): DmEvent | Refusal<'resourceNotFound'> {
  const found = platform.tables.dm_events.get(id);
  return found?.holder_ids.includes(user.id) ? found : notFound('dm_event', 'id', id, platform);
}

/** The other user of a conversation between two. */
export function findOther(
  id: string,
  { user }: Acting,
  platform: Services,
): User | Refusal<'resourceNotFound' | 'parameterInvalid'> {
  if (id === user.id) return refuseValue('path parameter', 'participant_id', id, 'names the acting user');
  return platform.tables.users.get(id) ?? notFound('user', 'participant_id', id, platform);
}
