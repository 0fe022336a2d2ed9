/** The world that the pages work with: its platform, its vault, and what is under way in it. It can be replaced. */
import { schemaVersion } from '../../engine/inside.ts';
import type { Credential, Exchange, Platform } from '../../engine/inside.ts';
import type { ClockState, JumpState, Replacer, World } from '../contract/world.ts';
import { Announcer } from './announcer.ts';
import type { BeforeJump } from './before-jump.ts';
import { BeforeReplacement } from './before-replacement.ts';
import { compose } from './compose.ts';
import { Keeper } from './keeper.ts';
import { isLate, Loading } from './loading.ts';
import { opened } from './opened.ts';
import type { OpenedStart } from './opened.ts';
import { Outside } from './outside.ts';
import { Seat } from './seat.ts';
import type { Since } from './since.ts';
import type { HostStorage, Stored } from './storage.ts';
import type { Surroundings } from './surroundings.ts';
import { Alarm } from './timers.ts';
import { worldOf } from './world-of.ts';

/** How long to wait for calls under way before their platform is replaced, in ms. */
const settleMs = 5000;

export class Current {
  readonly storage: HostStorage;
  readonly announcer: Announcer;
  readonly keeper: Keeper;
  readonly outside: Outside;
  readonly loading = new Loading((loading) => this.announcer.say({ type: 'loading', loading }));
  platform: Platform;
  vault: readonly Credential[];
  /** The id of the call that replaced the platform, so that repeating the call does not replace it again. */
  reset: string | null;
  /** The jump of the clock in progress; null if there is none that takes longer than a moment. */
  jump: JumpState | null = null;
  /** The last jump, while it can be undone. */
  beforeJump: BeforeJump | null = null;
  beforeReplacement: BeforeReplacement | null = null;
  /** The changes by a person that are under way: in the portal, in the vault. */
  readonly changing = new Set<Promise<unknown>>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #idle = new Alarm(Date.now, () => this.#populate());
  /** The platform whose seeded users have been created, or are being created. */
  #populated: Platform | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  /** Cancels the replacements that are under way or waiting. */
  readonly #cancelling = new Set<AbortController>();

  /** Data that the engine cannot read is left alone, and the starter scenario runs in memory. */
  static async open(surroundings: Surroundings): Promise<Current> {
    const { storage } = surroundings;
    const stored = storage.take();
    try {
      return new Current(
        surroundings,
        stored,
        await opened(stored ?? surroundings.start ?? { scenario: 'starter' }),
      );
    } catch (error) {
      if (!stored) throw error;
      storage.distrust(error);
      return new Current(surroundings, null, { scenario: 'starter' });
    }
  }

  private constructor(
    readonly surroundings: Surroundings,
    stored: Stored | null,
    start: OpenedStart,
  ) {
    const { emit, sandbox, storage, turn } = surroundings;
    this.storage = storage;
    this.announcer = new Announcer(emit, () => this.world());
    this.keeper = new Keeper(
      {
        storage,
        now: () => this.platform.clock.now(),
        wake: () => void this.platform.clock.advance(0),
        changed: (changes) => this.announcer.changed(changes),
      },
      new Seat('counts'),
    );
    this.outside = new Outside({
      ...{ storage, sandbox, turn },
      say: (event) => this.announcer.say(event),
      jump: () => this.announcer.jump,
      saveAgain: () => this.saveAgain(),
    });
    this.platform = this.create(start, this.keeper.seat);
    this.vault = stored ? stored.vault : this.platform.initialCredentials;
    this.reset = stored?.reset ?? null;
    this.announcer.takeAsTold();
    storage.takeDeferred = () => this.platform.takeDeferred();
    const { asideBy } = storage;
    if (asideBy) this.beforeReplacement = new BeforeReplacement(asideBy, null, false);
    // Data that could not be used stays unchanged; only a reset replaces it.
    const outdated = !stored || stored.snapshot.version !== schemaVersion;
    if (outdated && storage.kept.kind === 'saved') void this.keepAll();
  }

  /** Makes a platform, which takes over when it gets the seat. */
  create(start: OpenedStart, seat: Seat): Platform {
    const platform = compose(start, seat, this);
    seat.isLate = isLate(start);
    return platform;
  }

  /** From now on, this is the current platform. */
  sit(platform: Platform, seat: Seat, vault: readonly Credential[], reset: string | null): void {
    this.keeper.seat.standing = 'left';
    seat.standing = 'counts';
    this.keeper.seat = seat;
    this.platform = platform;
    this.vault = vault;
    this.beforeJump = null;
    this.reset = reset;
    if (!seat.isLate) this.loading.hear(null);
  }

