/** Composition: state, clock, limits, log and routes become one platform. */
import { sweepGrants } from './auth/grants.ts';
import { Nonces } from './auth/nonces.ts';
import { describe } from './reference/describe.ts';
import type { EndpointDescription } from './reference/describe.ts';
import { endpoints } from './endpoints/index.ts';
import { fetchThrough } from './http/fetch.ts';
import type { Closed, HttpRequest, HttpResponse } from './http/messages.ts';
import { Router } from './pipeline/router.ts';
import { splitUrl } from './http/url.ts';
import { Abuse } from './limits/abuse.ts';
import { applicableLimits, planOf } from './limits/apply.ts';
import { Windows } from './limits/windows.ts';
import { Log, toRow } from './exchanges/log.ts';
import { Pipeline } from './pipeline/pipeline.ts';
import { DeveloperPortal } from './portal/portal.ts';
import type { Credential } from './auth/credentials.ts';
import { toExchange, traceChanges } from './pipeline/run.ts';
import type { Run } from './pipeline/run.ts';
import { choices } from './spec/choices.ts';
import { openapi } from './reference/openapi.ts';
import { migrate, schemaVersion } from './state/migrations/migrate.ts';
import { scenarios } from './scenarios/index.ts';
import { deferredTables } from './state/tables/index.ts';
import { State } from './state/state.ts';
import type { Write } from './state/state.ts';
import type { ChangeSet, Snapshot } from './state/store/store.ts';
import type { Row } from './state/store/table.ts';
import { PlatformClock } from './time/platform-clock.ts';
import { Scheduler } from './time/scheduler.ts';
import type { Scenario } from './scenarios/scenario.ts';
import type { WindowState } from './exchanges/exchange.ts';
import type { Choice } from './spec/choices.ts';
import type { Clock } from './time/platform-clock.ts';
import type { ExchangeLog } from './exchanges/log.ts';
import type { Portal } from './portal/contract.ts';

/** Where the default clock starts: 2 March 2026, 09:41:12 UTC. */
const defaultStart = Date.UTC(2026, 2, 2, 9, 41, 12);
const hour = 3_600_000;

/** Makes a platform. Throws a TypeError for a base that is no address, `SnapshotTooNew` for a later release's data. */
export function createPlatform(options: PlatformOptions = {}): Platform {
  return new RunningPlatform(options);
}

/** Descriptions are the same for every platform: written once, when first asked for. */
let descriptions: readonly EndpointDescription[] | undefined;

class RunningPlatform implements Platform {
  readonly baseUrl: string;
  readonly seed: string;
  readonly clock: PlatformClock;
  readonly portal: DeveloperPortal;
  readonly exchanges: Log;
  readonly initialCredentials: readonly Credential[];
  readonly choices = choices;
  readonly #state: State;
  readonly #windows: Windows;
  readonly #nonces: Nonces;
  readonly #abuse: Abuse;
  readonly #pipeline: Pipeline;
  readonly #options: PlatformOptions;
  readonly #underWay = new Map<string, Promise<HttpResponse | Closed>>();
  #lastCommit: Promise<void> | null = null;
  #deferred = false;

