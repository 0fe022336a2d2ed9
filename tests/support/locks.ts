/** Web Locks for Node, as far as the worker uses them: one exclusive lock a name, a queue, and `steal`. */
interface Holder {
  readonly end: (error?: DOMException) => void;
}

interface Turn {
  readonly run: () => void;
  readonly signal: AbortSignal | undefined;
}

export class LocksForNode {
  #holder: Holder | null = null;
  #queue: Turn[] = [];

  request(_name: string, options: LockOptions, work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const run = () => {
        const holder: Holder = { end: (error) => (error ? reject(error) : resolve()) };
        this.#holder = holder;
        const released = () => {
          if (this.#holder !== holder) return;
          holder.end();
          this.#holder = null;
          this.#queue.shift()?.run();
        };
        void work().then(released, released);
      };
      options.signal?.addEventListener('abort', () => {
        this.#queue = this.#queue.filter((turn) => turn.signal !== options.signal);
        reject(new DOMException('Given up', 'AbortError'));
      });
      if (options.steal) {
        this.#holder?.end(new DOMException('Stolen', 'AbortError'));
        run();
      } else if (this.#holder) {
        this.#queue.push({ run, signal: options.signal });
      } else {
        run();
      }
    });
  }
}
