/** Composition: state, clock, limits, log and families of endpoints become one platform. */
import { itemAt } from './checked/known.ts';
import type { Credential } from './auth/credentials.ts';
import { Nonces } from './auth/nonces.ts';
import type { Family } from './declaration/family.ts';
import { commands, populationsOf } from './commands.ts';
import type { CommandAnswer, CommandArgs, CommandId, CommandPlatform } from './commands.ts';
import { memberOf } from './declaration/command.ts';
import type { AnyCommand, AnyQuestion, CommandResult } from './declaration/command.ts';
import { gatherWork } from './declaration/handlers.ts';
import type { JobHandler } from './declaration/work.ts';
import { Reactions } from './declaration/reactions.ts';
import type { Services } from './declaration/services.ts';
import { Log } from './exchanges/log.ts';
import type { ExchangeLog } from './exchanges/log.ts';
import type { History, HistoryStanding } from './history/history.ts';
import type { HttpRequest, RenamedRequest } from './http/messages.ts';
import type { Outcome } from './http/outcome.ts';
import { openBySending } from './http/open.ts';
import type { Open } from './http/open.ts';
import { sendNowhere } from './http/send.ts';
import type { Send } from './http/send.ts';
import { splitUrl } from './http/url.ts';
import type { UrlParts } from './http/url.ts';
import { Abuse } from './limits/abuse.ts';
import { Windows } from './limits/windows.ts';
import { awaitedSend } from './outbox/awaited.ts';
import { Courier } from './outbox/courier.ts';
import { Queue } from './outbox/queue.ts';
import { Outbox } from './outbox/outbox.ts';
import type { Site } from './pipeline/addresses.ts';
import { Endpoints } from './pipeline/endpoints.ts';
import { Pipeline } from './pipeline/pipeline.ts';
import { Release } from './pipeline/release.ts';
import type { Portal } from './portal/contract.ts';
import { announceSilence } from './portal/mailbox.ts';
import { forgetAnswer, once } from './portal/once.ts';
import { PortalViews } from './portal/queries.ts';
import { questions } from './questions.ts';
import type { QuestionAnswer, QuestionArgs, QuestionId, QuestionPlatform } from './questions.ts';
import type { ScenarioFile } from './scenario-file/read.ts';
import { populations, scenarios } from './scenarios/index.ts';
import type { ClockRow } from './state/clock.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { schemaVersion } from './state/migrations/version.ts';
import type { Arriving } from './state/arrival.ts';
import type { LoadedSnapshot } from './state/loaded-snapshot.ts';
import type { OpenedSnapshot } from './state/open-snapshot.ts';
import { State } from './state/state.ts';
import { Commits } from './state/store/commits.ts';
import { DeferredTables } from './state/store/deferred.ts';
import { onceThere } from './state/store/not-yet.ts';
import type { Block, Snapshot, SnapshotBlocks } from './state/store/snapshot.ts';
import type { ChangeSet } from './state/store/store.ts';
import type { DeferredName } from './state/tables/index.ts';
import type { PopulationName } from './state/tables/platform.ts';
import { PlatformClock } from './time/platform-clock.ts';
import type { Clock } from './time/platform-clock.ts';
import { JobPlan } from './time/job-plan.ts';
import { Scheduler } from './time/scheduler.ts';

/** Loaded with the first file. */
const sha256Here = async (bytes: Uint8Array): Promise<Uint8Array> =>
  (await import('@noble/hashes/sha2.js')).sha256(bytes);

/** Where the default clock starts: 2 March 2026, 09:41:12 UTC. */
export const defaultStart = Date.UTC(2026, 2, 2, 9, 41, 12);
const hour = 3_600_000;

/**
 * Makes a platform from these families. Throws a TypeError for a base that is not an absolute address, and
 * `SnapshotInvalid` for invalid rows.
 */
export const composePlatform = (options: ComposeOptions): Platform => new RunningPlatform(options);

