/** Conversations and what happens in them (choices: dm-conversations, dm-delete). */
import type { DmConversation, DmEvent } from '../state/tables/conversations.ts';
import type { StateView, Write } from '../state/state.ts';
import { compareKeys } from '../state/store/order.ts';

/** A transaction under way; `at` is the time of what it inserts. */
export interface Writing {
  readonly state: StateView;
  readonly write: Write;
  readonly at: number;
}

/** The id of the conversation between two users. */
export const conversationIdOf = (one: string, other: string): string =>
  compareKeys(one, other) < 0 ? `${one}-${other}` : `${other}-${one}`;

/** The conversation between two users, created if needed. */
export function pairOf(one: string, other: string, { state, write }: Writing): DmConversation {
  const id = conversationIdOf(one, other);
  const conversations = state.tables.dm_conversations;
  return conversations.get(id) ?? write.dm_conversations.insert({ id, participant_ids: id.split('-') });
}

/** A new group. Its first event says who joined it. */
export function openGroup(founder: string, others: readonly string[], writing: Writing): DmConversation {
  const { state, write, at } = writing;
  const participant_ids = [founder, ...others];
  const group = write.dm_conversations.insert({ id: state.nextId(at), participant_ids });
  insertEvent(group, founder, { event_type: 'ParticipantsJoin', text: null, participant_ids }, writing);
  return group;
}

export const say = (text: string, to: DmConversation, sender: string, writing: Writing): DmEvent =>
  insertEvent(
    to,
    sender,
    { event_type: 'MessageCreate', text: text.toWellFormed(), participant_ids: null },
    writing,
  );

/** Removes an event from one user's view, and deletes it when no other user has it. */
export function forget({ id, holder_ids }: DmEvent, holder: string, write: Write): void {
  const left = holder_ids.filter((each) => each !== holder);
  if (left.length > 0) write.dm_events.update(id, { holder_ids: left });
  else write.dm_events.remove(id);
}

const insertEvent = (
  conversation: DmConversation,
  sender_id: string,
  what: Pick<DmEvent, 'event_type' | 'text' | 'participant_ids'>,
  { state, write, at }: Writing,
): DmEvent =>
  write.dm_events.insert({
    ...what,
    id: state.nextId(at),
    dm_conversation_id: conversation.id,
    sender_id,
    created_at: at,
    holder_ids: conversation.participant_ids,
  });
