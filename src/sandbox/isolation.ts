/**
 * Runs untrusted programs: workers in a frame of opaque origin whose policy allows no network. The frame is in a page
 * of our own that contains nothing else (`holder.html`), since a service worker serves no frame of opaque origin. The
 * isolation is the browser's; decisions/sandbox.md says which parts were tested, and tests/e2e/sandbox tests them
 * again.
 */
import holderUrl from './frame.html?sandbox';
import type { FromFrame, ToFrame } from './frame-protocol.ts';
import probe from './probe.ts?program';
import type { Probed } from './probe.ts';

/** The time limit for the frame, and for a program in it, to start, in ms. */
const startingMs = 10_000;
/** The time limit for a started frame to answer, in ms. */
const replyMs = 2000;

/** While programs run: how often the frame is asked whether it is alive, in ms, and how many answers it may miss. */
const askingMs = 1000;
const mostSilent = 3;
const brokeDown = 'The sandbox failed.';

/** This browser, or the way in which the page is served, offers no isolation. */
export class NoIsolation extends Error {
  override readonly name = 'NoIsolation';
}

/** A running program. */
export interface Running {
  /** The program has the other end. */
  readonly port: MessagePort;
  /** Ends it at once. */
  readonly end: () => void;
}

export class Isolation {
  readonly #holder: HTMLIFrameElement;
  readonly #control: MessagePort;
  /** Called when a program was ended by anything but `end`. */
  readonly #lost = new Map<number, (why: string) => void>();
  #lastId = 0;
  #isClosed = false;
  /** How many answers in a row the frame has missed. */
  #silentFor = 0;
  #heardAt = 0;
  #watch: ReturnType<typeof setInterval> | undefined;

  /** Adds the frame to the page and tests its isolation. Rejects with `NoIsolation`. */
  static async open(): Promise<Isolation> {
    const holder = document.createElement('iframe');
    holder.referrerPolicy = 'no-referrer';
    holder.hidden = true;
    holder.title = 'Sandbox';
    holder.src = holderUrl;
    const { port1: control, port2 } = new MessageChannel();
    try {
      const loaded = new Promise((resolve) => (holder.onload = resolve));
      document.body.append(holder);
      await within(startingMs, loaded, notLoaded);
      const origin = new Promise<string>((resolve) => {
        control.onmessage = ({ data }: MessageEvent<FromFrame>) => 'origin' in data && resolve(data.origin);
      });
      if (!holder.contentDocument) throw notLoaded; // an error page of the browser
      holder.contentWindow?.[0]?.postMessage(null, '*', [port2]);
      // The frame's script has run by now, or never will: the browser shows an error page instead.
      if ((await within(replyMs, origin, notLoaded)) !== 'null')
        throw new NoIsolation('This browser does not give a sandboxed frame an origin of its own.');
      const isolation = new Isolation(holder, control);
      await isolation.#prove();
      return isolation;
    } catch (error) {
      control.close();
      holder.remove();
      throw error;
    }
  }

  private constructor(holder: HTMLIFrameElement, control: MessagePort) {
    this.#holder = holder;
    this.#control = control;
    control.onmessage = ({ data }: MessageEvent<FromFrame>) => {
      this.#silentFor = 0;
      this.#heardAt = performance.now();
      if ('lost' in data) this.#lost.get(data.lost)?.(data.why);
    };
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Calls `lost` once, if the program does not start or is ended by anything but `end`. */
  start(program: string, lost: (why: string) => void): Running {
    const id = ++this.#lastId;
    const { port1: port, port2 } = new MessageChannel();
    const end = () => {
      if (!this.#lost.delete(id)) return;
      port.close();
      if (this.#lost.size === 0) clearInterval(this.#watch);
      if (!this.#isClosed) this.#control.postMessage({ end: id } satisfies ToFrame);
    };
    this.#lost.set(id, (why) => {
      end();
      lost(why);
    });
    this.#control.postMessage({ start: id, program } satisfies ToFrame, [port2]);
    if (this.#lost.size > 1) return { port, end };
    this.#silentFor = 0;
    this.#watch = setInterval(() => this.#ask(), askingMs);
    return { port, end };
  }

  /** For a caller whose wait ended without an answer: checks whether the sandbox is still there. */
  doubt(): void {
    const asked = performance.now();
    this.#control.postMessage({ ask: 'alive' } satisfies ToFrame);
    setTimeout(() => {
      if (this.#heardAt < asked) this.close(brokeDown);
    }, askingMs);
  }

  /** Ends all programs. */
  close(why: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#watch);
    this.#control.close();
    this.#holder.remove();
    for (const lost of [...this.#lost.values()]) lost(why);
  }

  /** A browser that runs the frame in its own process may end that process for its use of resources, without notice. */
  #ask(): void {
    if (++this.#silentFor > mostSilent) this.close(brokeDown);
    else this.#control.postMessage({ ask: 'alive' } satisfies ToFrame);
  }

  /** Runs a program of our own that tests the isolation. */
  async #prove(): Promise<void> {
    const { port, end } = this.start(probe, () => {});
    const answer = new Promise<Probed>((resolve) => {
      port.onmessage = ({ data }: MessageEvent<Probed>) => resolve(data);
    });
    try {
      const { missing, open } = await within(startingMs, answer, noWorker);
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

const notLoaded = new Error('The sandbox’s page could not be loaded.');
const noWorker = new NoIsolation('This browser starts no worker inside a sandboxed frame.');

function within<T>(ms: number, promise: Promise<T>, otherwise: Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(otherwise), ms);
    void promise.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}
