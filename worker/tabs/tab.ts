/**
 * One engine for all tabs. The tab that holds the lock leads: it hosts the engine, and the others send it their
 * calls. Unanswered calls stay pending here, no matter where they were sent: when the leader changes they are sent
 * again with the same ids, and the engine answers those that it has already done as before. See
 * decisions/one-engine.md.
 */
import { schemaVersion, tables } from '../../engine/inside.ts';
import { answerOf, fromAnotherTab, refusal } from '../answer.ts';
import type { Answer } from '../answer.ts';
import { checkCall } from '../contract/contract.ts';
import type { Call, Method } from '../contract/contract.ts';
import type { PlaygroundEvent } from '../contract/events.ts';
import { Heartbeat } from './heartbeat.ts';
import { startHost } from '../host/host.ts';
import type { Host } from '../host/host.ts';
import type { Surroundings } from '../host/surroundings.ts';
import { newId } from '../ids.ts';
import { LeaderLock } from './leader-lock.ts';
import { aloneError, OneTabOnly } from './one-tab-only.ts';
import { PendingCalls } from './pending-calls.ts';
import { heldReason } from '../persistence/fallback.ts';
import { Storage } from '../persistence/storage.ts';
import { Presence, whenGone } from './presence.ts';
import type { RunReceiver } from '../page-link.ts';
import type { Reply } from '../contract/reply.ts';
import { TabChannel } from './tab-channel.ts';
import { TabStreams } from './tab-streams.ts';
import { turn } from './turn.ts';
import type { Greeting } from '../contract/world.ts';

/** Every role is a separate object, so that work begun in one can tell whether the role still applies. */
type Role =
  /** `leader`: the tab that runs the engine, if known. */
  | { readonly kind: 'follower'; readonly leader: string | null }
  /** Holds the lock and opens the storage. */
  | { readonly kind: 'starting' }
  | { readonly kind: 'leader'; readonly host: Host };

/** How long a tab without Web Locks listens for another before it starts, in ms. */
const listeningMs = 600;

/** Events of a leader that is doing long work. */
const stillAtWork: ReadonlySet<PlaygroundEvent['type']> = new Set(['jump', 'arriving', 'transfer']);

const nobody: Role = { kind: 'follower', leader: null };

/** What the host of a tab gets besides what the tab itself provides. */
export type OfTab = Pick<Surroundings, 'families' | 'idleMs' | 'start'>;

export class Tab {
  readonly #name: string;
  readonly #given: OfTab;
  readonly #emit: (event: PlaygroundEvent) => void;
  readonly #ask: RunReceiver;
  readonly #channel: TabChannel;
  readonly #lock: LeaderLock;
  readonly #heartbeat: Heartbeat;
  readonly #presence: Presence;
  readonly #calls = new PendingCalls();
  readonly #streams: TabStreams;
  readonly #waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  #role: Role = nobody;
  /** The highest known term; messages of leaders with a lower term are outdated. */
  #term = 0;
  /** Why there are no locks, as the beginning of a sentence; null if there are. */
  #lockless: string | null = null;
  /** Whether another tab receives events. */
  #audience = false;
  /** Why this tab cannot work at all. */
  #refused: Error | null = null;
  #greeted = false;

