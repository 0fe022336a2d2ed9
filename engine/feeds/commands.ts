/** Commands that start and end runs of feeds, outside the API (choice: catalog-feeds). */
import { text, tuple } from '../declaration/checks.ts';
import { command } from '../declaration/command.ts';
import type { OutboxQueue } from '../declaration/services.ts';
import type { State } from '../state/state.ts';
import { cancelRun, hasEnded, queueRun } from './queue.ts';

export interface Needs {
  readonly state: State;
  readonly outbox: OutboxQueue;
}

type Done<T extends object = object> =
  | ({ readonly ok: true } & T)
  | { readonly ok: false; readonly reason: string };

const refused = (reason: string): { readonly ok: false; readonly reason: string } => ({ ok: false, reason });

/** Fetches a feed's file now, in addition to its schedule. Answers the run's id. */
const run = command(tuple(text), ({ state, outbox }: Needs, feedId): Done<{ runId: string }> => {
  const feed = state.tables.product_feeds.get(feedId);
  if (!feed) return refused('There is no such feed.');
  return state.transact((write) => {
    const queued = queueRun(feed, write, { state, outbox });
    return queued ? { ok: true, runId: queued.id } : refused('Its last run has not ended.');
  });
});

/** Ends a run that is waiting or under way. The products that it wrote stay. */
const cancel = command(tuple(text), ({ state, outbox }: Needs, runId): Done => {
  const found = state.tables.feed_runs.get(runId);
  if (!found || hasEnded(found)) return refused('No such run is waiting or under way.');
  state.transact((write) => cancelRun(found, write, { state, outbox }));
  return { ok: true };
});

export const commands = { run, cancel };
