/** Hosts the one platform: gives it time, keeps what it changes, and tells every page what happened. */
import { composePlatform, isClosed, schemaVersion } from '../../engine/inside.ts';
import type {
  Advice,
  ChangeSet,
  ComposeOptions,
  CommandAnswer,
  CommandArgs,
  CommandId,
  Credential,
  Exchange,
  Family,
  HttpRequest,
  Platform,
  QuestionArgs,
  QuestionId,
  Recipe,
  TriedLoad,
  SendResult,
} from '../../engine/inside.ts';
import { Announcer } from './announcer.ts';
import type { Handlers } from '../contract/contract.ts';
import type { PlaygroundEvent } from '../contract/events.ts';
import type { Callers } from './late-calls.ts';
import { Loading } from './loading.ts';
import { turn } from './turn.ts';
import type { Conduct, FileHead, FilesState, StoredFile } from '../contract/file.ts';
import type { Files } from './files/index.ts';
import type { Internet } from './receivers/internet.ts';
import type { ReceiverCall } from '../contract/receiver-call.ts';
import type { RunReceiver } from '../contract/receiver-run.ts';
import type { OnCopy } from '../contract/load.ts';
import { Streaming } from '../streams/source.ts';
import type { BeforeJump } from './before-jump.ts';
import { BeforeReplacement } from './before-replacement.ts';
import { opened } from './opened.ts';
import type { OpenedStart } from './opened.ts';
import type { Replacement, Stage } from './replacing.ts';
import { Seat } from './seat.ts';
import type { Since } from './since.ts';
import type { Imported, Inspected } from '../contract/transfer.ts';
import type { Exported } from '../contract/transfer.ts';
import type { Transfers } from './transfer/transfers.ts';
import type { ExportHead, ExportOptions, ExportSize } from '../contract/transfer.ts';
import type {
  ClockState,
  Greeting,
  Jumped,
  JumpState,
  Replaced,
  Replacer,
  Undone,
  World,
} from '../contract/world.ts';
import type { Stored } from '../persistence/loader.ts';
import type { Beside } from '../persistence/commit-queue.ts';
import type { Storage } from '../persistence/storage.ts';
import { Alarm, Soon } from './timers.ts';

/** How long what may lag lags at most, in ms: the promise is 250, the rest is for the transaction. */
const flushMs = 200;
/** How long a platform that is to be replaced is given for calls under way, in ms. */
const settleMs = 5000;

