/** What the receivers were asked lately, and what they logged: in memory, for anyone who wrote them. */
import type { ReceiverCall } from '../../contract/receiver-call.ts';

/** Of each receiver: calls, and lines of all its calls together. */
const mostCalls = 200;
const mostLines = 200;
/** Receivers that were removed are remembered too. */
const mostHosts = 40;

export class ReceiverLog {
  readonly #calls = new Map<string, readonly ReceiverCall[]>();
  #lastId = 0;

  /** The newest last. */
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

  /** The oldest go. */
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