  /**
   * `name` is that of the lock, the channel and the database, and contains the base path. `ask` has the page run
   * receivers.
   */
  constructor(name: string, given: OfTab, emit: (event: PlaygroundEvent) => void, ask: RunReceiver) {
    this.#name = name;
    this.#given = given;
    this.#emit = emit;
    this.#ask = ask;
    this.#lock = new LeaderLock(
      name,
      () => void this.#lead(),
      () => this.#stepDown(this.#role),
      () => this.#goWithoutLocks('This browser denies this site its locks'),
    );
    this.#heartbeat = new Heartbeat({
      ask: () => this.#channel.ping(),
      silent: () => this.takeOver(),
      needed: () => this.#needsLeader(),
      tick: () => this.#calls.expire(),
    });
    this.#channel = new TabChannel(name, {
      ping: () => this.#hearPing(),
      alive: (from, state) => this.#hearAlive(from, state),
      call: (from, call) => void this.#serve(from, call as Call),
      answer: (from, id, reply) => this.#hearAnswer(from, id, reply),
      received: (_, id) => this.#acknowledge(id),
      event: (from, event) => this.#hearEvent(from, event),
      down: (from, id, part) => this.#isLeader(from) && this.#streams.hearDown(id, part),
      up: (from, id, part) => this.#streams.hearUp(from, id, part),
      foreign: () => this.#hearForeign(),
    });
    this.#streams = new TabStreams({
      down: (to, id, part) => this.#channel.down(to, id, part),
      up: (id, part) => {
        if (this.#leader !== null) this.#channel.up(this.#leader, id, part);
      },
      whenGone: (tab, gone) => whenGone(name, tab, gone),
    });
    this.#presence = new Presence(name, this.#channel.id);
    this.#channel.ping();
    if ('locks' in navigator) this.#lock.queue();
    else this.#goWithoutLocks('Over plain http a browser has no locks');
    this.#heartbeat.start();
  }

  /** Resolves when an engine answers; rejects when there will be none for this tab. */
  ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#refused) reject(this.#refused);
      else if (this.#greeted) resolve();
      else this.#waiting.push({ resolve, reject });
    });
  }

  /** Always resolves, possibly with an error. */
  async call(method: Method, args: readonly unknown[]): Promise<Answer> {
    if (this.#refused) return refusal(this.#refused);
    try {
      checkCall(method, args);
    } catch (error) {
      return refusal(error);
    }
    const call = { id: newId(), method, args };
    return this.#calls.add(call, () => this.#send(call));
  }

  /** Takes the engine from whichever tab has it. */
  takeOver(): void {
    this.#lock.steal();
  }

  /** Releases everything, as closing the tab would. */
  leave(): void {
    this.#refused = new Error('This tab has left');
    if (this.#role.kind === 'leader') this.#role.host.retire();
    this.#role = nobody;
    this.#streams.endSources('The tab that ran the engine has left.');
    this.#lock.leave();
    this.#presence.leave();
    this.#channel.close();
  }

  /** The other tab that leads, if there is one. */
  get #leader(): string | null {
    return this.#role.kind === 'follower' ? this.#role.leader : null;
  }

  #isLeader(tab: string): boolean {
    return this.#leader === tab;
  }

  #send(call: Call): void {
    const leader = this.#leader;
    if (this.#role.kind === 'leader') void this.#runHere(call, this.#role.host);
    // Our presence tells the leader when we are gone, so it must exist before our first call.
    else if (leader !== null) void this.#presence.held.then(() => this.#channel.call(leader, call));
    this.#heartbeat.start();
  }

  async #runHere(call: Call, host: Host): Promise<void> {
    const { reply, streaming } = await answerOf(host, call);
    if (this.#host !== host) return; // another leader gets the call
    if (streaming) this.#calls.settle(call.id, { ...reply, stream: this.#streams.feed(streaming) });
    else this.#calls.settle(call.id, reply);
    host.acknowledge(call.id);
  }

  // —— as the leader ——

  get #host(): Host | null {
    return this.#role.kind === 'leader' ? this.#role.host : null;
  }

  async #lead(): Promise<void> {
    if (this.#role.kind !== 'follower') return;
    const starting: Role = { kind: 'starting' };
    this.#role = starting;
    this.#refused = null;
    this.#channel.alive(false, this.#term);
    try {
      await this.#startHost(starting);
    } catch (error) {
      if (this.#role !== starting) return;
      this.#role = nobody;
      this.#lock.leave();
      this.#refuse(error instanceof Error ? error : new Error(String(error)));
    }
  }

  async #startHost(starting: Role): Promise<void> {
    let role = starting;
    const browser = 'storage' in navigator ? navigator.storage : undefined;
    const storage = await Storage.open({
      name: this.#name,
      shape: tables,
      schemaVersion,
      changed: (kept) => this.#tell({ type: 'storage', storage: { ...kept, engine: 'this tab' } }),
      fenced: () => this.#stepDown(role),
      held: () => this.#sayHeld(starting),
      ...(browser && { estimate: () => browser.estimate() }),
      takesOver: this.#greeted,
    });
    if (this.#role !== starting) return storage.close();
    const host = await startHost({
      ...this.#given,
      ...{ storage, turn },
      emit: (event) => this.#tell(event),
      sandbox: async (...run) => (await import('../ask-page.ts')).askPage(this.#ask, ...run),
    });
    // An earlier release's data is migrated meanwhile, and another tab may take over.
    if (this.#role !== starting) return storage.close();
    this.#refused = null;
    const own = this.#lockless !== null && storage.term === 0 ? firstComeTerm() : this.#term + 1;
    this.#term = Math.max(storage.term, own);
    role = this.#role = { kind: 'leader', host };
    this.#channel.alive(true, this.#term);
    this.#begin();
  }

  /** New calls are refused with the reason instead of waiting; work continues when the storage answers after all. */
  #sayHeld(starting: Role): void {
    if (this.#role !== starting) return;
    this.#refuse(new DOMException(heldReason, 'TimeoutError'));
    this.#emit({ type: 'storage', storage: { kind: 'held', reason: heldReason, engine: 'this tab' } });
  }

  /** Another tab has taken over from this one in that role. */
  #stepDown(role: Role): void {
    if (role !== this.#role || role.kind === 'follower') return;
    this.#role = nobody;
    if (role.kind === 'leader') role.host.retire();
    this.#streams.endSources(lostReason);
    this.#lock.leave();
    if (this.#lockless === null) this.#lock.queue();
    else this.#refuse(aloneError(this.#lockless));
    this.#heartbeat.start();
  }

  #tell(event: PlaygroundEvent): void {
    if (event.type === 'restarted') this.#streams.endSources('Everything was started again.');
    this.#emit(event);
    if (this.#audience) this.#channel.event(event);
  }

  async #serve(from: string, call: Call): Promise<void> {
    const host = this.#host;
    if (!host) return; // the caller tries again when a leader says that it is ready
    this.#audience = true;
    const { reply, streaming } = await answerOf(host, call);
    if (this.#host !== host) return;
    this.#channel.answer(from, call.id, reply);
    if (streaming) this.#streams.serve(from, call.id, streaming);
  }

  #acknowledge(id: string): void {
    this.#host?.acknowledge(id);
  }

  #hearPing(): void {
    if (this.#role.kind === 'follower') return;
    this.#audience = true;
    this.#channel.alive(this.#role.kind === 'leader', this.#term);
  }

  // —— as a follower ——

  #hearAlive(from: string, { ready, term }: { readonly ready: boolean; readonly term: number }): void {
    if (!ready) return this.#heartbeat.heard();
    // A leader's message may arrive before it is known whether there are locks, which a follower needs.
    if (this.#lockless === null && !this.#presence.isHeld)
      return void this.#presence.held.then(() => this.#hearAlive(from, { ready, term }));
    if (term < this.#term) return;
    this.#heartbeat.heard();
    if (term > this.#term) this.#stepDown(this.#role);
    if (this.#role.kind !== 'follower') return;
    if (this.#lockless !== null) return this.#refuse(aloneError(this.#lockless));
    this.#term = term;
    this.#refused = null;
    if (this.#role.leader === from) return;
    this.#role = { kind: 'follower', leader: from };
    this.#channel.ping(); // tells the new leader that another tab exists
    this.#begin();
  }

  #hearAnswer(from: string, id: string, reply: Reply): void {
    const call = this.#calls.get(id);
    if (!this.#isLeader(from) || !call) return;
    this.#heartbeat.heard();
    if (reply.ok && reply.streams) this.#calls.settle(id, { ...reply, stream: this.#streams.relay(id) });
    else if (reply.ok && call.method === 'greet')
      this.#calls.settle(id, fromAnotherTab(reply.value as Greeting));
    else this.#calls.settle(id, reply);
    this.#channel.received(from, id);
  }

  #hearEvent(from: string, event: PlaygroundEvent): void {
    if (!this.#isLeader(from)) return;
    this.#heartbeat.heard();
    if (stillAtWork.has(event.type)) this.#calls.renew();
    if (event.type !== 'storage') return this.#emit(event);
    this.#emit({ type: 'storage', storage: { ...event.storage, engine: 'another tab' } });
  }

  #hearForeign(): void {
    if (this.#role.kind !== 'follower' || this.#role.leader !== null) return;
    this.#refuse(new OneTabOnly('Another tab runs a different release of this page. Close it or reload it.'));
  }

  /** An engine is ready, here or elsewhere: a page that used another one before must ask for everything again. */
  #begin(): void {
    this.#streams.endRelays(lostReason);
    if (this.#greeted) this.#emit({ type: 'restarted' });
    this.#greeted = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
    for (const call of this.#calls.calls()) this.#send(call);
  }

  #needsLeader(): boolean {
    if (this.#role.kind !== 'follower' || this.#refused || this.#lockless !== null) return false;
    return this.#role.leader === null || this.#calls.size > 0 || this.#streams.relaying;
  }

  // —— without Web Locks ——

  /** The first tab works alone, if it hears no other. */
  #goWithoutLocks(because: string): void {
    this.#lockless = because;
    this.#channel.ping(); // answers to the first ping came before this was known
    setTimeout(() => {
      if (!this.#refused) void this.#lead();
    }, listeningMs);
  }

  #refuse(error: Error): void {
    this.#refused = error;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    this.#calls.refuseAll(error);
  }
}

/** The term of a tab without locks and storage: the earlier it starts, the higher. */
const firstComeTerm = (): number => Number.MAX_SAFE_INTEGER - Date.now();

const lostReason = 'The tab that ran the engine is gone, and the stream with it. It can be opened again.';
