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

/** A conversation of two is called by their ids (choice: dm-conversations). */
export const isGroup = (id: string): boolean => !id.includes('-');

/** The messages of a conversation, or the last ones of all, as the acting user's call gave them. */
export class MessagesRead {
  readonly #client: WorldClient;
  /** Its id; null for those of all. */
  readonly #conversation: string | null;
  said = $state.raw<readonly MessageRead[]>([]);
  /** The last answer where it was none of messages. */
  refused = $state.raw<Answered | null>(null);
  /** Who is in the groups that were said something in, by their ids: events tell it of those alone who came or left. */
  groups = $state.raw<ReadonlyMap<string, readonly string[]>>(new Map());
  isRead = $state(false);
  /** When it was read, in epoch ms of the platform, and what the answer said is left; null before. */
  readAt = $state<number | null>(null);
  left = $state<string | null>(null);
  #busy = false;
  #moves = -1;

  constructor(client: WorldClient, conversation: string | null) {
    this.#client = client;
    this.#conversation = conversation;
  }

  /** A visit: reads it unless it was read, and the acting user did nothing since that it would show. */
  async visit(): Promise<void> {
    const isCurrent = this.isRead && !this.refused && this.#moves === this.#client.moves;
    if (!isCurrent && !this.#busy) await this.load();
  }

  async load(): Promise<void> {
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
    this.#busy = false;
    if (!answered) return;
    const said = answered.status === 200 ? ((answered.json.data ?? []) as readonly MessageRead[]) : [];
    this.groups = await this.#groupsIn(said);
    this.isRead = true;
    this.readAt = answered.exchange.at;
    this.left = answered.left;
    // A conversation that nobody has begun is not there yet, and can be begun.
    const isNew = wanted !== null && answered.status === 404;
    this.refused = answered.status === 200 || isNew ? null : answered;
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
