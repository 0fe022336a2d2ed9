/** The platform that a server serves, its time, and the way to begin again. */
import { composePlatform, families } from '../../engine/inside.ts';
import type {
  Cancel,
  Credential,
  LoadedSnapshot,
  Outcome,
  Platform,
  StreamOutcome,
} from '../../engine/inside.ts';
import { Alarm } from '../host/timers.ts';
import { openAt, sendTo } from './outward.ts';
import type { Mapped } from './outward.ts';

/** What a world begins with, as often as it begins. */
export interface Beginning {
  readonly scenario: 'starter' | 'small' | 'empty';
  readonly seed: string | undefined;
  /** Reads the file that it goes on from; null for a scenario. */
  readonly read: (() => Promise<ReadWorld>) | null;
  readonly frozen: boolean;
}

export interface ReadWorld {
  readonly loaded: LoadedSnapshot;
  /** The credentials that the file has. */
  readonly vault: readonly Credential[];
}

/** When the clock of a platform wants to be looked at, in epoch ms of it; null for never. */
interface Wake {
  at: number | null;
}

export class ServedWorld {
  readonly #alarm: Alarm;
  /** What ends the streams that are open. */
  readonly #streams = new Set<Cancel>();
  readonly #listeners = new Set<(platform: Platform) => void>();
  #platform!: Platform; // there since `open`
  /** Of the platform: what an earlier one still has to say is not heard. */
  #wake: Wake | null = null;
  #credentials: readonly Credential[] = [];

  private constructor(
    private readonly url: string,
    private readonly beginning: Beginning,
    private readonly mapped: Mapped,
  ) {
    this.#alarm = new Alarm(
      () => this.#platform.clock.now(),
      () => void this.#platform.clock.advance(0),
    );
  }

  static async open(url: string, beginning: Beginning, mapped: Mapped): Promise<ServedWorld> {
    const world = new ServedWorld(url, beginning, mapped);
    await world.#begin();
    return world;
  }

  get platform(): Platform {
    return this.#platform;
  }

  /** What the beginning has in full. */
  get credentials(): readonly Credential[] {
    return this.#credentials;
  }

  /** Begins again in the place of everything. Streams end. */
  async reset(): Promise<void> {
    await this.#begin();
    this.endStreams();
    for (const listener of this.#listeners) listener(this.#platform);
  }

  /** Called with each platform that takes the place of the one before. Returns the unsubscriber. */
  onReset(listener: (platform: Platform) => void): Cancel {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The same outcome; a stream is one that a reset and the end of the server can end. */
  watched(outcome: Outcome): Outcome {
    return outcome.kind === 'stream' ? this.#watchedStream(outcome) : outcome;
  }

  endStreams(): void {
    for (const end of this.#streams) end();
  }

  stop(): void {
    this.#alarm.stop();
    this.endStreams();
  }

  async #begin(): Promise<void> {
    const { scenario, seed, read, frozen } = this.beginning;
    const found = await read?.();
    const wake: Wake = { at: null };
    const platform: Platform = composePlatform({
      families,
      baseUrl: this.url,
      adsBaseUrl: this.url,
      // A clock that stands still begins where the engine's does, so that the same calls give the same answers.
      ...(!(frozen && !found) && { now: Date.now }),
      elapsed: () => performance.now(),
      send: sendTo(this.mapped),
      open: openAt(this.mapped),
      turn: () => new Promise((resolve) => void setImmediate(resolve)),
      fault: (error) => {
        console.error(error);
      },
      wake: (at) => {
        wake.at = at;
        if (this.#wake === wake) this.#alarm.set(at);
      },
      ...(found ? { snapshot: found.loaded } : { scenario, ...(seed !== undefined && { seed }) }),
    });
    await platform.whole();
    if (frozen) await platform.clock.freeze();
    this.#platform = platform;
    this.#wake = wake;
    this.#credentials = found?.vault ?? platform.initialCredentials;
    this.#alarm.set(wake.at);
  }

  #watchedStream(stream: StreamOutcome): StreamOutcome {
    return {
      ...stream,
      open: (sink) => {
        const forget = () => this.#streams.delete(end);
        const cancel = stream.open({
          write: (chunk) => sink.write(chunk),
          end: (reason, last) => {
            forget();
            sink.end(reason, last);
          },
        });
        const end = () => {
          forget();
          cancel();
          sink.end();
        };
        this.#streams.add(end);
        return () => {
          forget();
          cancel();
        };
      },
    };
  }
}
