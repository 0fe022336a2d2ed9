/** One tab's end of the BroadcastChannel: frames out, frames in, long bodies in pieces. */
import type { PlaygroundEvent } from './api.ts';
import { Assembly, pack, protocol } from './frames.ts';
import type { Cargo, Frame, Method } from './frames.ts';
import { newId } from './ids.ts';
import type { Reply } from './reply.ts';

/** What a tab is told, with `from` as the id of the tab that said it. */
export interface Listener {
  ping(from: string): void;
  alive(from: string, state: { readonly ready: boolean; readonly epoch: number }): void;
  call(from: string, id: string, method: Method, args: readonly unknown[]): void;
  answer(from: string, id: string, reply: Reply): void;
  event(from: string, event: PlaygroundEvent): void;
  /** A tab of another release holds the lock; nothing else of what it says is understood. */
  foreign(): void;
}

type WithoutSender<F> = F extends Frame ? Omit<F, 'protocol' | 'from'> : never;

export class Line {
  readonly id = newId();
  readonly #channel: BroadcastChannel;
  readonly #assembly = new Assembly();
  readonly #listener: Listener;

  constructor(name: string, listener: Listener) {
    this.#listener = listener;
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }: MessageEvent<Frame>) => this.#hear(data);
  }

  ping(): void {
    this.#post({ type: 'ping' });
  }

  alive(ready: boolean, epoch: number): void {
    this.#post({ type: 'alive', ready, epoch });
  }

  call(to: string, id: string, method: Method, args: readonly unknown[]): void {
    this.#post({ type: 'call', to, id, method, args: this.#pack(to, args) });
  }

  answer(to: string, id: string, reply: Reply): void {
    this.#post({ type: 'answer', to, id, reply: this.#pack(to, reply) });
  }

  event(event: PlaygroundEvent): void {
    this.#post({ type: 'event', event: this.#pack(null, event) });
  }

  close(): void {
    this.#channel.close();
  }

  #pack(to: string | null, cargo: Cargo) {
    const { packed, pieces } = pack(cargo, newId);
    for (const piece of pieces) this.#post({ type: 'piece', to, piece });
    return packed;
  }

  #post(frame: WithoutSender<Frame>): void {
    this.#channel.postMessage({ ...frame, protocol, from: this.id });
  }

  #hear(frame: Frame): void {
    if (frame.protocol !== protocol) {
      if (frame.type === 'alive') this.#listener.foreign();
      return;
    }
    if ('to' in frame && frame.to !== null && frame.to !== this.id) return;
    const { from } = frame;
    if (frame.type === 'ping') this.#listener.ping(from);
    else if (frame.type === 'alive') this.#listener.alive(from, frame);
    else if (frame.type === 'piece') this.#assembly.add(frame.piece);
    else if (frame.type === 'event')
      this.#listener.event(from, this.#assembly.unpack(frame.event) as PlaygroundEvent);
    else if (frame.type === 'answer')
      this.#listener.answer(from, frame.id, this.#assembly.unpack(frame.reply) as Reply);
    else this.#listener.call(from, frame.id, frame.method, this.#assembly.unpack(frame.args) as unknown[]);
  }
}
