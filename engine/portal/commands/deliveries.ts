/** What a person does with the events of a webhook (choice: activity-by-hand). Each command gives the number of events. */
import { dropSetAside, duplicate, redeliver, replay } from '../../account-activity/redelivery.ts';
import type { Ordered } from '../../account-activity/redelivery.ts';
import type { QueueParts } from '../../account-activity/queue.ts';
import { number, text, tuple } from '../../declaration/checks.ts';
import { command } from '../../declaration/command.ts';
import type { OutboxQueue } from '../../declaration/services.ts';
import type { State, Write } from '../../state/state.ts';
import type { Made } from '../contract.ts';

export interface Needs {
  readonly state: State;
  readonly outbox: OutboxQueue;
}

function order({ state, outbox }: Needs, work: (parts: QueueParts, write: Write) => Ordered): Made<number> {
  const parts = { state, tables: state.tables, outbox };
  const ordered = state.transact((write) => work(parts, write));
  return 'reason' in ordered ? { ok: false, reason: ordered.reason } : { ok: true, made: ordered.count };
}

export const commands = {
  /** Redelivers an event that was set aside. */
  redeliver: command(tuple(text), (needs: Needs, eventId) =>
    order(needs, (parts, write) => redeliver(eventId, parts, write)),
  ),
  /** Sends an acknowledged event once more: a duplicate on purpose. */
  duplicate: command(tuple(text), (needs: Needs, eventId) =>
    order(needs, (parts, write) => duplicate(eventId, parts, write)),
  ),
  /** Redelivers a webhook's events of at most one day, in order, in epoch ms; the end is exclusive. */
  replay: command(tuple(text, number, number), (needs: Needs, webhookId, from, to) =>
    order(needs, (parts, write) => replay(webhookId, from, to, parts, write)),
  ),
  /** Removes an event from the list of those set aside. */
  drop: command(tuple(text), (needs: Needs, eventId) =>
    order(needs, (parts, write) => dropSetAside(eventId, parts, write)),
  ),
};
