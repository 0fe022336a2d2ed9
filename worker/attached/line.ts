/** One attached page: what it is told, and the receivers that run in it. */
import type { ReceiverRun } from '../contract/receiver-run.ts';
import { newId } from '../ids.ts';
import type { FromRunner, ToRunner } from '../page-link.ts';
import type { FromServer } from './messages.ts';

/** What carries lines to a page. */
export interface Writer {
  readonly write: (message: FromServer) => void;
  readonly end: () => void;
}

export class Line {
  readonly id = newId();
  /** Of the receivers that run in the page. */
  readonly #running = new Map<string, MessagePort>();

  constructor(readonly writer: Writer) {
    this.writer.write({ type: 'open', line: this.id });
  }

  run(run: ReceiverRun, port: MessagePort): void {
    const id = newId();
    this.#running.set(id, port);
    port.onmessage = ({ data }: { readonly data: ToRunner }) =>
      this.writer.write({ type: 'over', id, over: data });
    this.writer.write({ type: 'run', id, run });
  }

  hearRan(id: string, from: FromRunner): void {
    const port = this.#running.get(id);
    port?.postMessage(from);
    if (from.type !== 'began') this.#forget(id);
  }

  /** The page is gone, and with it what ran there. */
  close(): void {
    for (const id of [...this.#running.keys()])
      this.hearRan(id, { type: 'cannot', why: 'the page that ran it was closed' });
  }

  #forget(id: string): void {
    this.#running.get(id)?.close();
    this.#running.delete(id);
  }
}
