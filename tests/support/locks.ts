/** Web Locks for Node, as far as the worker uses them: exclusive named locks with a queue each, and `steal`. */
interface Holder {
  readonly end: (error?: DOMException) => void;
}

interface Turn {
  readonly run: () => void;
  readonly signal: AbortSignal | undefined;
}

export class LocksForNode {
  readonly #holders = new Map<string, Holder>();
  readonly #queues = new Map<string, Turn[]>();

  request(name: string, options: LockOptions, work: () => Promise<void>): Promise<void> {
    const { signal, steal } = options;
    return new Promise((resolve, reject) => {
      const run = () => {
        const holder: Holder = { end: (error) => (error ? reject(error) : resolve()) };
        this.#holders.set(name, holder);
        const released = () => {
          if (this.#holders.get(name) !== holder) return;
          holder.end();
          this.#holders.delete(name);
          this.#queue(name).shift()?.run();
        };
        void work().then(released, released);
      };
      signal?.addEventListener('abort', () => {
        this.#queues.set(
          name,
          this.#queue(name).filter((turn) => turn.signal !== signal),
        );
        reject(new DOMException('Given up', 'AbortError'));
      });
      if (steal) {
        this.#holders.get(name)?.end(new DOMException('Stolen', 'AbortError'));
        run();
      } else if (this.#holders.has(name)) {
        this.#queue(name).push({ run, signal });
      } else {
        run();
      }
    });
  }

  #queue(name: string): Turn[] {
    const queue = this.#queues.get(name) ?? [];
    this.#queues.set(name, queue);
    return queue;
  }
}