  /** Works with the platform when no replacement is in progress. */
  async run<T>(work: (platform: Platform) => Promise<T>): Promise<T> {
    await this.#turn;
    const running = work(this.platform);
    this.#running.add(running);
    this.loading.note(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
      this.announcer.lookSoon();
      const { idleMs } = this.surroundings;
      if (idleMs && this.#populated !== this.platform) this.#idle.set(Date.now() + idleMs);
    }
  }

  /** No caller waits for it. If it fails, the first call that needs the users tries again. */
  #populate(): void {
    if (this.#running.size > 0) return;
    this.#populated = this.platform;
    this.runWhole((platform) => platform.seedPopulation()).catch(() => undefined);
  }

  /** For work that reads all rows: waits until they are loaded. */
  runWhole<T>(work: (platform: Platform) => T | Promise<T>): Promise<T> {
    return this.run(async (platform) => {
      await platform.whole();
      return work(platform);
    });
  }

  /** Events about a person's change are sent before the change is answered, because the page may continue at once. */
  async runChange<T>(work: (platform: Platform) => Promise<T>): Promise<T> {
    const done = this.run(work);
    this.changing.add(done);
    try {
      const answer = await done;
      this.announcer.look();
      return answer;
    } finally {
      this.changing.delete(done);
    }
  }

  /** For work that replaces the platform or its rows: calls that arrive meanwhile wait. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  /** The same for work that can be cancelled until it is done. */
  async replacing<T>(work: (cancelling: AbortSignal) => Promise<T>): Promise<T> {
    const cancelling = new AbortController();
    this.#cancelling.add(cancelling);
    try {
      return await this.inTurn(() => work(cancelling.signal));
    } finally {
      this.#cancelling.delete(cancelling);
    }
  }

  cancelReplacements(): void {
    for (const each of this.#cancelling) each.abort();
  }

  /** Waits for calls under way, except for jumps of the clock. */
  async settled(): Promise<void> {
    await Promise.race([
      Promise.allSettled([this.platform.clock.cancel(), ...this.#running]),
      new Promise((resolve) => setTimeout(resolve, settleMs)),
    ]);
  }

  /** The stored data is of an earlier release, or missing: calls wait until the new data is stored. */
  keepAll(): Promise<void> {
    return this.inTurn(async () => {
      await this.platform.whole();
      await this.settled();
      const { vault, reset } = this;
      const snapshot = this.platform.blocks();
      try {
        await this.keeper.whileHeld(() => this.storage.replace({ snapshot, vault, reset }));
      } catch (error) {
        this.storage.giveUp(error);
      }
    });
  }

  /** Writes all of the platform's data again if there was no room for it. */
  async saveAgain(): Promise<void> {
    if (this.storage.kept.isFull) await this.keepAll();
  }

  /**
   * The rows that are read after the start cannot be read: as at the start, they are left alone, and the starter runs
   * in memory.
   */
  unreadable(seat: Seat, error: unknown): void {
    void this.inTurn(async () => {
      if (!seat.counts) return;
      this.storage.distrust(error);
      const another = new Seat();
      const platform = this.create({ scenario: 'starter' }, another);
      this.sit(platform, another, platform.initialCredentials, null);
      this.keeper.wake(another, another.wakeAt);
      this.beforeReplacement = null;
      await this.sayRestarted();
    });
  }

  /** The world is a different one, so the receivers' log would be about hosts that no longer exist. */
  async sayRestarted(by?: Replacer | 'undo'): Promise<void> {
    (await this.outside.internet.loading)?.log.clearAll();
    this.announcer.takeAsTold();
    this.announcer.say({ type: 'restarted', by });
  }

  canUndo(): Replacer | null {
    const { by, former } = this.beforeReplacement ?? {};
    return by && (former || this.storage.asideBy) ? by : null;
  }

  /** A person changed something, in the portal or in the vault. */
  noteChange(): void {
    for (const each of this.#since()) each.noteChange();
  }

  noteCall(exchange: Exchange): void {
    for (const each of this.#since()) each.noteCall(exchange);
  }

  world(): World {
    return worldOf(this.platform, this.vault);
  }

  clock(): ClockState {
    const { clock, history } = this.platform;
    const jumped = this.beforeJump?.ms || null;
    const isOver = jumped !== null && history.standing === 'tooMuch';
    return {
      platformNow: clock.now(),
      realNow: Date.now(),
      frozen: clock.frozen,
      jumped: isOver ? null : jumped,
      ...(isOver && { cannotUndo: 'tooMuch' }),
    };
  }

  /** Its changes are no longer shown or kept. */
  stop(): void {
    this.keeper.stop();
    this.#idle.stop();
    this.announcer.stop();
    this.outside.stop();
    void this.storage.close();
  }

  /** The counts of what was done since a moment that can be brought back. */
  *#since(): Generator<Since, void, undefined> {
    if (this.beforeJump) yield this.beforeJump;
    if (this.beforeReplacement) yield this.beforeReplacement;
  }
}
