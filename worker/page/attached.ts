/** The page's side of a local server that runs the platform (decisions/server.md): as `connect` is that of a worker. */
import { isRecord } from '../../engine/inside.ts';
import type { FromPage, FromServer } from '../attached/messages.ts';
import { FileBytes, fromLine, toLine } from '../attached/wire.ts';
import type { Method } from '../contract/contract.ts';
import type { PlaygroundEvent } from '../contract/events.ts';
import { FileRefused } from '../contract/file.ts';
import { valueOf } from '../contract/reply.ts';
import { newId } from '../ids.ts';
import type { FromRunner, RunReceiver } from '../page-link.ts';
import { TabStreams } from '../tabs/tab-streams.ts';
import { clientOf } from './client.ts';
import type { Answered, Playground } from './client.ts';

/** Of a file that is handed to the server. */
const mostFileBytes = 8_000_000;

/** Resolves when it is time to look for a lost server again, after this number of failed tries. */
export type NextTry = (tries: number) => Promise<void>;

/**
 * Attaches the page to the server at this address of its line, and rejects with a sentence if it cannot. A line that is
 * lost is opened again, as often as `nextTry` resolves; while it cannot be, an event of `storage` has the reason. `run`
 * runs receivers here.
 */
export async function attach(line: URL, run: RunReceiver, nextTry: NextTry): Promise<Playground> {
  const attached = new Line(line, run, nextTry);
  await attached.open();
  return clientOf(attached.call, attached.subscribe);
}

interface Waiting {
  readonly resolve: (answered: Answered) => void;
  readonly reject: (error: unknown) => void;
}

class Line {
  /** As the server named it; null while there is none. */
  #name: string | null = null;
  /** Only a line that was open is looked for again. */
  #wasOpen = false;
  #isSaying = false;
  readonly #toSay: FromPage[] = [];
  /** Calls without an answer, by their ids. */
  readonly #waiting = new Map<string, Waiting>();
  readonly #listeners = new Set<(event: PlaygroundEvent) => void>();
  /** Of receivers that run here. */
  readonly #running = new Map<string, MessagePort>();
  readonly #streams = new TabStreams({
    up: (id, part) => this.#say({ type: 'up', id, part }),
    down: () => undefined,
    whenGone: () => () => undefined,
  });

  constructor(
    private readonly address: URL,
    private readonly run: RunReceiver,
    private readonly nextTry: NextTry,
  ) {}

  /** Resolves when the server has named the line. */
  async open(): Promise<void> {
    const response = await fetch(this.address).catch(() => null);
    if (!response) throw this.#stopped();
    if (!response.ok || !response.body) throw new Error((await response.text()).trim());
    const messages = messagesIn(response.body);
    const first = await messages.next();
    if (first.done || first.value.type !== 'open') throw this.#stopped();
    this.#name = first.value.line;
    this.#wasOpen = true;
    void this.#follow(messages);
  }

  readonly call = async (method: Method, args: readonly unknown[]): Promise<Answered> => {
    const sent = await Promise.all(args.map(withoutFile));
    return new Promise((resolve, reject) => {
      if (this.#name === null) return reject(this.#stopped());
      const id = newId();
      this.#waiting.set(id, { resolve, reject });
      this.#say({ type: 'call', id, method, args: sent });
    });
  };

  readonly subscribe = (listener: (event: PlaygroundEvent) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Never rejects. */
  async #follow(messages: AsyncIterable<FromServer>): Promise<void> {
    try {
      for await (const message of messages) this.#hear(message);
    } catch {
      // As when it ends.
    }
    this.#lose();
    let told: string | null = null;
    for (let tries = 0; ; tries++) {
      const reason = await this.#openAgain();
      if (reason === null) break;
      if (reason !== told)
        this.#tell({ type: 'storage', storage: { kind: 'served', reason, engine: 'this tab' } });
      told = reason;
      await this.nextTry(tries);
    }
    this.#tell({ type: 'restarted' });
  }

  /** Why it cannot be opened; null once it is. Never rejects. */
  #openAgain(): Promise<string | null> {
    return this.open().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  }

  #lose(): void {
    this.#name = null;
    this.#toSay.length = 0;
    const why = this.#stopped();
    this.#streams.endRelays(why.message);
    for (const { reject } of this.#waiting.values()) reject(why);
    this.#waiting.clear();
    this.#running.clear();
  }

  #hear(message: FromServer): void {
    if (message.type === 'event') this.#tell(message.event);
    else if (message.type === 'reply') this.#settle(message);
    else if (message.type === 'down') this.#streams.hearDown(message.id, message.part);
    else if (message.type === 'over') this.#running.get(message.id)?.postMessage(message.over);
    else if (message.type === 'run') this.#start(message);
  }

  #tell(event: PlaygroundEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #settle({ id, reply }: Extract<FromServer, { type: 'reply' }>): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    try {
      const value = valueOf(reply);
      const isStream = reply.ok && reply.streams;
      waiting?.resolve({ value, ...(isStream && { stream: this.#streams.relay(id) }) });
    } catch (error) {
      waiting?.reject(error);
    }
  }

  #start({ id, run }: Extract<FromServer, { type: 'run' }>): void {
    const { port1: port, port2 } = new MessageChannel();
    this.#running.set(id, port);
    port.onmessage = ({ data: from }: MessageEvent<FromRunner>) => {
      this.#say({ type: 'ran', id, from });
      if (from.type === 'began') return;
      this.#running.delete(id);
      port.close();
    };
    this.run(run, port2);
  }

  /** In the order in which it is said: what comes while something is on its way goes with the next. */
  #say(message: FromPage): void {
    if (this.#name === null) return;
    this.#toSay.push(message);
    if (!this.#isSaying) void this.#sayAll();
  }

  /** Never rejects: that the server is gone is learnt from the line. */
  async #sayAll(): Promise<void> {
    this.#isSaying = true;
    while (this.#toSay.length > 0) {
      const messages = this.#toSay.splice(0);
      const response = await fetch(this.address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: toLine({ line: this.#name, messages }),
      }).catch(() => null);
      if (response && !response.ok) this.#refuse(messages, (await response.text()).trim());
    }
    this.#isSaying = false;
  }

  #refuse(messages: readonly FromPage[], why: string): void {
    for (const { id } of messages) {
      this.#waiting.get(id)?.reject(new Error(why));
      this.#waiting.delete(id);
    }
  }

  #stopped(): Error {
    const next = this.#wasOpen
      ? 'This page attaches again when the server is back.'
      : 'Start it again, and reload this page.';
    return new Error(`The server at ${this.address.origin} stopped. ${next}`);
  }
}

/** A file travels as its bytes. */
async function withoutFile(value: unknown): Promise<unknown> {
  if (!(value instanceof Blob)) return value;
  if (value.size > mostFileBytes)
    throw new FileRefused(
      'A file of more than 8 MB does not go to the server this way: start it with --feed <url>=<file>.',
    );
  return new FileBytes(new Uint8Array(await value.arrayBuffer()));
}

/** The server is the one that the page came from: it says nothing else. */
const isFromServer = (message: unknown): message is FromServer => isRecord(message) && 'type' in message;

async function* messagesIn(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<FromServer, undefined> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  /** Of a line that has not come to its end. */
  let parts: string[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return undefined;
    const lines = value.split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) {
      const message = fromLine(parts.join('') + line);
      parts = [];
      if (isFromServer(message)) yield message;
    }
    parts.push(last);
  }
}
