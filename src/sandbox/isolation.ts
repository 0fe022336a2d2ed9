/**
 * A place for programs that nobody vouches for: workers in a frame of opaque origin whose policy admits no network. What
 * holds them is the browser; decisions/sandbox.md says what of it was tried, and tests/e2e/sandbox tries it again.
 */
import frameUrl from './frame.html?sandbox';
import type { FromFrame, ToFrame } from './frame-protocol.ts';
import probe from './probe.ts?program';
import type { Probed } from './probe.ts';

/** How long the frame, and a program in it, may take to begin, in ms. */
const startingMs = 10_000;

/** This browser, or the way in which the page is served, gives no such place. */
export class NoIsolation extends Error {
  override readonly name = 'NoIsolation';
}

/** A program that runs. */
export interface Running {
  /** The program has the other end. */
  readonly port: MessagePort;
  /** Ends it at once. */
  readonly end: () => void;
}

export class Isolation {
  readonly #frame: HTMLIFrameElement;
  readonly #control: MessagePort;
  /** What is called when a program was ended by other hands. */
  readonly #lost = new Map<number, (why: string) => void>();
  #lastId = 0;
  #isClosed = false;

  /** Puts the frame into the page and tries what it keeps from a program. Rejects with `NoIsolation`. */
  static async open(): Promise<Isolation> {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.referrerPolicy = 'no-referrer';
    frame.hidden = true;
    frame.title = 'Sandbox';
    frame.src = frameUrl;
    const { port1: control, port2 } = new MessageChannel();
    try {
      const origin = new Promise<string>((resolve) => {
        control.onmessage = ({ data }: MessageEvent<FromFrame>) => 'origin' in data && resolve(data.origin);
        frame.onload = () => frame.contentWindow?.postMessage(null, '*', [port2]);
      });
      document.body.append(frame);
      if ((await within(origin, new Error('The sandbox’s page could not be loaded.'))) !== 'null')
        throw new NoIsolation('This browser does not give a sandboxed frame an origin of its own.');
      const isolation = new Isolation(frame, control);
      await isolation.#prove();
      return isolation;
    } catch (error) {
      control.close();
      frame.remove();
      throw error;
    }
  }

  private constructor(frame: HTMLIFrameElement, control: MessagePort) {
    this.#frame = frame;
    this.#control = control;
    control.onmessage = ({ data }: MessageEvent<FromFrame>) => {
      if ('lost' in data) this.#lost.get(data.lost)?.(data.why);
    };
    control.addEventListener('close', () => this.close('The sandbox broke down.')); // its process, where it has one
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** `lost` is called once, if the program does not start, or is ended by other hands than `end`. */
  start(program: string, lost: (why: string) => void): Running {
    const id = ++this.#lastId;
    const { port1: port, port2 } = new MessageChannel();
    const end = () => {
      if (!this.#lost.delete(id)) return;
      port.close();
      if (!this.#isClosed) this.#control.postMessage({ end: id } satisfies ToFrame);
    };
    this.#lost.set(id, (why) => {
      end();
      lost(why);
    });
    this.#control.postMessage({ start: id, program } satisfies ToFrame, [port2]);
    return { port, end };
  }

  /** Ends all that runs. */
  close(why: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#control.close();
    this.#frame.remove();
    for (const lost of [...this.#lost.values()]) lost(why);
  }

  /** Runs a program of our own that tries its surroundings. */
  async #prove(): Promise<void> {
    const { port, end } = this.start(probe, () => {});
    const answer = new Promise<Probed>((resolve) => {
      port.onmessage = ({ data }: MessageEvent<Probed>) => resolve(data);
    });
    try {
      const { missing, open } = await within(answer, noWorker);
      if (open.length > 0)
        throw new NoIsolation(`In this browser the sandbox leaves open: ${open.join(', ')}.`);
      if (missing.length > 0)
        throw new NoIsolation(`In this browser the sandbox lacks: ${missing.join(', ')}.`);
    } catch (error) {
      this.close('');
      throw error;
    } finally {
      end();
    }
  }
}

const noWorker = new NoIsolation('This browser starts no worker inside a sandboxed frame.');

function within<T>(promise: Promise<T>, otherwise: Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(otherwise), startingMs);
    void promise.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}
