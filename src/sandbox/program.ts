/** A worker that runs a receiver's program. It answers one request after another, each by its own port. */
import type { Isolation, Running } from './isolation.ts';
import type { ToProgram } from './message.ts';
import program from './within/receiver.ts?program';

export class Program {
  readonly #running: Running;
  /** Called when it was ended by anything but `end`. */
  lost: (why: string) => void = () => {};

  constructor(isolation: Isolation) {
    this.#running = isolation.start(program, (why) => this.lost(why));
    const { port } = this.#running;
    port.onmessage = port.onmessageerror = () => {
      this.end();
      this.lost('It sent a message outside its port.');
    };
  }

  /** Passes it a request. It answers by the port. */
  ask(given: ToProgram): MessagePort {
    const { port1: port, port2 } = new MessageChannel();
    this.#running.port.postMessage(given, [port2]);
    return port;
  }

  end(): void {
    this.#running.end();
  }
}
