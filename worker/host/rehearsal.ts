/** Takes steps on a copy of the platform, up to a call whose answer is shown. The platform itself is not changed. */
import type {
  Given,
  Kept,
  ProvedBy,
  RehearsalHost,
  Rehearsed,
  RehearsedStep,
} from '../contract/rehearsal.ts';
import {
  decodeForm,
  encodeForm,
  failed,
  isRecord,
  isResponse,
  loadSignature,
  loadTrials,
  prove,
  splitUrl,
  text,
  utf8,
} from '../../engine/inside.ts';
import type { CallKey, Exchange, Family, HttpRequest, Platform, Send } from '../../engine/inside.ts';
import { order } from './order.ts';
import { copyOf } from './copy.ts';

/** The most calls until a limit refuses one: no window allows more than 10,000 calls. */
const most = 10_100;

const rehearsalHost: RehearsalHost = 'receiver.northwind.example';

/** Every window starts full on the copy. Rejects with the reason if the copy refuses a command. */
export async function rehearse(
  platform: Pick<Platform, 'snapshot' | 'clock'>,
  families: readonly Family[],
  steps: readonly RehearsedStep[],
): Promise<Rehearsed> {
  const { fresh } = await loadTrials();
  const send: Send = (request, limits) => rehearsal.receive(request, limits);
  const copy = await copyOf(platform, families, platform.clock.now(), fresh, send);
  const rehearsal = new Rehearsal(copy);
  for (const step of steps) await rehearsal.take(step);
  const { last, calls } = rehearsal;
  if (!last) throw new TypeError('No step sends a call');
  return { exchange: last, calls };
}

class Rehearsal {
  readonly #copy: Platform;
  /** What the App was given, by kind, and what calls made. */
  readonly #given = new Map<string, Readonly<Record<string, unknown>>>();
  last: Exchange | null = null;
  calls = 0;

  constructor(copy: Platform) {
    this.#copy = copy;
  }

  async take(step: RehearsedStep): Promise<void> {
    if (step.kind === 'do') return this.#order(step);
    if (step.kind === 'send') {
      await this.#send(this.#filled(step), step.by);
      if (step.keep) this.#keep(step.keep);
      return;
    }
    while (this.calls < most) {
      const problem = await this.#send(step.request, step.by);
      if (problem === step.problem) return;
      if (problem === 'rateLimitExceeded') await this.#pastReset();
    }
  }

  /** Answers a challenge with the App's secret, as a correct receiver does. */
  readonly receive: Send = async ({ url }) => {
    const { host = url, query = '' } = splitUrl(url) ?? {};
    const token = decodeForm(query).find(([name]) => name === 'crc_token')?.[1];
    if (host !== rehearsalHost || token === undefined) return failed('dns', `there is no host ${host}`);
    const { deliverySignature } = await loadSignature();
    const response_token = deliverySignature(utf8(token), this.#value('basic', 'consumer_secret'));
    return { status: 200, headers: [], body: utf8(JSON.stringify({ response_token })) };
  };

  #keep(name: Kept): void {
    const { request, outcome } = this.last ?? {};
    if (!request || !outcome || !isResponse(outcome) || outcome.status >= 400)
      throw new Error(
        `${request?.method ?? 'A call'} ${splitUrl(request?.url ?? '')?.path ?? ''} comes first, and the copy refused it.`,
      );
    this.#given.set(name, membersOf(text(outcome.body)));
  }

