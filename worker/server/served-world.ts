/** The platform that a server serves, its clock, and its reset. */
import { composePlatform, families } from '../../engine/inside.ts';
import type { Cancel, ChangeSet, Credential, Outcome, Platform, StreamOutcome } from '../../engine/inside.ts';
import { Alarm, Soon } from '../host/timers.ts';
import { openAt, sendTo } from './outward.ts';
import type { Beyond, Mapped } from './outward.ts';
import type { ReadWorld, WorldKeeper } from './world-keeper.ts';

/** What the world contains at the start and after each reset. */
export interface Beginning {
  readonly scenario: 'starter' | 'small' | 'empty';
  readonly seed: string | undefined;
  /** Reads the file that the world continues from; null for a scenario. */
  readonly read: (() => Promise<ReadWorld>) | null;
  readonly frozen: boolean;
}

/** The attached pages: they are told of every change, and answer for more hosts than those that are mapped. */
export interface Witness extends Beyond {
  committed(changes: ChangeSet): void;
  /** Called when a stream is opened or has ended. */
  streamed(): void;
}

/** The longest delay of deferred writes (limits, nonces and the log), in ms. */
const flushMs = 200;

/** The time in which a platform is served. After it, changes of the platform are refused and its clock is not woken. */
interface Turn {
  /** When to wake its clock, in epoch ms of that clock; null for never. */
  wakeAt: number | null;
  /** Whether the full world was written. It contains all earlier changes. */
  isWritten: boolean;
}

export class ServedWorld {
  readonly #alarm: Alarm;
  readonly #flush: Soon;
  readonly #stopping = new AbortController();
  /** Each ends one open stream. */
  readonly #streams = new Set<Cancel>();
  readonly #listeners = new Set<(platform: Platform) => void>();
  #platform!: Platform; // set by `open`
  #turn: Turn | null = null;
  #isWriting = false;
  #credentials: readonly Credential[] = [];
  /** It is told of changes only if the world was opened with `isWitnessed`. */
  witness: Witness | null = null;

  private constructor(
    private readonly url: string,
    private readonly beginning: Beginning,
    private readonly mapped: Mapped,
    private readonly data: WorldKeeper | null,
    private readonly isWitnessed: boolean,
  ) {
    this.#flush = new Soon(flushMs, () => void this.#keepDeferred());
    this.#alarm = new Alarm(
      () => this.#platform.clock.now(),
      () => void this.#platform.clock.advance(0),
    );
  }

  /** `data`: where the world is kept; null for in memory. */
  static async open(
    url: string,
    beginning: Beginning,
    mapped: Mapped,
    data: WorldKeeper | null = null,
    isWitnessed = false,
  ): Promise<ServedWorld> {
    const world = new ServedWorld(url, beginning, mapped, data, isWitnessed);
    await world.#begin(data?.found ?? (await beginning.read?.()));
    return world;
  }

  /** Aborts when the server closes. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  get platform(): Platform {
    return this.#platform;
  }

  /** The credentials of the first world, and those that attached pages keep. */
  get credentials(): readonly Credential[] {
    return this.#credentials;
  }

  set credentials(credentials: readonly Credential[]) {
    this.#credentials = credentials;
  }

  /** Writes them to the data folder, if there is one. */
  async keepCredentials(): Promise<void> {
    await this.data?.write(this.#platform, this.#credentials);
  }

  /** Replaces everything with the first world. Streams end. */
  async reset(): Promise<void> {
    await this.#begin(this.data ? await this.data.beginning() : await this.beginning.read?.());
    this.endStreams();
    for (const listener of this.#listeners) listener(this.#platform);
  }

  /** Calls the listener with each platform that replaces another. Returns the function that unsubscribes. */
  onReset(listener: (platform: Platform) => void): Cancel {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Returns the same outcome. A stream is wrapped so that a reset or the server's end closes it. */
  watched(outcome: Outcome): Outcome {
    return outcome.kind === 'stream' ? this.#watchedStream(outcome) : outcome;
  }

  endStreams(): void {
    for (const end of this.#streams) end();
  }

  stop(): void {
    this.#alarm.stop();
    this.endStreams();
    this.#stopping.abort();
  }

  /** Call it when no more calls are answered. */
  async close(): Promise<void> {
    this.#flush.stop();
    await this.#keepDeferred();
    await this.data?.close();
  }

  async #begin(found: ReadWorld | undefined): Promise<void> {
    const { scenario, seed, frozen } = this.beginning;
    const turn: Turn = { wakeAt: null, isWritten: false };
    const platform: Platform = composePlatform({
      families,
      baseUrl: this.url,
      adsBaseUrl: this.url,
      // A frozen clock starts at the engine's own time, so that the same calls give the same answers.
      ...(!(frozen && !found) && { now: Date.now }),
      elapsed: () => performance.now(),
      send: sendTo(this.mapped, () => this.witness),
      ...(this.mapped.wording && { deliveryBody: this.mapped.wording.event }),
      open: openAt(this.mapped, () => this.witness),
      turn: () => new Promise((resolve) => void setImmediate(resolve)),
      fault: (error) => {
        console.error(error);
      },
      wake: (at) => {
        turn.wakeAt = at;
        if (this.#turn === turn) this.#alarm.set(at);
      },
      ...((this.data || this.isWitnessed) && {
        commit: (changes: ChangeSet) => this.#commit(turn, changes),
      }),
      ...(this.data && {
        deferred: () => {
          this.#flush.ask();
        },
      }),
      ...(found ? { snapshot: found.loaded } : { scenario, ...(seed !== undefined && { seed }) }),
    });
    await platform.whole();
    if (frozen) await platform.clock.freeze();
    const credentials = found?.vault ?? platform.initialCredentials;
    this.#turn = turn;
    if (this.data) await this.data.write(platform, credentials);
    turn.isWritten = true;
    this.#platform = platform;
    this.#credentials = credentials;
    this.#alarm.set(turn.wakeAt);
  }

  async #commit(turn: Turn, changes: ChangeSet): Promise<void> {
    if (!turn.isWritten) return;
    if (this.#turn !== turn) throw new Error('The world was reset');
    this.witness?.committed(changes);
    if (!this.data) return;
    try {
      await this.data.commit(changes);
    } catch {
      // There may be room again. A full write contains these changes, too.
      await this.data.write(this.#platform, this.#credentials);
    }
    this.#renew(this.data);
  }

  /** Replaces a journal that has become long by a full write of the world. */
  #renew(data: WorldKeeper): void {
    if (!data.isLong || this.#isWriting) return;
    this.#isWriting = true;
    const written = data.write(this.#platform, this.#credentials);
    written.catch((error: unknown) => console.error(error)).finally(() => (this.#isWriting = false));
  }

  async #keepDeferred(): Promise<void> {
    const changes = this.data && this.#platform.takeDeferred();
    if (changes) await this.data.commit(changes).catch((error: unknown) => console.error(error));
  }

  #watchedStream(stream: StreamOutcome): StreamOutcome {
    return {
      ...stream,
      open: (sink) => {
        const forget = () => {
          this.#streams.delete(end);
          this.witness?.streamed();
        };
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
        this.witness?.streamed();
        return () => {
          forget();
          cancel();
        };
      },
    };
  }
}
