/** A worker in which a receiver's program runs. It answers one request after another, each by a port of its own. */
import type { Isolation, Running } from './isolation.ts';
import type { ToProgram } from './message.ts';
import program from './within/receiver.ts?program';

export class Program {
  readonly #running: Running;
  /** Called when it was ended by other hands than `end`. */
  lost: (why: string) => void = () => {};

  constructor(isolation: Isolation) {
    this.#running = isolation.start(program, (why) => this.lost(why));
    const { port } = this.#running;
    port.onmessage = port.onmessageerror = () => {
      this.end();
      this.lost('It spoke where nobody listens.');
    };
  }

  /** Hands it a request. It answers by the port. */
  ask(given: ToProgram): MessagePort {
    const { port1: port, port2 } = new MessageChannel();
    this.#running.port.postMessage(given, [port2]);
    return port;
  }

  end(): void {
    this.#running.end();
  }
}
