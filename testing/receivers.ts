/** The outside world for tests: hosts that answer, and the requests that reached them. */
import { createHmac } from 'node:crypto';
import { utf8 } from '../engine/index.ts';
import type { HttpRequest, Send, SendResult } from '../engine/index.ts';

/** A host's answer; undefined means silence until the timeout. */
export type Answering = (request: HttpRequest) => SendResult | Promise<SendResult>;

export interface Reached {
  readonly method: string;
  readonly url: string;
  /** The token of a challenge; null for any other request. */
  readonly token: string | null;
}

export class Receivers {
  readonly reached: Reached[] = [];
  readonly #hosts = new Map<string, Answering>();

  /** Makes the host answer in this way from now on. */
  at(host: string, answering: Answering): this {
    this.#hosts.set(host, answering);
    return this;
  }

  /** The answers of existing hosts. */
  answering(host: string): Answering {
    return this.#hosts.get(host)!;
  }

  /** Challenges that reached a host, or all hosts. */
  challenges(host?: string): Reached[] {
    return this.reached.filter(
      ({ url, token }) => token !== null && (host === undefined || new URL(url).hostname === host),
    );
  }

  readonly send: Send = async (request) => {
    const { method, url } = request;
    this.reached.push({ method, url, token: tokenIn(url) });
    const { hostname } = new URL(url);
    const answering = this.#hosts.get(hostname);
    return answering ? answering(request) : failure('dns', `there is no host ${hostname}`);
  };
}

export const tokenIn = (url: string): string | null =>
  new URL(url).searchParams.getAll('crc_token').at(-1) ?? null;

export const answered = (body: unknown, status = 200): SendResult => ({
  status,
  headers: [['content-type', 'application/json']],
  body: utf8(typeof body === 'string' ? body : JSON.stringify(body)),
});

export const failure = (
  reason: 'dns' | 'refused' | 'tls' | 'timeout' | 'closed',
  message = '',
): SendResult => ({
  kind: 'failure',
  reason,
  message,
});

/** The value of `response_token`, computed by another implementation. */
export const provedBy = (secret: string, token: string): string =>
  `sha256=${createHmac('sha256', secret).update(token).digest('base64')}`;

/** Answers each challenge correctly, and anything else with 200. */
export const honest =
  (secret: string): Answering =>
  ({ url }) =>
    answered({ response_token: provedBy(secret, tokenIn(url) ?? '') });
