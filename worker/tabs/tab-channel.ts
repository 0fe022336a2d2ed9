/** One tab's end of the BroadcastChannel: sends and receives messages, with long bodies in pieces. */
import {
  anything,
  either,
  having,
  listOf,
  object,
  oneOf,
  optional,
  text,
} from '../../engine/declaration/checks.ts';
import type { Call } from '../contract/contract.ts';
import { isEvent } from '../contract/events.ts';
import type { PlaygroundEvent } from '../contract/events.ts';
import { newId } from '../ids.ts';
import { Assembly, pack } from './pieces.ts';
import type { PlainError, Reply } from '../contract/reply.ts';
import type { Down, Up } from '../streams/protocol.ts';
import { parse, protocol } from './tab-protocol.ts';
import type { TabMessage } from './tab-protocol.ts';

/** The messages to a tab, with `from` as the id of the sender. */
export interface Listener {
  ping(from: string): void;
  alive(from: string, state: { readonly ready: boolean; readonly term: number }): void;
  /** Method and arguments are unchecked: `dispatch` checks them. */
  call(
    from: string,
    call: { readonly id: string; readonly method: string; readonly args: readonly unknown[] },
  ): void;
  answer(from: string, id: string, reply: Reply): void;
  received(from: string, id: string): void;
  event(from: string, event: PlaygroundEvent): void;
  down(from: string, id: string, part: Down): void;
  up(from: string, id: string, part: Up): void;
  /** A tab of another release holds the lock; its other messages are not understood. */
  foreign(): void;
}

export class TabChannel {
  readonly id = newId();
  /** null if the browser denies the site its channels too, as Firefox does together with storage: no messages arrive. */
  readonly #channel: BroadcastChannel | null;
  readonly #assembly = new Assembly();
  readonly #listener: Listener;

  constructor(name: string, listener: Listener) {
    this.#listener = listener;
    this.#channel = open(name);
    if (this.#channel) this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => this.#hear(data);
  }

  ping(): void {
    this.#post({ type: 'ping' });
  }

  alive(ready: boolean, term: number): void {
    this.#post({ type: 'alive', ready, term });
  }

  call(to: string, { id, method, args }: Call): void {
    this.#post({ type: 'call', to, id, method, args: this.#pack(to, args) });
  }

  answer(to: string, id: string, reply: Reply): void {
    this.#post({ type: 'answer', to, id, reply: this.#pack(to, reply) });
  }

  received(to: string, id: string): void {
    this.#post({ type: 'received', to, id });
  }

  event(event: PlaygroundEvent): void {
    this.#post({ type: 'event', event: this.#pack(null, event) });
  }

  down(to: string, id: string, part: Down): void {
    this.#post({ type: 'down', to, id, part });
  }

  up(to: string, id: string, part: Up): void {
    this.#post({ type: 'up', to, id, part });
  }

  close(): void {
    this.#channel?.close();
  }

  #pack(to: string | null, cargo: unknown) {
    const { packed, pieces } = pack(cargo, newId);
    for (const piece of pieces) this.#post({ type: 'piece', to, piece });
    return packed;
  }

  #post(message: TabMessage): void {
    this.#channel?.postMessage({ ...message, protocol, from: this.id });
  }

  #hear(data: unknown): void {
    const message = parse(data);
    if (message === 'foreign leader') return this.#listener.foreign();
    if (!message || ('to' in message && message.to !== null && message.to !== this.id)) return;
    const { from } = message;
    switch (message.type) {
      case 'ping':
        return this.#listener.ping(from);
      case 'alive':
        return this.#listener.alive(from, message);
      case 'piece':
        return this.#assembly.add(message.piece);
      case 'received':
        return this.#listener.received(from, message.id);
      case 'down':
        return this.#listener.down(from, message.id, message.part);
      case 'up':
        return this.#listener.up(from, message.id, message.part);
      case 'event': {
        const event = this.#assembly.unpack(message.event);
        return isEvent(event) ? this.#listener.event(from, event) : undefined;
      }
      case 'answer': {
        const reply = this.#assembly.unpack(message.reply);
        return isReply(reply) ? this.#listener.answer(from, message.id, reply) : undefined;
      }
      case 'call': {
        const args = this.#assembly.unpack(message.args);
        if (isList(args)) this.#listener.call(from, { id: message.id, method: message.method, args });
      }
    }
  }
}

function open(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

const isReply = either(
  object<Extract<Reply, { ok: true }>>({ ok: oneOf(true), value: anything, streams: optional(oneOf(true)) }),
  object<Extract<Reply, { ok: false }>>({
    ok: oneOf(false),
    error: object<PlainError>({ name: text, message: text, stack: optional(text), fields: having() }),
  }),
);

const isList = listOf(anything);