export class Host implements Handlers {
  readonly #storage: Storage;
  readonly #families: readonly Family[];
  readonly #announcer: Announcer;
  readonly #ask: RunReceiver;
  readonly #flush = new Soon(flushMs, () => void this.#storage.flush());
  readonly #alarm = new Alarm(
    () => this.#platform.clock.now(),
    () => void this.#platform.clock.advance(0),
  );
  readonly #running = new Set<Promise<unknown>>();
  /** Of what is running, what a person changes: in the portal, in the vault. */
  readonly #changing = new Set<Promise<unknown>>();
  #vault: readonly Credential[];
  #platform: Platform;
  #resetting: Promise<void> = Promise.resolve();
  /** What ends the replacements that are under way or wait. */
  readonly #cancelling = new Set<AbortController>();
  /** The id of the call that replaced the platform, so that a repetition does not replace it again. */
  #lastReset: string | null;
  #internet: Promise<Internet> | null = null;
  #files: Promise<Files> | null = null;
  #transfers: Promise<Transfers> | null = null;
  #before: BeforeJump | null = null;
  #replacement: BeforeReplacement | null = null;
  #jump: JumpState | null = null;
  /** Of what is read after the start; null where nothing is, or it has not begun. */
  #callers: Callers | null = null;
  readonly #loading = new Loading((loading) => this.#announcer.say({ type: 'loading', loading }));
  #isRetired = false;
  /** That of the platform: what an earlier one still has to say is not heard. */
  #seat = new Seat();
  /** While everything is being written: the platform changes nothing of its own accord, and what it does waits. */
  #holding: Promise<unknown> | null = null;
  /** What is to be kept with the next changes, in one transaction. */
  #beside: Beside | undefined;

  /** Data that the engine cannot read is left alone, and the starter scenario runs in memory. `ask` runs receivers. */
  static async start(
    storage: Storage,
    families: readonly Family[],
    emit: (event: PlaygroundEvent) => void,
    ask: RunReceiver,
  ): Promise<Host> {
    const stored = storage.take();
    try {
      const start = await opened(stored ?? { scenario: 'starter' });
      return new Host(storage, stored, start, families, emit, ask);
    } catch (error) {
      if (!stored) throw error;
      storage.distrust(error);
      return new Host(storage, null, { scenario: 'starter' }, families, emit, ask);
    }
  }

  private constructor(
    storage: Storage,
    stored: Stored | null,
    start: OpenedStart,
    families: readonly Family[],
    emit: (event: PlaygroundEvent) => void,
    ask: RunReceiver,
  ) {
    this.#storage = storage;
    this.#families = families;
    this.#announcer = new Announcer(emit, () => this.#world());
    this.#ask = ask;
    this.#seat.standing = 'counts';
    this.#platform = this.#create(start, this.#seat);
    this.#vault = stored ? stored.vault : this.#platform.initialCredentials;
    this.#lastReset = stored?.reset ?? null;
    this.#announcer.takeAsTold();
    storage.takeDeferred = () => this.#platform.takeDeferred();
    const { asideBy } = storage;
    if (asideBy) this.#replacement = new BeforeReplacement(asideBy, null, false);
    // What could not be used is left as it is; only a reset replaces it.
    const outdated = !stored || stored.snapshot.version !== schemaVersion;
    if (outdated && storage.kept.kind === 'saved') void this.#inTurn(() => this.#keepAll());
  }

  greet(): Promise<Greeting> {
    const { adsBaseUrl, baseUrl, seed } = this.#platform;
    return Promise.resolve({
      baseUrl,
      adsBaseUrl,
      seed,
      world: this.#world(),
      clock: this.#clock(),
      jump: this.#jump,
      storage: { ...this.#storage.kept, engine: 'this tab' },
      loading: this.#loading.state,
      canUndo: this.#canUndo(),
    });
  }

  send(id: string, request: HttpRequest): Promise<Exchange | Streaming<Exchange>> {
    const identified = { ...request, id: request.id ?? id };
    return this.#run(async (platform) => {
      const outcome = await platform.handle(identified);
      const exchange = platform.exchanges.byRequestId(identified.id);
      if (!exchange) throw new Error('The log has no entry for this call');
      for (const each of this.#since()) each.noteCall(exchange);
      return outcome.kind === 'stream' ? new Streaming(exchange, outcome.open) : exchange;
    });
  }

  advise(requestId: string): Promise<Advice | null> {
    // A call may be refused while the clock has moved already and the jump is not over.
    return this.#run((platform) => {
      const jumped = this.#before?.msUntil(platform.clock.now()) ?? null;
      return platform.ask('remedies.advise', requestId, jumped);
    });
  }

  async tryLoad(load: OnCopy): Promise<TriedLoad> {
    const { onCopy } = await import('./load-trial.ts');
    return onCopy(await this.#runWhole((platform) => platform), this.#families, load);
  }

  exchanges(): Promise<readonly Exchange[]> {
    return this.#run((platform) => Promise.resolve(platform.exchanges.list()));
  }

  async advance(id: string, ms: number): Promise<Jumped> {
    let isMade = false;
    const clock = await this.#setClock(async (platform) => {
      const { jump } = await loadJump();
      isMade = await jump(platform, ms, id, {
        at: (jumping) => (this.#announcer.jump = jumping),
        vault: () => this.#vault,
        begins: (before) => (this.#before = before),
        tell: (way, end) => {
          const state = { ...way, clock: this.#clock(), end };
          this.#jump = end ? null : state;
          this.#announcer.say({ type: 'jump', ...state });
        },
      });
    });
    return { ...clock, stopped: !isMade };
  }

  /** It loads what `advance` does, and so comes after the jumps that were asked for before. */
  cancelJump(): Promise<ClockState> {
    return this.#setClock((platform) => loadJump().then(() => platform.clock.cancel()));
  }

  /** As with a reset, calls that come in meanwhile wait. */
  undoJump(id: string, accepted: boolean): Promise<Undone> {
    return this.#inTurn(() => this.#undoJump(id, accepted));
  }

  freeze(): Promise<ClockState> {
    return this.#setClock((platform) => platform.clock.freeze());
  }

  resume(): Promise<ClockState> {
    return this.#setClock((platform) => platform.clock.resume());
  }

  do(callId: string, id: CommandId, args: readonly unknown[]): Promise<CommandAnswer> {
    return this.#tellOf(
      this.#run(async (platform) => {
        const answer = await platform.doOnce(callId, id, ...(args as CommandArgs<CommandId>));
        if (answer.ok) {
          for (const each of this.#since()) each.noteChange();
          this.#announcer.say({ type: 'portal' });
        }
        return answer;
      }),
    );
  }

  ask(id: QuestionId, args: readonly unknown[]): Promise<unknown> {
    return this.#run((platform) => platform.ask(id, ...(args as QuestionArgs<QuestionId>)));
  }

  async receiverLog(host: string): Promise<readonly ReceiverCall[]> {
    return (await this.#outside()).log.of(host);
  }

  async clearReceiverLog(host: string): Promise<void> {
    (await this.#outside()).log.clear(host);
    this.#announcer.say({ type: 'receivers' });
  }

  tryReceiver(host: string, request: HttpRequest): Promise<SendResult> {
    return this.#run(async (platform) => (await this.#outside()).try(platform, host, request));
  }

  files(): Promise<FilesState> {
    return this.#filing().then((files) => files.state());
  }

  putFile(id: string, name: string, body: Blob): Promise<StoredFile> {
    return this.#filing().then((files) => files.put(id, name, body));
  }

  generateFile(id: string, name: string, recipe: Recipe): Promise<StoredFile> {
    return this.#filing().then((files) => files.generate(id, name, recipe));
  }

  fileHead(name: string): Promise<FileHead | null> {
    return this.#filing().then((files) => files.head(name));
  }

  cancelFile(name: string): Promise<void> {
    return this.#filing().then((files) => files.cancel(name));
  }

  removeFile(name: string): Promise<void> {
    return this.#filing().then((files) => files.remove(name));
  }

  setFileConduct(name: string, conduct: Conduct): Promise<void> {
    return this.#filing().then((files) => files.setConduct(name, conduct));
  }

  /** The answer to a call has come to the page that made it: nobody will ask for it again. */
  acknowledge(id: string): void {
    this.#platform.acknowledge(id).catch(() => {}); // then it is kept a little longer
  }

  forget(credentialId: string): Promise<void> {
    return this.#keepVault((vault) => vault.filter(({ id }) => id !== credentialId));
  }

  keep(credential: Credential): Promise<void> {
    return this.#keepVault((vault) => {
      const at = vault.findIndex(({ id }) => id === credential.id);
      return at === -1 ? [...vault, credential] : vault.with(at, credential);
    });
  }

  /** With every change that a person asked for before, though its answer may still be on its way. */
  exportSnapshot(): Promise<Exported> {
    return this.#transfer().then((transfers) => transfers.snapshot());
  }

  exportSize(): Promise<ExportSize> {
    return this.#transfer().then((transfers) => transfers.size());
  }

  exportFile(_: string, options: ExportOptions): Promise<Streaming<ExportHead>> {
    return this.#transfer().then((transfers) => transfers.export(options));
  }

  inspectFile(file: Blob, token: string): Promise<Inspected> {
    return this.#transfer().then((transfers) => transfers.inspect(file, token));
  }

  importFile(id: string, file: Blob, token: string, withoutUndo = false): Promise<Imported> {
    return this.#transfer().then((transfers) => transfers.import(id, file, token, withoutUndo));
  }

  cancelImport(token: string): Promise<void> {
    return this.#transfer().then((transfers) => transfers.cancel(token));
  }

  importSnapshot(id: string, from: Exported, withoutUndo = false): Promise<Replaced> {
    return this.#transfer().then((transfers) => transfers.importSnapshot(id, from, withoutUndo));
  }

  #transfer(): Promise<Transfers> {
    return (this.#transfers ??= import('./transfer/index.ts').then(
      ({ Transfers }) =>
        new Transfers({
          say: (event) => this.#announcer.say(event),
          whole: (work) => this.#runWhole(work),
          changed: () => Promise.allSettled(this.#changing),
          vault: () => this.#vault,
          files: () => this.#filing().then(({ store }) => store),
          asLeader: (work) => this.#storage.asLeader(work),
          doneBefore: (id) => (id === this.#lastReset ? this.#replaced() : null),
          replace: (id, { read: { loaded, bytes }, ...by }) =>
            this.#replace(id, () => ({ by: 'import', start: { snapshot: loaded }, bytes, ...by })),
        }),
    ));
  }

  reset(id: string, scenario: 'starter' | 'empty', withoutUndo = false): Promise<Replaced> {
    return this.#replace(id, (bytes) => ({
      by: 'reset',
      start: { scenario },
      vaultOf: (platform) => platform.initialCredentials,
      ...{ bytes, withoutUndo },
    }));
  }

  cancelReplacement(): Promise<void> {
    for (const each of this.#cancelling) each.abort();
    return Promise.resolve();
  }

  /** As with a reset, calls that come in meanwhile wait. */
  undoReplacement(id: string, accepted: boolean): Promise<Undone> {
    return this.#inTurn(() => this.#undoReplacement(id, accepted));
  }

  /** Another tab runs the engine now: nothing of this one is seen or kept any more. */
  retire(): void {
    this.#isRetired = true;
    this.#flush.stop();
    this.#announcer.stop();
    this.#alarm.stop();
    void this.#files?.then((files) => files.store.cancelAll());
    void this.#transfers?.then((transfers) => transfers.stop());
    void this.#storage.close();
  }

  async #run<T>(work: (platform: Platform) => Promise<T>): Promise<T> {
    await this.#resetting;
    const running = work(this.#platform);
    this.#running.add(running);
    if (this.#loading.state) this.#callers?.note(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
      this.#announcer.lookSoon();
    }
  }

  /** For what looks at all rows there are: once they are there. */
  #runWhole<T>(work: (platform: Platform) => T): Promise<T> {
    return this.#run(async (platform) => {
      await platform.whole();
      return work(platform);
    });
  }

  /** What lies beyond the platform, loaded with the first call that goes there. */
  #outside(): Promise<Internet> {
    return (this.#internet ??= import('./receivers/internet.ts').then(
      ({ Internet }) =>
        new Internet(
          this.#ask,
          () => this.#announcer.say({ type: 'receivers' }),
          () => this.#filing().then((files) => files.store),
          () => this.#announcer.jump,
        ),
    ));
  }

  /** The files of the simulated internet, loaded with the first call that wants one. */
  #filing(): Promise<Files> {
    return (this.#files ??= import('./files/index.ts').then(({ Files }) =>
      Files.open(
        this.#storage,
        (event) => this.#announcer.say(event),
        () =>
          this.#inTurn(async () => {
            await this.#platform.whole();
            await this.#settled();
            await this.#keepAll();
          }),
      ),
    ));
  }

  #keepVault(change: (vault: readonly Credential[]) => readonly Credential[]): Promise<void> {
    const kept = this.#run(async () => {
      this.#vault = change(this.#vault);
      for (const each of this.#since()) each.noteChange();
      await this.#storage.keep(this.#vault);
    });
    return this.#tellOf(kept);
  }

  /** What a person did is told before it is answered: they may go on at once. */
  async #tellOf<T>(done: Promise<T>): Promise<T> {
    this.#changing.add(done);
    try {
      const answer = await done;
      this.#announcer.look();
      return answer;
    } finally {
      this.#changing.delete(done);
    }
  }

  async #setClock(work: (platform: Platform) => Promise<void>): Promise<ClockState> {
    await this.#run(work);
    const clock = this.#clock();
    this.#announcer.say({ type: 'clock', clock });
    return clock;
  }

  /**
   * Puts another platform in the place of this one, once for an id. Calls that come in meanwhile wait for it; those under
   * way are given their time first. Rejects when it cannot be made: then this one goes on.
   */
  #replace(id: string, by: (scenarioBytes: number) => Replacement): Promise<Replaced> {
    const cancelling = new AbortController();
    this.#cancelling.add(cancelling);
    const replaced = this.#inTurn<Replaced>(async () => {
      if (id === this.#lastReset) return this.#replaced();
      const replacing = await loadReplacing();
      const outcome = await replacing.replace(
        this.#stage(),
        id,
        cancelling.signal,
        by(replacing.scenarioBytes),
      );
      if (outcome.kind !== 'replaced') return outcome;
      this.#replacement = outcome.before;
      await this.#sayRestarted();
      return this.#replaced();
    });
    return replaced.finally(() => this.#cancelling.delete(cancelling));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#resetting.then(work);
    this.#resetting = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  #replaced(): Extract<Replaced, { kind: 'replaced' }> {
    return { kind: 'replaced', canUndo: this.#canUndo() !== null };
  }

  async #undoJump(id: string, accepted: boolean): Promise<Undone> {
    if (id === this.#lastReset) return { kind: 'undone' };
    await this.#settled();
    const before = this.#before;
    const { history } = this.#platform;
    if (!before || history.standing === 'none') return { kind: 'gone' };
    if (history.standing === 'tooMuch') return { kind: 'tooMuch' };
    const { calls, changes, isAny, vault } = before;
    if (isAny && !accepted) return { kind: 'asks', calls, changes };
    await this.#platform.whole();
    await history.bringBack(() => {
      this.#beside = { vault, reset: id };
      this.#vault = vault;
      this.#before = null;
      this.#lastReset = id;
    });
    // Where nothing but time was lost, nobody has to look at everything again.
    this.#announcer.takeAsTold();
    this.#announcer.say({ type: 'world', world: this.#world() });
    this.#announcer.say(isAny ? { type: 'restarted' } : { type: 'clock', clock: this.#clock() });
    return { kind: 'undone' };
  }

  async #undoReplacement(id: string, accepted: boolean): Promise<Undone> {
    if (id === this.#lastReset) return { kind: 'undone' };
    const before = this.#replacement;
    if (!before || !this.#canUndo()) return { kind: 'gone' };
    const undone = await (await loadReplacing()).undo(this.#stage(), id, before, accepted);
    if (undone.kind === 'undone') {
      this.#replacement = null;
      await this.#sayRestarted();
    }
    return undone;
  }

  #stage(): Stage {
    return {
      storage: this.#storage,
      platform: () => this.#platform,
      vault: () => this.#vault,
      open: opened,
      create: (start, seat) => this.#create(start, seat),
      settled: () => this.#settled(),
      whileHeld: (work) => this.#whileHeld(work),
      sit: (platform, seat, vault, reset) => this.#sit(platform, seat, vault, reset),
      keepEarly: ({ early }) => {
        for (const changes of early) void this.#commit(changes);
      },
    };
  }

  /** What is there is another world: the receivers' log told of hosts that are gone. */
  async #sayRestarted(): Promise<void> {
    (await this.#internet)?.log.clearAll();
    this.#announcer.takeAsTold();
    this.#announcer.say({ type: 'restarted' });
  }

  #canUndo(): Replacer | null {
    const { by, former } = this.#replacement ?? {};
    return by && (former || this.#storage.asideBy) ? by : null;
  }

  /** What is counted since a moment to which there is a way back. */
  *#since(): Generator<Since, void, undefined> {
    if (this.#before) yield this.#before;
    if (this.#replacement) yield this.#replacement;
  }

  /** Calls under way are given their time, except for jumps of the clock. */
  async #settled(): Promise<void> {
    await Promise.race([
      Promise.allSettled([this.#platform.clock.cancel(), ...this.#running]),
      new Promise((resolve) => setTimeout(resolve, settleMs)),
    ]);
  }

  /** What was to be read after the start cannot be: as at the start, it is left alone, and the starter runs in memory. */
  async #goOnWithout(error: unknown): Promise<void> {
    this.#storage.distrust(error);
    const seat = new Seat();
    const platform = this.#create({ scenario: 'starter' }, seat);
    this.#sit(platform, seat, platform.initialCredentials, null);
    this.#alarm.set(seat.wakeAt);
    this.#replacement = null;
    await this.#sayRestarted();
  }

  /** From now on this platform is the one that counts. */
  #sit(platform: Platform, seat: Seat, vault: readonly Credential[], reset: string | null): void {
    this.#seat.standing = 'left';
    seat.standing = 'counts';
    this.#seat = seat;
    this.#platform = platform;
    this.#vault = vault;
    this.#before = null;
    this.#lastReset = reset;
    if (!seat.isLate) this.#loading.hear(null);
  }

  /** The platform is not woken meanwhile, and what it changes all the same waits to learn whether it still counts. */
  async #whileHeld(work: () => Promise<void>): Promise<void> {
    this.#alarm.set(null);
    const done = work();
    this.#holding = done.catch(() => undefined);
    try {
      await done;
    } finally {
      this.#holding = null;
      this.#alarm.set(this.#seat.wakeAt);
    }
  }

  #create(start: OpenedStart, seat: Seat): Platform {
    const wanted = () => seat.standing !== 'left' && !this.#isRetired;
    const options = {
      ...whileWantedOf(start, wanted, (callers) => (this.#callers = callers)),
      arriving: (arriving) => seat.counts && this.#loading.hear(arriving),
      families: this.#families,
      now: Date.now,
      elapsed: () => performance.now(),
      send: async (request, limits) => (await this.#outside()).send(platform, request, limits),
      open: async (call) => (await this.#outside()).open(platform, call),
      commit: (changes) => this.#commitOf(seat, changes),
      isFull: () => this.#storage.isFull,
      fault: (error) => console.error(error),
      turn,
      ...(subtle && { sha256: async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes)) }),
      deferred: () => this.#flush.ask(),
      wake: (at) => {
        seat.wakeAt = at;
        queueMicrotask(() => seat.counts && !this.#holding && this.#alarm.set(seat.wakeAt));
      },
    } satisfies ComposeOptions;
    const platform: Platform = composePlatform(options);
    seat.isLate = lateOf(start) !== undefined;
    platform.whole().catch((error: unknown) => {
      if (wanted()) void this.#inTurn(async () => (seat.counts ? this.#goOnWithout(error) : undefined));
    });
    platform.exchanges.subscribe((exchange) => seat.counts && this.#announcer.say(noticeOf(exchange)));
    return platform;
  }

  /** What a platform changes before it counts is kept with all the rest of it. */
  async #commitOf(seat: Seat, changes: ChangeSet): Promise<void> {
    if (seat.standing === 'waits') return void seat.early.push(changes);
    if (this.#holding) await this.#holding;
    if (!seat.counts) throw new Error('The platform was replaced');
    return this.#commit(changes);
  }

  #commit(changes: ChangeSet): Promise<void> {
    this.#announcer.lookSoon();
    if (changes['receivers'] ?? changes['receiver_items']) this.#announcer.say({ type: 'receivers' });
    if (changesCatalogs(changes)) this.#announcer.catalogChanged();
    const beside = this.#beside;
    this.#beside = undefined;
    return this.#storage.commit(changes, beside);
  }

  /** What is stored is of an earlier release, or nothing is: calls wait until it is what is there. */
  async #keepAll(): Promise<void> {
    const [snapshot, vault, reset] = [this.#platform.blocks(), this.#vault, this.#lastReset];
    try {
      await this.#whileHeld(() => this.#storage.replace({ snapshot, vault, reset }));
    } catch (error) {
      this.#storage.giveUp(error);
    }
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
    const { clock, history } = this.#platform;
    const { standing } = history;
    const jumped = this.#before?.ms || null;
    const isOver = jumped !== null && standing === 'tooMuch';
    return {
      platformNow: clock.now(),
      realNow: Date.now(),
      frozen: clock.frozen,
      jumped: isOver ? null : jumped,
      ...(isOver && { cannotUndo: 'tooMuch' }),
    };
  }
}

/** What is read after the start; a snapshot that was read already has nothing of it. */
const lateOf = ({ snapshot }: OpenedStart) => (snapshot && 'late' in snapshot ? snapshot.late : undefined);

/** Nothing is read any more once there is another platform. */
function whileWantedOf(
  start: OpenedStart,
  isWanted: () => boolean,
  begins: (callers: Callers) => void,
): OpenedStart {
  const { snapshot } = start;
  if (!snapshot || !('late' in snapshot)) return start;
  const { pieces } = snapshot.late;
  async function* wanted() {
    const { Callers, whileWanted } = await import('./late-calls.ts');
    const callers = new Callers();
    begins(callers);
    yield* whileWanted(pieces, isWanted, callers);
  }
  return { ...start, snapshot: { ...snapshot, late: { ...snapshot.late, pieces: wanted() } } };
}

const loadReplacing = () => import('./replacing.ts');
const loadJump = () => import('./jump.ts');

const noticeOf = ({ sequence, endpointId, outcome }: Exchange): PlaygroundEvent => ({
  type: 'exchange',
  sequence,
  endpointId,
  status: isClosed(outcome) ? null : outcome.status,
});

const changesCatalogs = (changes: ChangeSet): boolean =>
  ['merchants', 'catalogs', 'products', 'product_sets', 'product_feeds', 'feed_runs'].some(
    (table) => changes[table],
  );

/** In secure contexts alone. */
const { subtle } = crypto as Partial<Crypto>;
