/**
 * One engine for all tabs. The tab that holds the lock hosts it; the others send it their calls. Calls that are not
 * answered stay pending here, whoever is asked: when the owner changes they are sent again, with the same request
 * ids, and the engine gives the recorded answer to what it has done already. See decisions/one-engine.md.
 */
import { schemaVersion, tables } from '../engine/index.ts';
import type { HttpRequest } from '../engine/index.ts';
import type { Greeting, PlaygroundEvent } from './api.ts';
import { methods } from './frames.ts';
import type { Method } from './frames.ts';
import { Host } from './host.ts';
import { newId } from './ids.ts';
import { Line } from './line.ts';
import { Storage } from './persistence/storage.ts';
import { plainError, replyOf } from './reply.ts';
import type { Reply } from './reply.ts';
import { Seat } from './seat.ts';
import { Watch } from './watch.ts';

interface Call {
  readonly id: string;
  readonly method: Method;
  readonly args: readonly unknown[];
  readonly settle: (reply: Reply) => void;
  readonly since: number;
}

/** Calls of one tab that wait for an answer. */
const mostCalls = 1000;
/** How long a call to another tab may take, in ms, while that tab is alive. */
const longestCallMs = 120_000;
/** How long a tab without Web Locks listens for another before it starts, in ms. */
const listeningMs = 600;

export class Session {
  readonly #name: string;
  readonly #emit: (event: PlaygroundEvent) => void;
  readonly #line: Line;
  readonly #seat: Seat;
  readonly #watch: Watch;
  readonly #calls = new Map<string, Call>();
  readonly #waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  #host: Host | null = null;
  /** The tab that runs the engine, when that is not this one. */
  #owner: string | null = null;
  /** The highest epoch heard of; what an owner of a lower one says is old. */
  #epoch = 0;
  /** Counts this tab's turns as the owner, odd while it is one. */
  #turn = 0;
  /** Why there are no locks, as the beginning of a sentence; null where there are. */
  #lockless: string | null = null;
  /** Whether another tab is there to hear events. */
  #audience = false;
  /** Why this tab cannot work at all. */
  #refused: Error | null = null;
  #greeted = false;