  async #order({ command, args }: Extract<RehearsedStep, { kind: 'do' }>): Promise<void> {
    const answer = await order(
      this.#copy,
      `order${this.#given.size}.${this.calls}.${command}`,
      command,
      args,
    );
    if (!answer.ok) throw new Error(answer.reason);
    const made: unknown = 'made' in answer ? answer.made : null;
    if (isRecord(made) && typeof made['kind'] === 'string') this.#given.set(made['kind'], made);
  }

  #filled({ request, given = {}, filled = {} }: Extract<RehearsedStep, { kind: 'send' }>): HttpRequest {
    const pairs = this.#pairs(given);
    const words = this.#pairs(filled);
    if (pairs.length + words.length === 0) return request;
    const fill = (whole: string) => words.reduce((so, [word, value]) => so.replaceAll(word, value), whole);
    const body = [request.body ? fill(text(request.body)) : '', encodeForm(pairs)].filter(
      (part) => part !== '',
    );
    return {
      ...{ ...request, url: fill(request.url) },
      ...(body.length > 0 && { body: utf8(body.join('&')) }),
    };
  }

  #pairs(given: Readonly<Record<string, Given>>): readonly (readonly [string, string])[] {
    return Object.entries(given).map(([name, [from, member]]) => [name, this.#value(from, member)] as const);
  }

  /** The problem of its refusal; undefined if it was not refused. */
  async #send(request: HttpRequest, by: ProvedBy): Promise<string | undefined> {
    const id = `rehearsed${this.calls}`;
    const timestamp = Math.floor(this.#copy.clock.now() / 1000) + (by.offBy ?? 0);
    const { message } = prove(request, this.#keyOf(by), { nonce: id, timestamp });
    const outcome = await this.#copy.handle({ ...message, id });
    // Reads and discards the stream while the copy lives.
    if (outcome.kind === 'stream') outcome.open({ write: () => true, end: () => undefined });
    this.calls += 1;
    this.last = this.#copy.exchanges.byRequestId(id) ?? null;
    return this.last?.trace.find(({ problem }) => problem !== undefined)?.problem;
  }

  async #pastReset(): Promise<void> {
    const now = this.#copy.clock.now();
    const ends = this.last?.windows.flatMap(({ remaining, resetAt }) =>
      remaining === 0 ? (resetAt ?? []) : [],
    );
    await this.#copy.clock.advance(Math.max(1, ...(ends ?? []).map((end) => end - now)));
  }

  #keyOf({ kind, isWrong = false }: ProvedBy): CallKey {
    const wrong = (value: string): string => (isWrong ? `${value}-wrong` : value);
    switch (kind) {
      case 'none':
        return { kind: 'none' };
      case 'app':
        return { kind: 'bearer', token: wrong(this.#value('app', 'bearer_token')) };
      case 'oauth2':
        return { kind: 'bearer', token: wrong(this.#value('oauth2', 'access_token')) };
      case 'basic':
        return {
          kind: 'basic',
          id: this.#value('basic', 'consumer_key'),
          secret: wrong(this.#value('basic', 'consumer_secret')),
        };
      case 'client':
        return {
          kind: 'basic',
          id: this.#value('client', 'client_id'),
          secret: wrong(this.#value('client', 'client_secret')),
        };
      case 'consumer':
      case 'requestToken':
      case 'oauth1': {
        const consumer_key = this.#value('basic', 'consumer_key');
        const consumer_secret = wrong(this.#value('basic', 'consumer_secret'));
        if (kind === 'consumer') return { kind: 'oauth1', consumer_key, consumer_secret };
        const oauth_token = this.#value(kind, 'oauth_token');
        const oauth_token_secret = this.#value(kind, 'oauth_token_secret');
        return { kind: 'oauth1', consumer_key, consumer_secret, oauth_token, oauth_token_secret };
      }
    }
  }

  #value(kind: string, name: string): string {
    const value = this.#given.get(kind)?.[name];
    if (typeof value !== 'string') throw new TypeError(`The App was given no ${name}`);
    return value;
  }
}

/** The members of an answer: of `data` if the body has it. */
function membersOf(body: string): Readonly<Record<string, unknown>> {
  if (!body.startsWith('{')) return Object.fromEntries(decodeForm(body));
  const told: unknown = JSON.parse(body);
  const data = isRecord(told) && isRecord(told['data']) ? told['data'] : told;
  return isRecord(data) ? data : {};
}
