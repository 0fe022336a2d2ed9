/** Carries calls to the outside and writes them in the log. */
import type { OutgoingCall, Reply } from '../declaration/services.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Log } from '../exchanges/log.ts';
import { nowhereSaid, Trace } from '../exchanges/trace.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { Open, Opened, OpeningCall } from '../http/open.ts';
import { asResult, failed, isFailure } from '../http/send.ts';
import type { Send, SendFailure, SendResult } from '../http/send.ts';
import { Gate } from './gate.ts';

/** Calls under way at a time, of all kinds: the others wait in the order in which they came. */
export const callsAtOnce = 4;

export interface CourierParts {
  readonly send: Send;
  readonly open: Open;
  readonly log: Log;
  /** Called when the log has changed. */
  readonly logged: () => void;
  /** Epoch ms of the platform. */
  readonly now: () => number;
  readonly elapsed: () => number;
}

export class Courier {
  readonly #gate = new Gate(callsAtOnce);

  constructor(private readonly parts: CourierParts) {}

  /** Never rejects: a host that throws has lost the connection. */
  carry(call: OutgoingCall): Promise<Carried> {
    return this.#gate.through(() => this.#carry(call));
  }

  /** Opens a body that comes piece by piece: the log has its beginning, without the body. Never rejects. */
  async open(call: OpeningCall): Promise<Opened | SendFailure> {
    const { now, elapsed } = this.parts;
    const at = now();
    const trace = new Trace(elapsed);
    trace.passed('Sent', 'for an answer that comes piece by piece', nowhereSaid);
    const result = await this.#open(call);
    if ('kind' in result) trace.add('refused', 'Failed', `${result.reason}: ${result.message}`, nowhereSaid);
    else
      trace.passed('Answered', `${result.status}; its body is read as it comes, and not kept`, nowhereSaid);
    const beginning = 'kind' in result ? result : { ...result, body: new Uint8Array() };
    const { request } = call;
    new Carried(beginning, trace, { at, durationMs: trace.ms, appId: null, request }, this.parts).record();
    return result;
  }

  async #open(call: OpeningCall): Promise<Opened | SendFailure> {
    try {
      return await this.parts.open(call);
    } catch (error) {
      return failed('closed', error instanceof Error ? error.message : String(error));
    }
  }

  async #carry(call: OutgoingCall): Promise<Carried> {
    const { now, elapsed } = this.parts;
    const at = now();
    const trace = new Trace(elapsed);
    const { timeoutMs, maxBytes, request, appId } = call;
    trace.passed('Sent', `with ${timeoutMs} ms and room for ${maxBytes} bytes`, nowhereSaid);
    const result = await this.#send(call);
    if (isFailure(result)) trace.add('refused', 'Failed', `${result.reason}: ${result.message}`, nowhereSaid);
    else trace.passed('Answered', String(result.status), nowhereSaid);
    return new Carried(result, trace, { at, durationMs: trace.ms, appId, request }, this.parts);
  }

  async #send({ request, timeoutMs, maxBytes }: OutgoingCall): Promise<SendResult> {
    try {
      const result = asResult(await this.parts.send(request, { timeoutMs, maxBytes }));
      if (isFailure(result) || result.body.length <= maxBytes) return result;
      return failed('tooLarge', `the body has more than ${maxBytes} bytes`);
    } catch (error) {
      return failed('closed', error instanceof Error ? error.message : String(error));
    }
  }
}

/** A call that came back. */
export class Carried implements Reply {
  #sequence: number | null = null;

  constructor(
    readonly result: SendResult,
    readonly trace: Trace,
    private readonly call: Pick<Exchange, 'at' | 'durationMs' | 'appId' | 'request'>,
    private readonly parts: Pick<CourierParts, 'log' | 'logged'>,
  ) {}

  get request(): HttpRequest {
    return this.call.request;
  }

  /** Given when it is settled: calls are numbered in the order of their settlements. */
  get sequence(): number {
    return (this.#sequence ??= this.parts.log.nextSequence());
  }

  /** Writes it in the log, once. */
  record(): void {
    const { at, durationMs, appId, request } = this.call;
    this.parts.log.add({
      sequence: this.sequence,
      at,
      durationMs,
      direction: 'out',
      endpointId: null,
      appId,
      userId: null,
      request,
      outcome: outcomeOf(this.result),
      trace: this.trace.lines,
      windows: [],
    });
    this.parts.logged();
  }
}

const outcomeOf = (result: SendResult): Exchange['outcome'] =>
  isFailure(result)
    ? { kind: 'closed', reason: `${result.reason}: ${result.message}` }
    : { kind: 'response', status: result.status, headers: result.headers, body: result.body };