  /** `name` is that of the lock, the channel and the database; it holds the base path. */
  constructor(name: string, emit: (event: PlaygroundEvent) => void) {
    this.#name = name;
    this.#emit = emit;
    this.#seat = new Seat(
      name,
      () => void this.#reign(),
      () => this.#lose(this.#turn),
      () => this.#goWithoutLocks('This browser denies this site its locks'),
    );
    this.#watch = new Watch({
      ask: () => this.#line.ping(),
      silent: () => this.takeOver(),
      needed: () => this.#needsOwner(),
      tick: () => this.#expire(),
    });
    this.#line = new Line(name, {
      ping: () => this.#hearPing(),
      alive: (from, state) => this.#hearAlive(from, state),
      call: (from, id, method, args) => void this.#serve(from, id, method, args),
      answer: (from, id, reply) => this.#hearAnswer(from, id, reply),
      event: (from, event) => this.#hearEvent(from, event),
      foreign: () => this.#hearForeign(),
    });
    this.#line.ping();
    if ('locks' in navigator) this.#seat.queue();
    else this.#goWithoutLocks('Over plain http a browser has no locks');
    this.#watch.start();
  }

  /** Resolves when an engine answers; rejects when there will be none for this tab. */
  ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#refused) reject(this.#refused);
      else if (this.#greeted) resolve();
      else this.#waiting.push({ resolve, reject });
    });
  }

  /** Always resolves: the answer may be an error. */
  call(method: Method, args: readonly unknown[]): Promise<Reply> {
    if (this.#refused) return Promise.resolve({ ok: false, error: plainError(this.#refused) });
    if (!methods.includes(method)) return refusal(new TypeError(`There is no ${method}`));
    if (this.#calls.size >= mostCalls)
      return refusal(new RangeError(`More than ${mostCalls} calls wait for an answer`));
    return new Promise((settle) => {
      const call = {
        id: newId(),
        method,
        args: withId(method, args),
        settle,
        since: performance.now(),
      };
      this.#calls.set(call.id, call);
      this.#dispatch(call);
    });
  }

  /** Takes the engine from whoever has it. */
  takeOver(): void {
    this.#seat.steal();
  }

  /** Lets go of everything, as closing the tab would. */
  leave(): void {
    this.#turn += 2 - (this.#turn % 2);
    this.#refused = new Error('This tab has left');
    this.#host?.retire();
    this.#host = null;
    this.#seat.leave();
    this.#line.close();
  }

  #dispatch(call: Call): void {
    if (this.#host) void this.#runHere(call, this.#host);
    else if (this.#owner) this.#line.call(this.#owner, call.id, call.method, call.args);
    this.#watch.start();
  }

  async #runHere(call: Call, host: Host): Promise<void> {
    const reply = await replyOf(() => invoke(host, call.method, call.args));
    if (this.#host === host) this.#settle(call.id, reply);
  }

  #settle(id: string, reply: Reply): void {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    call?.settle(reply);
  }

  // —— as the owner ——

  async #reign(): Promise<void> {
    if (this.#turn % 2 === 1) return;
    const turn = (this.#turn += 1);
    this.#owner = null;
    this.#refused = null;
    this.#line.alive(false, this.#epoch);
    try {
      await this.#startHost(turn);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#turn += 1;
      this.#seat.leave();
      this.#refuse(error instanceof Error ? error : new Error(String(error)));
    }
  }

  async #startHost(turn: number): Promise<void> {
    const storage = await Storage.open({
      name: this.#name,
      shape: tables,
      schemaVersion,
      changed: (kept) => this.#tell({ type: 'storage', storage: { ...kept, engine: 'this tab' } }),
      fenced: () => this.#lose(turn),
    });
    if (turn !== this.#turn) return storage.close();
    this.#epoch = Math.max(storage.epoch, this.#epoch + 1);
    this.#host = Host.start(storage, (event) => this.#tell(event));
    this.#line.alive(true, this.#epoch);
    this.#begin();
  }

  /** Another tab has taken over. */
  #lose(turn: number): void {
    if (turn !== this.#turn || turn % 2 === 0) return;
    this.#turn += 1;
    this.#host?.retire();
    this.#host = null;
    this.#seat.leave();
    if (this.#lockless === null) this.#seat.queue();
    else this.#refuse(aloneError(this.#lockless));
    this.#watch.start();
  }

  #tell(event: PlaygroundEvent): void {
    this.#emit(event);
    if (this.#audience) this.#line.event(event);
  }

  async #serve(from: string, id: string, method: Method, args: readonly unknown[]): Promise<void> {
    const host = this.#host;
    if (!host) return; // the caller asks again when an owner says that it is ready
    this.#audience = true;
    const reply = await replyOf(() => invoke(host, method, args));
    if (this.#host === host) this.#line.answer(from, id, reply);
  }

  #hearPing(): void {
    if (this.#turn % 2 === 0) return;
    this.#audience = true;
    this.#line.alive(this.#host !== null, this.#epoch);
  }

  // —— as a client ——

  #hearAlive(from: string, { ready, epoch }: { readonly ready: boolean; readonly epoch: number }): void {
    if (!ready) return this.#watch.heard();
    if (epoch < this.#epoch) return;
    this.#watch.heard();
    if (this.#turn % 2 === 1 && epoch > this.#epoch) this.#lose(this.#turn);
    if (this.#turn % 2 === 1) return;
    if (this.#lockless !== null) return this.#refuse(aloneError(this.#lockless));
    this.#epoch = epoch;
    this.#refused = null;
    if (this.#owner === from) return;
    this.#owner = from;
    this.#line.ping(); // the new owner learns that it has an audience
    this.#begin();
  }

  #hearAnswer(from: string, id: string, reply: Reply): void {
    if (from !== this.#owner) return;
    this.#watch.heard();
    const call = this.#calls.get(id);
    if (call?.method === 'greet' && reply.ok) {
      const greeting = reply.value as Greeting;
      const storage = { ...greeting.storage, engine: 'another tab' } as const;
      return this.#settle(id, { ok: true, value: { ...greeting, storage } });
    }
    this.#settle(id, reply);
  }

  #hearEvent(from: string, event: PlaygroundEvent): void {
    if (from !== this.#owner) return;
    this.#watch.heard();
    if (event.type !== 'storage') return this.#emit(event);
    this.#emit({ type: 'storage', storage: { ...event.storage, engine: 'another tab' } });
  }

  #hearForeign(): void {
    if (this.#turn % 2 === 1 || this.#owner) return;
    this.#refuse(new OneTabOnly('Another tab runs a different release of this page. Close it or reload it.'));
  }

  /** An engine is there, here or elsewhere: a page that has seen another one before must ask everything again. */
  #begin(): void {
    if (this.#greeted) this.#emit({ type: 'restarted' });
    this.#greeted = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
    for (const call of this.#calls.values()) this.#dispatch(call);
  }

  #needsOwner(): boolean {
    return (
      this.#turn % 2 === 0 &&
      !this.#refused &&
      this.#lockless === null &&
      (!this.#owner || this.#calls.size > 0)
    );
  }

  #expire(): void {
    for (const { id, since } of this.#calls.values()) {
      if (performance.now() - since < longestCallMs) continue;
      const error = new DOMException('The tab that runs the engine did not answer in time', 'TimeoutError');
      this.#settle(id, { ok: false, error: plainError(error) });
    }
  }

  // —— without Web Locks ——

  /** The first tab works alone, if it hears no other. */
  #goWithoutLocks(because: string): void {
    this.#lockless = because;
    setTimeout(() => {
      if (!this.#refused) void this.#reign();
    }, listeningMs);
  }

  #refuse(error: Error): void {
    this.#refused = error;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
    for (const id of [...this.#calls.keys()]) this.#settle(id, { ok: false, error: plainError(error) });
  }
}

/** Why a tab does not work while another does. */
export class OneTabOnly extends Error {
  override readonly name = 'OneTabOnly';
}

const aloneError = (because: string) =>
  new OneTabOnly(
    `This page is open in another tab. ${because}, and so tabs no way to share one engine: close the other tab, or use https or localhost with storage allowed.`,
  );

const refusal = (error: Error): Promise<Reply> => Promise.resolve({ ok: false, error: plainError(error) });

/** So that a retry after a takeover has one effect. */
function withId(method: Method, args: readonly unknown[]): readonly unknown[] {
  if (method === 'advance') return [args[0], args[1] ?? newId()];
  if (method !== 'send') return args;
  const request = args[0] as HttpRequest;
  return [{ ...request, id: request.id ?? newId() }];
}

function invoke(host: Host, method: Method, args: readonly unknown[]): Promise<unknown> {
  if (!methods.includes(method)) throw new TypeError(`There is no ${method}`);
  return (host[method] as (...all: readonly unknown[]) => Promise<unknown>).call(host, ...args);
}
