/** Carries one call to the outside and writes it in the log. Loaded with the first. */
import type { OutgoingCall, Reply } from '../declaration/services.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { Log } from '../exchanges/log.ts';
import { nowhereSaid, Trace } from '../exchanges/trace.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { Open, Opened, OpeningCall } from '../http/open.ts';
import { failed, isFailure } from '../http/send.ts';
import type { Send, SendFailure, SendResult, SentResponse } from '../http/send.ts';
import { asResult } from '../http/send-result.ts';

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

export async function open(call: OpeningCall, parts: CourierParts): Promise<Opened | SendFailure> {
  const { now, elapsed } = parts;
  const at = now();
  const trace = new Trace(elapsed);
  trace.passed('Sent', 'for an answer that comes piece by piece', nowhereSaid);
  const result = await opened(call, parts);
  if ('kind' in result) trace.add('refused', 'Failed', `${result.reason}: ${result.message}`, nowhereSaid);
  else trace.passed('Answered', `${result.status}; its body is read as it comes, and not kept`, nowhereSaid);
  const beginning = 'kind' in result ? result : { ...result, body: new Uint8Array() };
  const { request } = call;
  new Carried(beginning, trace, { at, durationMs: trace.ms, appId: null, request }, parts).record();
  return result;
}

async function opened(call: OpeningCall, parts: CourierParts): Promise<Opened | SendFailure> {
  try {
    return await parts.open(call);
  } catch (error) {
    return lost(error);
  }
}

export async function carry(call: OutgoingCall, parts: CourierParts): Promise<Carried> {
  const { now, elapsed } = parts;
  const at = now();
  const trace = new Trace(elapsed);
  const { timeoutMs, maxBytes, request, appId } = call;
  trace.passed('Sent', `with ${timeoutMs} ms and room for ${maxBytes} bytes`, nowhereSaid);
  const result = await sent(call, parts);
  if (isFailure(result)) trace.add('refused', 'Failed', `${result.reason}: ${result.message}`, nowhereSaid);
  else trace.passed('Answered', answeredWords(result), nowhereSaid);
  return new Carried(result, trace, { at, durationMs: trace.ms, appId, request }, parts);
}

async function sent(
  { request, timeoutMs, maxBytes, losesAnswer }: OutgoingCall,
  parts: CourierParts,
): Promise<SendResult> {
  try {
    const result = asResult(await parts.send(request, { timeoutMs, maxBytes }));
    if (losesAnswer) return failed('closed', 'the answer was lost on the way: this failure was ordered');
    if (isFailure(result) || result.body.length <= maxBytes) return result;
    return failed('tooLarge', `the body has more than ${maxBytes} bytes`);
  } catch (error) {
    return lost(error);
  }
}

function answeredWords({ status, thrown }: SentResponse): string {
  if (!thrown) return String(status);
  return `${status}: its program threw ${thrown.text}${thrown.line === null ? '' : `, line ${thrown.line}`}`;
}

const lost = (error: unknown): SendFailure =>
  failed('closed', error instanceof Error ? error.message : String(error));

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

  /** Assigned on settlement: calls are numbered in the order in which they settle. */
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
      ...(this.result.thrown && { thrown: this.result.thrown }),
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
