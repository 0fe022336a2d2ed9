/** Direct Messages (choices: dm-conversations, dm-delete). */
import { conversationIdOf } from '../social/conversations.ts';
import { MessageText, mostInvited } from '../social/inputs.ts';
import type { DmConversation, DmEvent } from '../state/tables/conversations.ts';
import { demand, firstOf, setBy, typed } from './door.ts';
import type { Admission } from './door.ts';
import { bySchema, moment } from './values.ts';

const senders = ['sendDmToUser', 'sendDmToConversation', 'createDmGroup'];

const areDifferent = (ids: readonly string[]): boolean => new Set(ids).size === ids.length;

export const dm_conversations: Admission<DmConversation> = {
  doors: { id: typed, participant_ids: setBy(senders) },
  row({ id, participant_ids: all }) {
    const [one = '', other = ''] = all;
    const isPair = id.includes('-');
    return firstOf(
      demand(areDifferent(all), 'participant_ids', 'names somebody twice'),
      demand(all.length <= mostInvited + 1, 'participant_ids', `are more than ${mostInvited + 1}`),
      demand(
        !isPair || (all.length === 2 && id === conversationIdOf(one, other)),
        'id',
        'is not that of its two participants',
      ),
    );
  },
};

export const dm_events: Admission<DmEvent> = {
  doors: {
    id: typed,
    dm_conversation_id: typed,
    event_type: typed,
    sender_id: typed,
    created_at: moment,
    text: setBy(senders, bySchema(MessageText)),
    participant_ids: setBy('createDmGroup'),
    holder_ids: setBy('deleteDmEvent'),
  },
  row: ({ event_type, text, participant_ids, holder_ids }) =>
    firstOf(
      demand((event_type === 'MessageCreate') === (text !== null), 'text', `does not fit ${event_type}`),
      demand(
        (event_type === 'ParticipantsJoin') === (participant_ids !== null),
        'participant_ids',
        `does not fit ${event_type}`,
      ),
      demand(areDifferent(holder_ids), 'holder_ids', 'names somebody twice'),
    ),
  among({ dm_conversation_id, sender_id, holder_ids }, { dm_conversations }) {
    const { participant_ids } = dm_conversations.must(dm_conversation_id);
    return firstOf(
      demand(participant_ids.includes(sender_id), 'sender_id', 'is not in the conversation'),
      demand(
        holder_ids.every((id) => participant_ids.includes(id)),
        'holder_ids',
        'names somebody who is not in the conversation',
      ),
    );
  },
};