export type ComposeOptions = Omit<PlatformOptions, 'snapshot' | 'scenario'> & {
  readonly families: readonly Family[];
  readonly scenario?: Exclude<PlatformOptions['scenario'], ScenarioFile>;
  /** The clock of a new world. Default: it runs. */
  readonly clock?: ClockRow;
  /** The credentials that are shown only once, of the scenario that the snapshot was built from. */
  readonly credentials?: readonly Credential[];
  readonly snapshot?: OpenedSnapshot | LoadedSnapshot;
  /** Called with the progress of the tables that arrive after the rest of the snapshot; with null when they are complete. */
  readonly arriving?: (arriving: Arriving | null) => void;
};

class RunningPlatform implements Platform {
  readonly baseUrl: string;
  readonly adsBaseUrl: string;
  readonly seed: string;
  readonly clock: PlatformClock;
  readonly portal: Portal;
  readonly exchanges: Log;
  readonly history: PlatformHistory;
  readonly initialCredentials: readonly Credential[];
  readonly #state: State;
  readonly #windows: Windows;
  readonly #nonces: Nonces;
  readonly #endpoints: Endpoints;
  readonly #pipeline: Pipeline;
  readonly #release: Release;
  readonly #deferred: DeferredTables;
  readonly #underWay = new Map<string, Promise<Outcome>>();
  readonly #commandPlatform: CommandPlatform;
  readonly #populating = new Map<PopulationName, Promise<void>>();
  readonly #questionPlatform: QuestionPlatform;
  readonly #commit: () => Promise<void> | null;
  /** Waits until the state may be changed; null if it may be changed at once. */
  readonly #ready: () => Promise<void> | null;

