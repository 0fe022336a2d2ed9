/** choice: dm-conversations. */
export interface DmConversation {
  /** Between two `<lesser user id>-<greater user id>`; of a group a decimal id. */
  readonly id: string;
  readonly participant_ids: readonly string[];
}

export interface DmEvent {
  readonly id: string;
  readonly dm_conversation_id: string;
  readonly event_type: 'MessageCreate' | 'ParticipantsJoin';
  readonly sender_id: string;
  readonly created_at: number;
  /** null but for MessageCreate. */
  readonly text: string | null;
  /** Who joined; null for MessageCreate. */
  readonly participant_ids: readonly string[] | null;
  /** Who has not deleted it. The row goes with the last of them (choice: dm-delete). */
  readonly holder_ids: readonly string[];
}
