import { listIn } from '../../../parts/shapes.ts';
import { isText } from '../../../../worker/api.ts';
import type { Answered } from '../../../call/own-call.ts';
import type { WorldClient } from './client.svelte.ts';

export interface MessageRead {
  readonly id: string;
  readonly event_type: string;
  readonly text?: string;
  readonly sender_id: string;
  readonly created_at: string;
  readonly dm_conversation_id: string;
}

/** The id of a conversation of two is made of both users' ids (choice: dm-conversations). */
export const isGroup = (id: string): boolean => !id.includes('-');

/** The messages of a conversation, or the latest of all, as read by the acting user's call. */
export class MessagesRead {
  readonly #client: WorldClient;
  /** The id of the conversation; null for all messages. */
  readonly #conversation: string | null;
  said = $state.raw<readonly MessageRead[]>([]);
  /** The last answer, if it was a refusal. */
  refused = $state.raw<Answered | null>(null);
  /** The members of the groups with messages, by group id: events name only the members who joined or left. */
  groups = $state.raw<ReadonlyMap<string, readonly string[]>>(new Map());
  isRead = $state(false);
  /** When it was read, in epoch ms of the platform, and how many calls the answer said are left; null before. */
  readAt = $state<number | null>(null);
  left = $state<string | null>(null);
  #busy = false;
  #asked = 0;
  #moves = -1;

  constructor(client: WorldClient, conversation: string | null) {
    this.#client = client;
    this.#conversation = conversation;
  }

  /**
   * A visit: reads the messages unless they are read, or being read, and the acting user has done nothing since that
   * changes them.
   */
  async visit(): Promise<void> {
    const isAsked = this.#busy || (this.isRead && !this.refused);
    if (!isAsked || this.#moves !== this.#client.moves) await this.load();
  }

  async load(): Promise<void> {
    const number = ++this.#asked;
    const wanted = this.#conversation;
    this.#busy = true;
    this.#moves = this.#client.moves;
    const answered = await this.#client.call(
      wanted === null ? 'read the messages' : 'read a conversation',
      {
        method: 'GET',
        path: wanted === null ? '/2/dm_events' : `/2/dm_conversations/${wanted}/dm_events`,
        query: {
          max_results: '100',
          'dm_event.fields': 'created_at,sender_id,dm_conversation_id,event_type',
        },
      },
      { reads: 'messages' },
    );
    // A newer request was made meanwhile.
    if (number !== this.#asked) return;
    this.#busy = false;
    if (!answered) return;
    const said = answered.status === 200 ? ((answered.json.data ?? []) as readonly MessageRead[]) : [];
    const groups = await this.#groupsIn(said);
    if (number !== this.#asked) return;
    this.groups = groups;
    this.isRead = true;
    this.left = answered.left;
    // A conversation without messages does not exist yet, but can be begun.
    const isNew = wanted !== null && answered.status === 404;
    this.refused = answered.status === 200 || isNew ? null : answered;
    this.readAt = this.refused ? null : answered.exchange.at;
    this.said = said;
  }

  async #groupsIn(events: readonly MessageRead[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const ids = new Set(events.map((each) => each.dm_conversation_id).filter(isGroup));
    const { playground } = this.#client.session;
    const look = async (id: string) => {
      const row = await playground.ask('explorer.look', 'conversations', id).catch(() => null);
      return [id, listIn(row?.['participant_ids']).filter(isText)] as const;
    };
    return new Map(await Promise.all(Array.from(ids, look)));
  }
}
