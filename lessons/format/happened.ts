/** Everything that happened since a step began, in the form in which checks look for it. */
import type { ChangeSet, Exchange, HttpRequest, SendResult } from '../../engine/inside.ts';
import { Call } from './call.ts';

/** The maximum number of events that are kept of one step: then the older half is dropped. */
const mostEvents = 20_000;

export interface Placed {
  /** Its position among all events of the step. */
  readonly at: number;
  /** Epoch ms of the platform. */
  readonly time: number;
}

/** A request to a receiver, from the platform or from somebody else. */
export interface Visit {
  readonly host: string;
  readonly request: HttpRequest;
  readonly result: SendResult;
  /** The App whose consumer secret signed the delivery; null for none. */
  readonly signedBy: string | null;
}

/** Oldest first. */
export class Happened {
  /** The received calls of the log when the step began. They have no position: -1. */
  readonly before: readonly Call[];
  calls: Call[] = [];
  callsOut: Call[] = [];
  rows: (Placed & { readonly changes: ChangeSet })[] = [];
  written: (Placed & { readonly text: string })[] = [];
  visits: (Placed & Visit)[] = [];
  /** The number of events so far, and the position of the first that is kept. */
  #count = 0;
  #first = 0;

  constructor(log: readonly Exchange[] = []) {
    this.before = log.filter(isIn).map((exchange) => new Call(-1, exchange));
  }

  answered(exchange: Exchange): void {
    const call = new Call(this.#next(), exchange);
    (isIn(exchange) ? this.calls : this.callsOut).push(call);
  }

  committed(changes: ChangeSet, time: number): void {
    const at = this.#next();
    this.rows.push({ at, time, changes });
  }

  write(text: string, time: number): void {
    const at = this.#next();
    this.written.push({ at, time, text });
  }

  visited(visit: Visit, time: number): void {
    const at = this.#next();
    this.visits.push({ ...visit, at, time });
  }

  /** The position of the next event. The lists may be replaced. */
  #next(): number {
    const at = this.#count++;
    if (at - this.#first >= mostEvents) this.#drop(at - mostEvents / 2);
    return at;
  }

  /** Each list is replaced, so that what was collected from the old one is collected again. */
  #drop(first: number): void {
    this.#first = first;
    this.calls = since(this.calls, first);
    this.callsOut = since(this.callsOut, first);
    this.rows = since(this.rows, first);
    this.written = since(this.written, first);
    this.visits = since(this.visits, first);
  }
}

const isIn = ({ direction }: Exchange): boolean => direction === 'in';

/** The events from a position on. */
export const since = <T extends { readonly at: number }>(events: readonly T[], first: number): T[] =>
  events.filter(({ at }) => at >= first);
