/** What a person orders for the events of a webhook (choice: activity-by-hand). */
import { dropSetAside, duplicate, redeliver, replay } from '../account-activity/by-hand.ts';
import type { Ordered } from '../account-activity/by-hand.ts';
import type { Lines } from '../account-activity/line.ts';
import type { OutboxLine } from '../declaration/services.ts';
import type { State, Write } from '../state/state.ts';
import type { Made } from './contract.ts';

export class Deliveries {
  readonly #lines: Lines;

  constructor(
    private readonly state: State,
    outbox: OutboxLine,
  ) {
    this.#lines = { state, tables: state.tables, outbox };
  }

  redeliver(eventId: string): Made<number> {
    return this.#order((write) => redeliver(eventId, this.#lines, write));
  }

  duplicate(eventId: string): Made<number> {
    return this.#order((write) => duplicate(eventId, this.#lines, write));
  }

  replay(webhookId: string, from: number, to: number): Made<number> {
    return this.#order((write) => replay(webhookId, from, to, this.#lines, write));
  }

  drop(eventId: string): Made<number> {
    return this.#order((write) => dropSetAside(eventId, this.#lines, write));
  }

  #order(work: (write: Write) => Ordered): Made<number> {
    const ordered = this.state.transact(work);
    return 'reason' in ordered ? { ok: false, reason: ordered.reason } : { ok: true, made: ordered.count };
  }
}
