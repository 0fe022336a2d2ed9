import { id, keyOf, listOf, matching, moment, nullable, oneOf, text } from '../store/kinds.ts';
import type { Fields } from '../store/kinds.ts';

/** choice: dm-conversations. */
export interface DmConversation {
  /** Between two users, `<lesser user id>-<greater user id>`; for a group, a decimal id. */
  readonly id: string;
  readonly participant_ids: readonly string[];
}

const users = listOf(keyOf('users'), 1);

export const dmConversationFields: Fields<DmConversation> = {
  id: matching(/^\d{1,19}(-\d{1,19})?$/, 'the id of a conversation'),
  participant_ids: users,
};

export interface DmEvent {
  readonly id: string;
  readonly dm_conversation_id: string;
  readonly event_type: 'MessageCreate' | 'ParticipantsJoin';
  readonly sender_id: string;
  readonly created_at: number;
  /** null except for MessageCreate. */
  readonly text: string | null;
  /** The users who joined; null for MessageCreate. */
  readonly participant_ids: readonly string[] | null;
  /** The users who have not deleted it. The last of them removes the row (choice: dm-delete). */
  readonly holder_ids: readonly string[];
}

export const dmEventFields: Fields<DmEvent> = {
  id,
  dm_conversation_id: keyOf('dm_conversations'),
  event_type: oneOf('MessageCreate', 'ParticipantsJoin'),
  sender_id: keyOf('users'),
  created_at: moment,
  text: nullable(text),
  participant_ids: nullable(users),
  holder_ids: users,
};
