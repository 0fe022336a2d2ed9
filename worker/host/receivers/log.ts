/** The latest requests to receivers, and the lines that they logged: in memory, for the people who wrote them. */
import type { ReceiverCall } from '../../contract/receiver-call.ts';

/** Per receiver: the most calls, and the most lines of all its calls together. */
const mostCalls = 200;
const mostLines = 200;
/** Removed receivers are remembered too. */
const mostHosts = 40;

export class ReceiverLog {
  readonly #calls = new Map<string, readonly ReceiverCall[]>();
  #lastId = 0;

  /** Newest last. */
  of(host: string): readonly ReceiverCall[] {
    return this.#calls.get(host) ?? [];
  }

  begin(host: string, call: Pick<ReceiverCall, 'at' | 'isTest' | 'method' | 'url'>): number {
    const id = ++this.#lastId;
    this.#keep(host, [...this.of(host), { ...call, id, outcome: null, ms: 0, lines: [] }]);
    return id;
  }

  end(host: string, id: number, ended: Pick<ReceiverCall, 'outcome' | 'ms' | 'lines'>): void {
    this.#keep(
      host,
      this.of(host).map((call) => (call.id === id ? { ...call, ...ended } : call)),
    );
  }

  clear(host: string): void {
    this.#calls.delete(host);
  }

  clearAll(): void {
    this.#calls.clear();
  }

  /** Removes the oldest. */
  #keep(host: string, calls: readonly ReceiverCall[]): void {
    let lines = 0;
    const first = calls.findLastIndex((call, at) => {
      lines += call.lines.length;
      return (lines > mostLines && at < calls.length - 1) || calls.length - at > mostCalls;
    });
    this.#calls.set(host, calls.slice(first + 1));
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > mostHosts) this.#calls.delete(oldest!);
  }
}
