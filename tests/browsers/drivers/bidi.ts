/** A connection of WebDriver BiDi: commands with answers, and events. */
import { once } from 'node:events';
import { WebSocket } from 'ws';

type Message = { type: string; id?: number; method?: string; params?: unknown; result?: unknown } & {
  error?: string;
  message?: string;
};

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export class Bidi {
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;
  #closed = 0;

  private constructor(
    private readonly socket: WebSocket,
    heard: (method: string, params: unknown) => void,
  ) {
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Message;
      if (message.id === undefined) heard(message.method ?? '', message.params);
      else this.#answer(message.id, message);
    });
    socket.on('error', () => {}); // what it breaks is told by its close
    socket.on('close', (code) => {
      this.#closed = code;
      for (const { reject } of this.#waiting.values()) reject(this.#gone());
      this.#waiting.clear();
    });
  }

  static async connect(address: string, heard: (method: string, params: unknown) => void): Promise<Bidi> {
    const socket = new WebSocket(address);
    await once(socket, 'open');
    return new Bidi(socket, heard);
  }

  /** The protocol defines the type by the method; rejects with the browser's message. */
  send<R>(method: string, params: object): Promise<R> {
    const id = ++this.#next;
    return new Promise<R>((resolve, reject) => {
      if (this.socket.readyState !== this.socket.OPEN) return reject(this.#gone());
      this.#waiting.set(id, { resolve: (result) => resolve(result as R), reject });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  /** The browser may be alive: it, or something in between, has closed the connection. */
  #gone(): Error {
    return new Error(`The connection to the browser was closed: ${this.#closed}`);
  }

  #answer(id: number, { type, result, error, message }: Message): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (type === 'success') waiting?.resolve(result);
    else waiting?.reject(new Error(`${error ?? type}: ${message ?? ''}`));
  }
}
