/** The rows of the outbox, in a queue per key. */
import type { EnqueuedCall, OutboxQueue } from '../declaration/services.ts';
import type { StateView, Write } from '../state/state.ts';
import type { OutboxRow } from '../state/tables/work.ts';

/** The most calls that may wait: a receiver that is down for days does not fill the disk. */
export const mostRows = 20_000;

/** Only the first row of a key has a due time. When it is removed, the next one gets its own. */
export class Queue implements OutboxQueue {
  constructor(private readonly state: StateView) {}

  enqueue(write: Write, { effect, key, data, alone = false }: EnqueuedCall): string | null {
    const { outbox } = this.state.tables;
    const isFirst = outbox.countBy('key', key) === 0;
    if (outbox.size >= mostRows || (alone && !isFirst)) return null;
    const id = this.state.nextId();
    const due = isFirst ? this.state.now() : null;
    write.outbox.insert({ id, effect, key, due, attempts: 0, data });
    return id;
  }

  cancel(write: Write, key: string): number {
    const ids = this.state.tables.outbox.keysBy('key', key);
    for (const id of ids) write.outbox.remove(id);
    return ids.length;
  }

  drop(write: Write, id: string): void {
    const row = this.state.tables.outbox.get(id);
    if (!row) return;
    if (row.due === null) write.outbox.remove(id);
    else this.leave(write, row);
  }

  /** Keeps the first row of its key until `at`, epoch ms, unless it was cancelled. */
  postpone(write: Write, { id, attempts }: OutboxRow, at: number): void {
    if (this.state.tables.outbox.get(id)) write.outbox.update(id, { due: at, attempts: attempts + 1 });
  }

  /** Removes the first row of its key. */
  leave(write: Write, { id, key }: OutboxRow): void {
    write.outbox.remove(id);
    const next = this.state.tables.outbox.firstBy('key', key);
    if (next) write.outbox.update(next.id, { due: this.state.now() });
  }
}
