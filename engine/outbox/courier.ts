/** Carries calls to the outside and writes them in the log. */
import type { OutgoingCall } from '../declaration/services.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Log } from '../exchanges/log.ts';
import { nowhereSaid, Trace } from '../exchanges/trace.ts';
import { failed, isFailure } from '../http/send.ts';
import type { Send, SendResult } from '../http/send.ts';

/** A call that came back. */
export interface Carried {
  readonly result: SendResult;
  readonly trace: Trace;
  /** Writes it in the log, once. */
  readonly record: () => void;
}

export interface CourierParts {
  readonly send: Send;
  readonly log: Log;
  /** Called when the log has changed. */
  readonly logged: () => void;
  /** Epoch ms of the platform. */
  readonly now: () => number;
  readonly elapsed: () => number;
}

export class Courier {
  constructor(private readonly parts: CourierParts) {}

  /** Never rejects: a host that throws has lost the connection. */
  async carry(call: OutgoingCall): Promise<Carried> {
    const { now, elapsed } = this.parts;
    const at = now();
    const trace = new Trace(elapsed);
    const { timeoutMs, maxBytes, request } = call;
    trace.passed('Sent', `with ${timeoutMs} ms and room for ${maxBytes} bytes`, nowhereSaid);
    const result = await this.#send(call);
    if (isFailure(result)) trace.add('refused', 'Failed', `${result.reason}: ${result.message}`, nowhereSaid);
    else trace.passed('Answered', String(result.status), nowhereSaid);
    const durationMs = trace.ms;
    const exchange = { at, durationMs, appId: call.appId, request, outcome: outcomeOf(result) };
    return { result, trace, record: () => this.#record(exchange, trace) };
  }

  async #send({ request, timeoutMs, maxBytes }: OutgoingCall): Promise<SendResult> {
    try {
      const result = await this.parts.send(request, { timeoutMs, maxBytes });
      if (isFailure(result) || result.body.length <= maxBytes) return result;
      return failed('tooLarge', `the body has more than ${maxBytes} bytes`);
    } catch (error) {
      return failed('closed', error instanceof Error ? error.message : String(error));
    }
  }

  #record(
    exchange: Pick<Exchange, 'at' | 'durationMs' | 'appId' | 'request' | 'outcome'>,
    { lines: trace }: Trace,
  ): void {
    const { log, logged } = this.parts;
    const sequence = log.nextSequence();
    log.add({ ...exchange, sequence, direction: 'out', endpointId: null, userId: null, trace, windows: [] });
    logged();
  }
}

const outcomeOf = (result: SendResult): Exchange['outcome'] =>
  isFailure(result)
    ? { kind: 'closed', reason: `${result.reason}: ${result.message}` }
    : { kind: 'response', ...result };