  constructor(options: ComposeOptions) {
    this.baseUrl = withoutSlash(options.baseUrl ?? 'https://api.svc.example');
    this.adsBaseUrl = withoutSlash(options.adsBaseUrl ?? 'https://ads-api.svc.example');
    const sites = sitesOf(this.baseUrl, this.adsBaseUrl);
    const real = options.now ?? (() => defaultStart);
    const { snapshot } = options;
    const turn = options.turn ?? (() => Promise.resolve());
    this.#state = new State(
      snapshot ?? {
        seed: options.seed ?? 'northwind-1',
        clock: options.clock ?? { mode: 'running', offset: 0 },
      },
      real,
      turn,
    );
    this.seed = this.#state.platform.seed;
    const kept = <R>(table: DeferredName) => this.#state.release(table) as readonly unknown[] as readonly R[];
    const track = options.deferred !== undefined;
    this.#windows = new Windows(kept('windows'), track);
    this.#nonces = new Nonces(kept('nonces'), track);
    const abuse = new Abuse(kept('abuse'), track);
    this.exchanges = new Log(kept('exchanges'), options.logSize ?? 500, track, () => this.#deferred.note());
    this.#deferred = new DeferredTables(
      { windows: this.#windows, nonces: this.#nonces, abuse, exchanges: this.exchanges },
      options.deferred,
    );
    let history: History | null = null;
    this.history = {
      begin: async () => {
        const loaded = await import('./history/history.ts');
        history ??= new loaded.History(this.#state, [this.#windows, this.#nonces, abuse]);
        history.begin();
      },
      forget: () => history?.forget(),
      get standing() {
        return history?.standing ?? 'none';
      },
      bringBack: (done) =>
        this.clock.goBack(() => {
          if (!history) throw new Error('There is no history to restore');
          history.bringBack();
          this.#deferred.note();
          done?.();
        }),
    };
    this.initialCredentials = snapshot
      ? (options.credentials ?? [])
      : this.#build(options.scenario ?? 'starter');
    const commits = new Commits(this.#state.journal, options.commit);
    const commit = () => commits.settle();
    this.#commit = commit;
    const queue = new Queue(this.#state);
    this.portal = new PortalViews(this.#state, abuse);
    this.#commandPlatform = { state: this.#state, abuse, outbox: queue };
    const send = options.send ?? sendNowhere;
    const courier = new Courier({
      send,
      open: options.open ?? openBySending(send),
      log: this.exchanges,
      logged: () => this.#deferred.note(),
      now: () => this.#state.now(),
      elapsed: options.elapsed ?? (() => 0),
    });
    const reactions = new Reactions(this.#state, options.families);
    const services: Services = {
      baseUrl: this.baseUrl,
      paging: { seed: this.seed, turned: null },
      tables: this.#state.tables,
      state: this.#state,
      react: (reaction) => reactions.add(reaction, services),
      jobs: new JobPlan(this.#state),
      outbox: queue,
      inWordsOfReceiver: options.deliveryBody ?? ((body) => body),
      send: awaitedSend(commits, courier),
    };
    this.#ready = () => reactions.ready(services);
    // Read once, so that closures do not keep the options, which hold the snapshot.
    const tell = options.fault;
    const fault = (error: unknown) => tell?.(error instanceof Error ? error : new Error(String(error)));
    const work = gatherWork(options.families, {
      sweep: () => this.#loadSweep(),
    });
    const scheduler = new Scheduler(this.#state, work.jobs, services, fault);
    scheduler.start(this.#state.now(), [{ name: 'sweep', everyMs: hour }, ...work.periodic]);
    const outside = new Outbox({
      state: this.#state,
      commits,
      effects: work.effects,
      undertakings: work.undertakings,
      courier,
      queue,
      services,
      changed: () => this.clock.look(),
      fault,
      turn,
      sha256: options.sha256 ?? sha256Here,
      isFull: options.isFull ?? (() => false),
      elapsed: options.elapsed ?? (() => 0),
    });
    this.clock = new PlatformClock({
      state: this.#state,
      scheduler,
      outside,
      real,
      commit,
      turn,
      wake: options.wake,
      ready: this.#ready,
    });
    this.#endpoints = new Endpoints(options.families);
    this.#questionPlatform = {
      baseUrl: this.baseUrl,
      bases: { api: this.baseUrl, ads: this.adsBaseUrl },
      state: this.#state,
      tables: this.#state.tables,
      windows: this.#windows,
      abuse,
      exchanges: this.exchanges,
      load: (id) => this.#endpoints.load(id),
      routes: () => this.#endpoints.learn().then(() => this.#endpoints.routes),
      seedPopulation: (name) => this.seedPopulation(name),
      services,
      turn,
    };
    this.#pipeline = new Pipeline({
      baseUrl: this.baseUrl,
      sites,
      endpoints: this.#endpoints,
      state: this.#state,
      services,
      change: (work) => {
        this.#state.transact(work);
        commit()?.catch(() => undefined);
      },
      windows: this.#windows,
      nonces: this.#nonces,
      abuse,
      elapsed: options.elapsed ?? (() => 0),
      silence: (appId) => announceSilence(this.#state, appId),
      seedPopulation: (name) => (this.#isDue(name) ? this.seedPopulation(name) : null),
    });
    this.#release = new Release(
      this.#state,
      commits,
      this.exchanges,
      () => this.#deferred.note(),
      (run, error) => this.#pipeline.fail(run, error),
    );
    // A host starts with a snapshot of what was built. What an opened snapshot lacked, such as a job's first due time,
    // is committed.
    if (snapshot) commit()?.catch(() => undefined);
    else this.#state.journal.take();
    void this.#state.arrive({ turn, tell: options.arriving });
  }

  async whole(): Promise<void> {
    await this.#state.there;
  }

  handle(request: HttpRequest | RenamedRequest): Promise<Outcome> {
    if (request.id === undefined) return this.#answer(request);
    // choice: request-id — a repeated id gets the recorded answer, not a second effect. A stream has no effect, so it
    // is opened again.
    const recorded = this.exchanges.byRequestId(request.id)?.outcome;
    if (recorded && recorded.kind !== 'stream') return Promise.resolve(recorded);
    const underWay = this.#underWay.get(request.id);
    if (underWay)
      return underWay.then((outcome) => (outcome.kind === 'stream' ? this.#answer(request) : outcome));
    const id = request.id;
    const answer = this.#answer(request).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, answer);
    return answer;
  }

  async fetch(request: Request): Promise<Response> {
    const { fetchThrough } = await import('./http/fetch.ts');
    return fetchThrough((plain) => this.handle(plain), request);
  }

  async do<C extends CommandId>(id: C, ...args: CommandArgs<C>): Promise<CommandAnswer<C>> {
    const command = await this.#command(id, args);
    return this.#kept(await onceThere(command)) as Promise<CommandAnswer<C>>;
  }

  async doOnce<C extends CommandId>(
    callId: string,
    id: C,
    ...args: CommandArgs<C>
  ): Promise<CommandAnswer<C>> {
    const command = await this.#command(id, args);
    const answer = await onceThere(() => once(callId, this.#state, command));
    return this.#kept(answer) as Promise<CommandAnswer<C>>;
  }

  async acknowledge(callId: string): Promise<void> {
    if (forgetAnswer(callId, this.#state)) await this.#commit();
  }

  async ask<Q extends QuestionId>(id: Q, ...args: QuestionArgs<Q>): Promise<QuestionAnswer<Q>> {
    const { answer } = await memberOf<AnyQuestion<QuestionPlatform>>(questions, id, args);
    const given = args as unknown as never[];
    return (await onceThere(() => answer(this.#questionPlatform, ...given))) as QuestionAnswer<Q>;
  }

  /** The command, loaded, with its population in place. */
  async #command(id: string, args: readonly unknown[]): Promise<() => CommandResult> {
    const found = memberOf<AnyCommand<CommandPlatform>>(commands, id, args);
    const [{ run }] = await Promise.all([found, this.#ready()]);
    const population = populationsOf[itemAt(id.split('.'), 0)];
    if (population && this.#isDue(population)) await this.seedPopulation(population);
    return () => run(this.#commandPlatform, ...(args as unknown as never[]));
  }

  async #kept(answer: CommandResult): Promise<CommandResult> {
    this.#deferred.note();
    await this.#commit();
    return answer;
  }

  seedPopulation(name: PopulationName = 'starter'): Promise<void> {
    const under = this.#populating.get(name);
    if (under) return under;
    const populating = this.#seedPopulation(name).finally(() => this.#populating.delete(name));
    this.#populating.set(name, populating);
    return populating;
  }

  async #seedPopulation(name: PopulationName): Promise<void> {
    if (!this.#isDue(name)) return;
    const seedPopulation = await populations[name]();
    this.#state.fill((write) => {
      seedPopulation(write, this.#state, this.seed);
      const due = this.#state.platform.populations_due.filter((each) => each !== name);
      write.platform.update('platform', { populations_due: due });
    });
    await this.#commit();
  }

  #isDue(name: PopulationName): boolean {
    return this.#state.platform.populations_due.includes(name);
  }

  takeDeferred(): ChangeSet | null {
    return this.#deferred.take();
  }

  snapshot(): Snapshot {
    return {
      format: 'svc-playground',
      version: schemaVersion,
      tables: { ...this.#state.dump(), ...this.#deferred.rows() },
    };
  }

  blocks(): SnapshotBlocks {
    return { format: 'svc-playground', version: schemaVersion, blocks: this.#blocks() };
  }

  *#blocks(): Generator<Block, void, undefined> {
    const deferred = this.#deferred.rows();
    for (const block of this.#state.blocks()) if (!Object.hasOwn(deferred, block.table)) yield block;
    for (const [table, rows] of Object.entries(deferred)) yield { table, rows };
  }

  /** Makes only one promise per call when there is nothing to wait for. */
  #answer(request: HttpRequest | RenamedRequest): Promise<Outcome> {
    const run = this.#pipeline.start(request);
    const release = (outcome: Outcome) => this.#release.release(run, outcome);
    const preparing = this.#ready();
    const answered = preparing
      ? preparing.then(
          () => this.#pipeline.run(run, release),
          async (error: unknown) => release(await this.#pipeline.fail(run, error)),
        )
      : this.#pipeline.run(run, release);
    return answered instanceof Promise ? answered : Promise.resolve(answered);
  }

  /** Loads the job that removes expired windows, nonces, sessions, codes, tokens and approvals. */
  async #loadSweep(): Promise<{ sweep: JobHandler }> {
    const { sweepAuth } = await import('./auth/sweep.ts');
    const run: JobHandler['run'] = ({ now }, write) => {
      sweepAuth(this.#state, write, now);
      this.#windows.sweep(now);
      this.#nonces.sweep(now);
      this.#deferred.note();
    };
    return { sweep: { run } };
  }

  #build(scenario: NonNullable<ComposeOptions['scenario']>): readonly Credential[] {
    const { build, populations: due }: Scenario =
      typeof scenario === 'string' ? scenarios[scenario] : scenario;
    return this.#state.transact((write) => {
      if (due) write.platform.update('platform', { populations_due: due });
      return build(write, this.#state);
    });
  }
}

const withoutSlash = (address: string): string => address.replace(/\/$/, '');

/** choice: hosts */
function sitesOf(baseUrl: string, adsBaseUrl: string): Site[] {
  return [
    { host: 'api', base: baseOf('baseUrl', baseUrl) },
    { host: 'ads', base: baseOf('adsBaseUrl', adsBaseUrl) },
  ];
}

function baseOf(option: string, address: string): UrlParts {
  const base = splitUrl(address);
  if (!base || base.query)
    throw new TypeError(`${option}: not an absolute http or https address: ${address}`);
  return base;
}

export interface PlatformOptions {
  /** Default `https://api.svc.example` (choice: hosts). */
  baseUrl?: string;
  /** Default `https://ads-api.svc.example` (choice: hosts). */
  adsBaseUrl?: string;
  /** Same seed, same clock and same requests give the same bytes. Default `northwind-1`. */
  seed?: string;
  /** Epoch milliseconds that the virtual clock adds its offset to. Default: a clock that only `clock.advance` moves. */
  now?: () => number;
  /** Monotonic milliseconds, for durations in traces only. Default: always 0. */
  elapsed?: () => number;
  /** The endpoints to serve. Default: every family. Each is loaded when a call first needs it. */
  families?: readonly Family[];
  /**
   * Starting data. Default `starter`; `small` has only its four people. A file from `readScenario` has its own seed.
   * Ignored when `snapshot` is given.
   */
  scenario?: 'starter' | 'small' | 'empty' | Scenario | ScenarioFile;
  /**
   * The state to continue from. Blocks are read once. Throws `SnapshotTooNew` for a snapshot of a later release, and
   * `SnapshotInvalid` for one that no platform can have written.
   */
  snapshot?: Snapshot | SnapshotBlocks;
  /**
   * Sends the platform's own calls (callbacks, feeds) to the outside world, within their limits of real time and size.
   * Default: no host can be reached. A rejection counts as a lost connection.
   */
  send?: Send;
  /**
   * Opens feed files, which may be too long for `send`. Default: uses `send`, which limits a file to 64 MiB. A
   * rejection counts as a lost connection.
   */
  open?: Open;
  /**
   * Lets waiting tasks of the event loop run between two transactions of long work, such as a file of a million rows.
   * Default: only other promises run in between.
   */
  turn?: () => Promise<void>;
  /** Renames parts of an event's body, JSON, before it is signed and delivered. Default: it is delivered as it is. */
  deliveryBody?: (body: string) => string;
  /** A native digest for files. Default: the engine's own implementation. */
  sha256?: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;
  /** Makes changes durable; the answer is sent when it resolves. Called in commit order; a rejection becomes code 131. */
  commit?: (changes: ChangeSet) => Promise<void>;
  /**
   * Whether storage is full: `commit` still resolves, but changes are kept in memory only. Ends a running feed.
   * Default: never.
   */
  isFull?: () => boolean;
  /**
   * Called with an error that a job or a call to the outside threw: a bug of the platform that no caller sees. The
   * platform goes on. Default: the error is dropped.
   */
  fault?: (error: Error) => void;
  /** Called when `takeDeferred()` has changes to counters, nonces or log entries, which may lag by 250 ms. */
  deferred?: () => void;
  /**
   * Called with the time at which the scheduler next needs `clock.advance(0)`, in epoch ms of the platform's clock;
   * null for never.
   */
  wake?: (at: number | null) => void;
  /** How many exchanges the log keeps. Default 500. */
  logSize?: number;
}

/** The state at one moment, kept as the rows that changed since (decisions/undo.md). */
export interface PlatformHistory {
  /** Remembers the state at the moment when it resolves, in place of an earlier one. */
  begin(): Promise<void>;
  forget(): void;
  /** `tooMuch`: so much changed since that the remembered state was dropped. */
  readonly standing: HistoryStanding;
  /**
   * Restores the remembered state, the clock included, in time proportional to the changes since. The log of calls
   * stays. `done` is called before anything else can change. Resolves when the change is durable and the remembered
   * state is forgotten; rejects unless the standing is `kept`. Call it only when no call is under way.
   */
  bringBack(done?: () => void): Promise<void>;
}

export interface Platform {
  readonly seed: string;
  readonly baseUrl: string;
  readonly adsBaseUrl: string;
  /** Never rejects. Refusals are responses; `closed` is no response at all. */
  handle(request: HttpRequest | RenamedRequest): Promise<Outcome>;
  /**
   * `handle` with the standard `Request` and `Response`, for Node, tests and other people's clients. Rejects with a
   * TypeError for `closed`.
   */
  fetch(request: Request): Promise<Response>;
  /** What the developer portal shows. */
  readonly portal: Portal;
  /**
   * Runs a command: something that a person does outside the API. Resolves when the change is durable. Rejects with a
   * TypeError for an unknown command or invalid arguments.
   */
  do<C extends CommandId>(id: C, ...args: CommandArgs<C>): Promise<CommandAnswer<C>>;
  /**
   * Runs a command once per call id. A repeated id gets the first answer again, including keys that are shown only
   * once. The answer is stored in one commit with its effect, among the last 64, until `acknowledge`.
   */
  doOnce<C extends CommandId>(callId: string, id: C, ...args: CommandArgs<C>): Promise<CommandAnswer<C>>;
  /** Forgets the answer of a `doOnce` call, because it has arrived. */
  acknowledge(callId: string): Promise<void>;
  /** Asks about the platform's state. Rejects as `do` does. */
  ask<Q extends QuestionId>(id: Q, ...args: QuestionArgs<Q>): Promise<QuestionAnswer<Q>>;
  readonly clock: Clock;
  readonly exchanges: ExchangeLog;
  readonly history: PlatformHistory;
  /**
   * Adds what the scenario has not created yet: the seeded users (`starter`, the default), or the advertiser accounts (`ads`).
   * Questions and calls do it by themselves.
   */
  seedPopulation(name?: PopulationName): Promise<void>;
  /** The credentials of the starting data that are shown only once; empty when continued from a snapshot. */
  readonly initialCredentials: readonly Credential[];
  /**
   * Resolves when the whole snapshot is loaded. Before that, `snapshot` and `blocks` throw, and calls, commands and
   * questions wait for the tables that they need. Rejects if the snapshot cannot be read.
   */
  whole(): Promise<void>;
  /** Takes the changes of counters, nonces and log since the last call; null when there are none. */
  takeDeferred(): ChangeSet | null;
  snapshot(): Snapshot;
  /**
   * The snapshot in blocks, which can be iterated once. Read it without interruption: it shows the state at the time of
   * reading.
   */
  blocks(): SnapshotBlocks;
}
