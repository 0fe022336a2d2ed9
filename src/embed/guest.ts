import { isHello, readOrder, version } from '../element/protocol.ts';
import type { Order, FrameSaid, Wish } from '../element/protocol.ts';

/** Orders that may wait for the world. */
const mostWaiting = 100;

export type Doing = Partial<{
  readonly [K in Wish['do']]: (wish: Extract<Wish, { readonly do: K }>) => Promise<void> | void;
}>;

/** Whether a page that connects later receives it too. */
const isLasting = ({ type }: FrameSaid): boolean => type === 'resize' || type === 'error' || type === 'state';

/** For an embed that shows no call. */
export const noCall: Doing = {
  send() {
    throw new Error('This embed shows no call that could be sent.');
  },
  open() {
    throw new Error('This embed shows no call: it opens no link.');
  },
};

/**
 * The messages between this frame and the page around it. One handshake is accepted, from the direct parent; after
 * that, only the port of that page is read.
 */
export class Guest {
  #port: MessagePort | null = null;
  #doing: Doing = {};
  /** Why no order can be carried out, as a sentence. */
  #refused: string | null = null;
  /** The messages for a page that connects later, by their type. */
  readonly #last = new Map<string, FrameSaid>();
  #isOpen = false;
  /** Orders that arrived before the world was ready. */
  #waiting: (() => void)[] = [];

  /** `parent`: null if nothing is around the page; `here`: the target of messages. */
  constructor(parent: unknown, here: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>) {
    const listen = (event: Event): void => {
      if (!(event instanceof MessageEvent) || parent === null || event.source !== parent) return;
      const [port, ...more] = event.ports;
      if (!port || more.length > 0 || !isHello(event.data)) return;
      here.removeEventListener('message', listen);
      this.#meet(port);
    };
    here.addEventListener('message', listen);
  }

  say(said: FrameSaid): void {
    if (isLasting(said)) this.#last.set(said.type, said);
    this.#port?.postMessage(said);
  }

  /** Sets how orders are carried out from now on; earlier orders wait for it. */
  takes(doing: Doing): void {
    this.#doing = { ...this.#doing, ...doing };
    if (!doing.send) return;
    this.#refused = null;
    this.#open();
  }

  /** Nothing is shown: orders are answered with the reason. */
  refuses(why: string): void {
    this.#refused = why;
    this.#open();
    this.say({ type: 'error', message: why });
  }

  #open(): void {
    this.#isOpen = true;
    for (const go of this.#waiting.splice(0)) go();
  }

  #meet(port: MessagePort): void {
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      const order = readOrder(data);
      if (order) void this.#do(order);
    };
    this.say({ type: 'ready', version });
    for (const said of this.#last.values()) this.say(said);
  }

  async #do({ id, wish }: Order): Promise<void> {
    let problem: string | null = null;
    try {
      await this.#act(wish);
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    this.say({ type: 'answer', id, problem });
  }

  async #act(wish: Wish): Promise<void> {
    if (wish.do === 'setTheme') return this.#doing.setTheme?.(wish);
    if (!this.#isOpen) {
      if (this.#waiting.length === mostWaiting)
        throw new Error('Too many commands are waiting for the embed to start.');
      await new Promise<void>((go) => void this.#waiting.push(go));
    }
    if (this.#refused !== null) throw new Error(this.#refused);
    if (wish.do === 'send') await this.#doing.send?.(wish);
    else if (wish.do === 'reset') await this.#doing.reset?.(wish);
    else if (wish.do === 'advance') await this.#doing.advance?.(wish);
    else await this.#doing.open?.(wish);
  }
}
