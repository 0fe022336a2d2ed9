/** A connection of WebDriver BiDi: commands with answers, and events. */

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

  private constructor(
    private readonly socket: WebSocket,
    heard: (method: string, params: unknown) => void,
  ) {
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as Message;
      if (message.id === undefined) heard(message.method ?? '', message.params);
      else this.#answer(message.id, message);
    });
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The browser is gone'));
      this.#waiting.clear();
    });
  }

  static async connect(address: string, heard: (method: string, params: unknown) => void): Promise<Bidi> {
    const socket = new WebSocket(address);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new Error(`No connection to ${address}`)));
    });
    return new Bidi(socket, heard);
  }

  /** The type is what the protocol says of the method; rejects with the browser's words. */
  send<R>(method: string, params: object): Promise<R> {
    const id = ++this.#next;
    return new Promise<R>((resolve, reject) => {
      if (this.socket.readyState !== this.socket.OPEN) return reject(new Error('The browser is gone'));
      this.#waiting.set(id, { resolve: (result) => resolve(result as R), reject });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  #answer(id: number, { type, result, error, message }: Message): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (type === 'success') waiting?.resolve(result);
    else waiting?.reject(new Error(`${error ?? type}: ${message ?? ''}`));
  }
}
