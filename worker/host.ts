/** Hosts the one platform: gives it time, keeps what it changes, and tells every page what happened. */
import {
  choices,
  createPlatform,
  describeFamilies,
  families,
  schemaVersion,
  tables,
} from '../engine/index.ts';
import type {
  ChangeSet,
  Credential,
  Exchange,
  HttpRequest,
  Plan,
  Platform,
  PlatformOptions,
  Portal,
  PortalResult,
  Snapshot,
  WindowState,
} from '../engine/index.ts';
import { portalMethods } from './api.ts';
import type {
  ClockState,
  Greeting,
  PlaygroundApi,
  PlaygroundEvent,
  PortalMethod,
  PortalOutcome,
  Sent,
  World,
} from './api.ts';
import type { Storage } from './persistence/storage.ts';
import { Alarm, Soon } from './timers.ts';

type Start = Pick<PlatformOptions, 'scenario' | 'snapshot'>;

/** How long what may lag lags at most, in ms: the promise is 250, the rest is for the transaction. */
const flushMs = 200;
/** How often the world is looked over for changes at most, in ms. */
const lookMs = 50;
/** How long a reset waits for calls under way, in ms. */
const settleMs = 5000;

export class Host implements PlaygroundApi {
  readonly #storage: Storage;
  readonly #emit: (event: PlaygroundEvent) => void;
  readonly #flush = new Soon(flushMs, () => void this.#storage.flush());
  readonly #look = new Soon(lookMs, () => this.#lookOver());
  readonly #alarm = new Alarm(
    () => this.#platform.clock.now(),
    () => void this.#platform.clock.advance(0),
  );
  readonly #running = new Set<Promise<unknown>>();
  #vault: readonly Credential[];
  #platform: Platform;
  /** The world as it was last told. */
  #told: string;
  #resetting: Promise<void> = Promise.resolve();
  #retired = false;
  /** Counts platforms: what an earlier one still has to say is not heard. */
  #generation = 0;

  /** Data that the engine cannot read is left alone, and the starter scenario runs in memory. */
  static start(storage: Storage, emit: (event: PlaygroundEvent) => void): Host {
    try {
      return new Host(storage, emit);
    } catch (error) {
      if (!storage.stored) throw error;
      storage.distrust(error);
      return new Host(storage, emit);
    }
  }

  constructor(storage: Storage, emit: (event: PlaygroundEvent) => void) {
    this.#storage = storage;
    this.#emit = emit;
    const stored = storage.stored;
    this.#platform = this.#create(stored ? { snapshot: complete(stored.snapshot) } : { scenario: 'starter' });
    this.#vault = stored ? stored.vault : this.#platform.initialCredentials;
    this.#told = JSON.stringify(this.#world());
    storage.takeDeferred = () => this.#platform.takeDeferred();
    // What could not be used is left as it is; only a reset replaces it.
    const outdated = !stored || stored.snapshot.version !== schemaVersion;
    if (outdated && storage.kept.kind === 'saved') void this.#keepAll();
  }

  async greet(): Promise<Greeting> {
    const { baseUrl, seed } = this.#platform;
    const endpoints = await describeFamilies(families);
    const storage = { ...this.#storage.kept, engine: 'this tab' } as const;
    return {
      baseUrl,
      seed,
      endpoints,
      choices,
      world: this.#world(),
      clock: this.#clock(),
      storage,
    };
  }

  send(request: HttpRequest): Promise<Sent> {
    return this.#run(async (platform) => {
      await platform.handle(request);
      const exchange = platform.exchanges.list().findLast((each) => each.request.id === request.id);
      if (!exchange) throw new Error('The log has no entry for this call');
      return { outcome: exchange.outcome, exchange };
    });
  }

  windows(
    endpointId: string,
    credential: { appId: string; token?: string },
  ): Promise<readonly WindowState[]> {
    return this.#run((platform) => platform.windows(endpointId, credential));
  }

  exchanges(): Promise<readonly Exchange[]> {
    return this.#run((platform) => Promise.resolve(platform.exchanges.list()));
  }

  advance(ms: number, id?: string): Promise<ClockState> {
    return this.#setClock((platform) => platform.clock.advance(ms, id));
  }

  freeze(): Promise<ClockState> {
    return this.#setClock((platform) => platform.clock.freeze());
  }

  resume(): Promise<ClockState> {
    return this.#setClock((platform) => platform.clock.resume());
  }

  setPlan(projectId: string, plan: Plan): Promise<PortalResult> {
    return this.#run((platform) => platform.portal.setPlan(projectId, plan));
  }

  liftAbuse(appId: string): Promise<PortalResult> {
    return this.#run((platform) => platform.portal.liftAbuse(appId));
  }

  setAbuse(enabled: boolean): Promise<PortalResult> {
    return this.#run((platform) => platform.portal.setAbuse(enabled));
  }

  /** The method may come from another tab: it is looked up in the closed list. */
  portal<M extends PortalMethod>(method: M, ...args: Parameters<Portal[M]>): PortalOutcome<M> {
    if (!portalMethods.includes(method)) return Promise.reject(new TypeError(`The portal has no ${method}`));
    return this.#run(async ({ portal }) => {
      const act = portal[method].bind(portal) as (...given: unknown[]) => unknown;
      return (await act(...args)) as Awaited<ReturnType<Portal[M]>>;
    }) as PortalOutcome<M>;
  }

  forget(credentialId: string): Promise<void> {
    return this.#run(async () => {
      this.#vault = this.#vault.filter(({ id }) => id !== credentialId);
      await this.#storage.keep(this.#vault);
    });
  }

  keep(credential: Credential): Promise<void> {
    return this.#run(async () => {
      const at = this.#vault.findIndex(({ id }) => id === credential.id);
      this.#vault = at === -1 ? [...this.#vault, credential] : this.#vault.with(at, credential);
      await this.#storage.keep(this.#vault);
    });
  }

  exportSnapshot(): Promise<Snapshot> {
    return this.#run((platform) => Promise.resolve(platform.snapshot()));
  }

  /** Calls that come in meanwhile wait for the new platform; those under way are given their time first. */
  reset(scenario: 'starter' | 'empty'): Promise<void> {
    const work = this.#resetting.then(() => this.#reset(scenario));
    this.#resetting = work.catch(() => {});
    return work;
  }

  /** Another tab runs the engine now: nothing of this one is seen or kept any more. */
  retire(): void {
    this.#retired = true;
    this.#flush.stop();
    this.#look.stop();
    this.#alarm.stop();
    void this.#storage.close();
  }

  async #run<T>(work: (platform: Platform) => Promise<T>): Promise<T> {
    await this.#resetting;
    const running = work(this.#platform);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
      this.#look.ask();
    }
  }

  async #setClock(work: (platform: Platform) => Promise<void>): Promise<ClockState> {
    await this.#run(work);
    const clock = this.#clock();
    this.#say({ type: 'clock', clock });
    return clock;
  }

  async #reset(scenario: 'starter' | 'empty'): Promise<void> {
    await Promise.race([
      Promise.allSettled(this.#running),
      new Promise((resolve) => setTimeout(resolve, settleMs)),
    ]);
    this.#alarm.set(null);
    this.#platform = this.#create({ scenario });
    this.#vault = this.#platform.initialCredentials;
    await this.#keepAll();
    this.#told = JSON.stringify(this.#world());
    this.#say({ type: 'restarted' });
  }

  #create(start: Start): Platform {
    const generation = ++this.#generation;
    const current = () => generation === this.#generation;
    const platform = createPlatform({
      ...start,
      now: Date.now,
      elapsed: () => performance.now(),
      commit: (changes) =>
        current() ? this.#commit(changes) : Promise.reject(new Error('The platform was reset')),
      deferred: () => this.#flush.ask(),
      wake: (at) => queueMicrotask(() => current() && this.#alarm.set(at)),
    });
    platform.exchanges.subscribe((exchange) => current() && this.#say({ type: 'exchange', exchange }));
    return platform;
  }

  #commit(changes: ChangeSet): Promise<void> {
    this.#look.ask();
    return this.#storage.commit(changes);
  }

  #keepAll(): Promise<void> {
    return this.#storage.replace({ snapshot: this.#platform.snapshot(), vault: this.#vault });
  }

  #lookOver(): void {
    const world = this.#world();
    const text = JSON.stringify(world);
    if (text === this.#told) return;
    this.#told = text;
    this.#say({ type: 'world', world });
  }

  #say(event: PlaygroundEvent): void {
    if (!this.#retired) this.#emit(event);
  }

  #world(): World {
    const { portal } = this.#platform;
    return {
      projects: portal.projects(),
      apps: portal.apps(),
      users: portal.users(),
      vault: this.#vault,
      notices: portal.notices(),
      abuseEnabled: portal.abuseEnabled(),
    };
  }

  #clock(): ClockState {
    const { clock } = this.#platform;
    return { platformNow: clock.now(), realNow: Date.now(), frozen: clock.frozen };
  }
}

/** What is stored has no word of tables without rows; a snapshot has. */
const complete = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  tables: { ...Object.fromEntries(Object.keys(tables).map((name) => [name, []])), ...snapshot.tables },
});