  constructor(options: PlatformOptions) {
    this.#options = options;
    this.baseUrl = (options.baseUrl ?? 'https://api.svc.example').replace(/\/$/, '');
    const base = splitUrl(this.baseUrl);
    if (!base || base.query)
      throw new TypeError(`baseUrl: not an absolute http or https address: ${this.baseUrl}`);
    const real = options.now ?? (() => defaultStart);
    const snapshot = options.snapshot === undefined ? undefined : migrate(options.snapshot);
    this.#state = new State(
      snapshot ?? { seed: options.seed ?? 'northwind-1', clock: { mode: 'running', offset: 0 } },
      real,
    );
    this.seed = this.#state.platform.seed;
    const kept = <R>(table: string) => (snapshot?.tables[table] ?? []) as readonly unknown[] as readonly R[];
    const track = options.deferred !== undefined;
    this.#windows = new Windows(kept('windows'), track);
    this.#nonces = new Nonces(kept('nonces'), track);
    this.#abuse = new Abuse(kept('abuse'), track);
    this.exchanges = new Log(kept('exchanges'), options.logSize ?? 500, track, () => this.#defer());
    this.initialCredentials = snapshot ? [] : this.#build(options.scenario ?? 'starter');
    this.portal = new DeveloperPortal(
      this.#state,
      this.#abuse,
      () => this.#commit(),
      () => this.#defer(),
    );
    const scheduler = new Scheduler(this.#state, [
      { name: 'sweep', everyMs: hour, run: (now, write) => this.#sweep(now, write) },
    ]);
    this.clock = new PlatformClock(this.#state, scheduler, real, () => this.#commit(), options.wake);
    this.#pipeline = new Pipeline({
      baseUrl: this.baseUrl,
      base,
      router: new Router(endpoints),
      state: this.#state,
      services: {
        baseUrl: this.baseUrl,
        tables: this.#state.tables,
        state: this.#state,
        seed: this.seed,
      },
      windows: this.#windows,
      nonces: this.#nonces,
      abuse: this.#abuse,
      elapsed: options.elapsed ?? (() => 0),
      silence: (appId) => this.portal.announceSilence(appId),
    });
    // A host begins with a snapshot of what was built; what an opened snapshot lacked, a job's first due time, is kept.
    if (snapshot) this.#commit()?.catch(() => undefined);
    else this.#state.journal.take();
  }

  get endpoints(): readonly EndpointDescription[] {
    return (descriptions ??= endpoints.map(describe));
  }

  handle(request: HttpRequest): Promise<HttpResponse | Closed> {
    if (request.id === undefined) return this.#answer(request);
    // choice: request-id — a repeated id gets the recorded answer, not a second effect.
    const recorded = this.exchanges.byRequestId(request.id);
    if (recorded) return Promise.resolve(recorded.outcome);
    const underWay = this.#underWay.get(request.id);
    if (underWay) return underWay;
    const id = request.id;
    const answer = this.#answer(request).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, answer);
    return answer;
  }

  fetch(request: Request): Promise<Response> {
    return fetchThrough((plain) => this.handle(plain), request);
  }

  windows(endpointId: string, { appId, token }: { appId: string; token?: string }) {
    const endpoint = endpoints.find(({ id }) => id === endpointId);
    const app = this.#state.tables.apps.peek(appId);
    if (!endpoint || !app) return [];
    const project = app.project_id === null ? undefined : this.#state.tables.projects.peek(app.project_id);
    const limits = applicableLimits(endpoint, token === undefined ? 'app' : 'oauth1', planOf(project?.plan));
    return this.#windows.look(endpointId, limits, { user: token, app: appId }, this.#state.now());
  }

  takeDeferred(): ChangeSet | null {
    this.#deferred = false;
    const [windows, nonces, log, abuse] = [
      this.#windows.takeDeferred(),
      this.#nonces.takeDeferred(),
      this.exchanges.takeDeferred(),
      this.#abuse.takeDeferred(),
    ];
    const changes: Record<string, ChangeSet[string]> = {};
    const note = (table: string, put: readonly object[], removed: readonly string[]) => {
      if (put.length > 0 || removed.length > 0)
        changes[table] = { added: [], updated: put as readonly Row[], removed };
    };
    note('windows', windows.put, windows.removed);
    note('nonces', nonces.put, nonces.removed);
    note('exchanges', log.put, log.removed);
    note('abuse', abuse.put, abuse.removed);
    return Object.keys(changes).length > 0 ? changes : null;
  }

  snapshot(): Snapshot {
    const deferred = {
      windows: this.#windows,
      nonces: this.#nonces,
      abuse: this.#abuse,
      exchanges: this.exchanges,
    };
    const rows = Object.fromEntries(
      deferredTables.map((name) => [name, deferred[name].rows() as object[] as Row[]]),
    );
    return {
      format: 'svc-playground',
      version: schemaVersion,
      tables: { ...(this.#state.dump() as Snapshot['tables']), ...rows },
    };
  }

  openapi(): object {
    return openapi(endpoints, this.baseUrl);
  }

  /** One promise a call, and none but that when there is nothing to wait for. */
  #answer(request: HttpRequest): Promise<HttpResponse | Closed> {
    const run = this.#pipeline.start(request);
    const decided = this.#pipeline.run(run);
    if (decided instanceof Promise) return decided.then((outcome) => this.#release(run, outcome));
    return Promise.resolve(this.#release(run, decided));
  }

  /** Answers leave in commit order: what an answer tells of has been kept before it leaves. */
  #release(run: Run, outcome: HttpResponse | Closed): HttpResponse | Closed | Promise<HttpResponse | Closed> {
    const sequence = this.exchanges.nextSequence();
    const kept = this.#keep(run, sequence, outcome);
    if (!kept) return this.#record(run, sequence, outcome);
    return kept.then(
      () => this.#record(run, sequence, outcome),
      (error: unknown) => this.#record(run, sequence, this.#pipeline.fail(run, error)),
    );
  }

  /** Commits what a call changed, with its answer when the call can be repeated. */
  #keep(run: Run, sequence: number, outcome: HttpResponse | Closed): Promise<void> | null {
    if (run.changes.length > 0) {
      traceChanges(run);
      if (run.request.id !== undefined) {
        const exchange = toExchange({ ...run, trace: run.trace.copy() }, sequence, outcome);
        const row = toRow(exchange) as object as Row;
        this.#state.journal.append({ exchanges: { added: [], updated: [row], removed: [] } });
      }
    }
    return this.#commit();
  }

  /** Commits what the journal holds; null when there is nothing to wait for. */
  #commit(): Promise<void> | null {
    const { journal } = this.#state;
    const changes = journal.take();
    if (!changes) return this.#lastCommit;
    if (!this.#options.commit) {
      journal.publish(changes);
      return null;
    }
    const commit = afterwards(this.#lastCommit, this.#begin(changes))
      .then(() => journal.publish(changes))
      .finally(() => {
        if (this.#lastCommit === commit) this.#lastCommit = null;
      });
    this.#lastCommit = commit;
    return commit;
  }

  /** A host that throws has failed to commit, as one that rejects. */
  async #begin(changes: ChangeSet): Promise<void> {
    await this.#options.commit?.(changes);
  }

  #record(run: Run, sequence: number, outcome: HttpResponse | Closed): HttpResponse | Closed {
    this.exchanges.add(toExchange(run, sequence, outcome));
    this.#defer();
    return outcome;
  }

  #defer(): void {
    if (this.#deferred) return;
    this.#deferred = true;
    this.#options.deferred?.();
  }

  /** Forgets what time has ended: windows, nonces, sessions, codes and tokens. */
  #sweep(now: number, write: Write): void {
    sweepGrants(this.#state, write, now);
    this.#windows.sweep(now);
    this.#nonces.sweep(now);
    this.#defer();
  }

  #build(scenario: NonNullable<PlatformOptions['scenario']>): readonly Credential[] {
    const { build } = typeof scenario === 'string' ? scenarios[scenario] : scenario;
    return this.#state.transact((write) => build(write, this.#state));
  }
}

/** `own`, settled no sooner than `before` is: answers leave in commit order however the host's disk answers. */
async function afterwards(before: Promise<void> | null, own: Promise<void>): Promise<void> {
  await Promise.allSettled([before, own]);
  await own;
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
  /** Starting data. Default `starter`. Ignored when `snapshot` is given. */
  scenario?: 'starter' | 'empty' | Scenario;
  /** Continue from here. Throws `SnapshotTooNew` when it was written by a later release. */
  snapshot?: Snapshot;
  /** Makes changes durable; the answer leaves when it resolves. Called in commit order; a rejection becomes code 131. */
  commit?: (changes: ChangeSet) => Promise<void>;
  /** Says that `takeDeferred()` has something to give: counters, nonces or log entries, which may lag by 250 ms. */
  deferred?: () => void;
  /** When the scheduler next wants `clock.advance(0)`, in epoch ms of the platform's clock; null for never. */
  wake?: (at: number | null) => void;
  /** How many exchanges the log keeps. Default 500. */
  logSize?: number;
}

export interface Platform {
  readonly seed: string;
  readonly baseUrl: string;
  /** Never rejects. Refusals are responses; `Closed` is no response at all. */
  handle(request: HttpRequest): Promise<HttpResponse | Closed>;
  /** The standard door, for Node, tests and other people's clients. Rejects with a TypeError for `Closed`. */
  fetch(request: Request): Promise<Response>;
  readonly portal: Portal;
  readonly clock: Clock;
  readonly exchanges: ExchangeLog;
  readonly endpoints: readonly EndpointDescription[];
  readonly choices: readonly Choice[];
  /** What a call by this principal would count against now, without counting it. */
  windows(endpointId: string, credential: { appId: string; token?: string }): readonly WindowState[];
  /** The credentials that the starting data would have shown once; empty when continued from a snapshot. */
  readonly initialCredentials: readonly Credential[];
  /** Takes the changes of counters, nonces and log since the last call; null when there are none. */
  takeDeferred(): ChangeSet | null;
  snapshot(): Snapshot;
  /** An OpenAPI 3.1 document of every endpoint. */
  openapi(): object;
}
