/** The server's outgoing calls: to names mapped to this machine and to URLs mapped to files, and nowhere else. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { failed, isFailure, SourceFailed } from '../../engine/inside.ts';
import type { HttpRequest, Open, Send, SendFailure } from '../../engine/inside.ts';
import { bytesOf, webStreamOf } from './bytes.ts';
import type { Wording } from './names/wording.ts';

export interface Mapped {
  /** http addresses on the loopback, by the host name that is mapped to each. */
  readonly receivers: ReadonlyMap<string, URL>;
  /** Paths of files, by full URL. */
  readonly feeds: ReadonlyMap<string, string>;
  /** The names that the client uses; null for the platform's own. */
  readonly wording: Wording | null;
}

/** Answers for hosts that are not mapped. */
export interface Beyond {
  send(...call: Parameters<Send>): ReturnType<Send>;
  open(...call: Parameters<Open>): ReturnType<Open>;
}

/** How long the source of a feed may send nothing, in ms. */
const longestSilence = 30_000;

export const sendTo =
  ({ receivers, wording }: Mapped, beyond: () => Beyond | null = () => null): Send =>
  async (plain, limits) => {
    const { timeoutMs, maxBytes } = limits;
    const request = wording?.outgoing(plain) ?? plain;
    const target = targetOf(request, receivers);
    if (!target) {
      const answer = somebody(await beyond()?.send(request, limits)) ?? nobody(request);
      return isFailure(answer) ? answer : (wording?.answer(answer) ?? answer);
    }
    const signal = AbortSignal.timeout(timeoutMs);
    const late = () => failed('timeout', `no answer within ${timeoutMs} ms`);
    try {
      const response = await call(request, target, signal);
      const body = await bytesOf(response, maxBytes);
      response.destroy();
      if (body.length > maxBytes) return failed('tooLarge', `the body has more than ${maxBytes} bytes`);
      const answer = { ...headOf(response), body };
      return wording?.answer(answer) ?? answer;
    } catch (error) {
      return signal.aborted ? late() : failureOf(error);
    }
  };

export const openAt =
  ({ receivers, feeds }: Mapped, beyond: () => Beyond | null = () => null): Open =>
  async (opening) => {
    const { request, signal } = opening;
    const file = feeds.get(request.url);
    if (file !== undefined) return openFile(file, signal);
    const target = targetOf(request, receivers);
    if (!target) return somebody(await beyond()?.open(opening)) ?? nobody(request);
    try {
      const response = await call(request, target, signal);
      response.setTimeout(longestSilence, () => {
        response.destroy(new SourceFailed('stalled', `nothing came for ${longestSilence / 1000} s`));
      });
      return { ...headOf(response), body: webStreamOf(response) };
    } catch (error) {
      return failureOf(error);
    }
  };

async function openFile(file: string, signal: AbortSignal): ReturnType<Open> {
  const { size } = await stat(file);
  const stream = createReadStream(file, { signal });
  const headers = [['content-length', String(size)]] as const;
  return { status: 200, headers, body: webStreamOf(stream) };
}

/** The address to call: the target's path, followed by the path and query of the request's URL. */
function targetOf({ url }: HttpRequest, receivers: Mapped['receivers']): URL | null {
  const { hostname, pathname, search } = new URL(url);
  const base = receivers.get(hostname);
  if (!base) return null;
  return new URL(base.pathname.replace(/\/$/, '') + pathname + search, base);
}

/** Rejects if no response comes. Redirects are not followed. */
function call(request: HttpRequest, target: URL, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = request.headers.filter(([name]) => !/^(?:host|content-length)$/i.test(name));
    const { host } = new URL(request.url);
    const sent = httpRequest(target, {
      method: request.method,
      headers: [...headers, ['host', host], ['content-length', String(request.body?.length ?? 0)]].flat(),
      agent: false,
      signal,
    });
    sent.once('response', resolve);
    sent.once('error', reject);
    sent.end(request.body);
  });
}

const headOf = ({ statusCode = 0, rawHeaders }: IncomingMessage) => ({
  status: statusCode,
  headers: Array.from(
    { length: rawHeaders.length / 2 },
    (_, at) => [rawHeaders[2 * at] ?? '', rawHeaders[2 * at + 1] ?? ''] as const,
  ),
});

/** The answer, or null if there is no such host. A host that fails to answer counts as an answer. */
const somebody = <T extends object>(answer: T | undefined): T | null =>
  answer && !('reason' in answer && answer.reason === 'dns') ? answer : null;

/** The failure for a host that nobody answers for. No name is ever looked up. */
const nobody = ({ url }: HttpRequest): SendFailure =>
  failed('dns', `there is no host ${new URL(url).hostname}; --receiver maps one to this machine`);

function failureOf(error: unknown): SendFailure {
  const isRefused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
  return isRefused
    ? failed('refused', 'nothing listens there')
    : failed('closed', 'the connection ended before the answer did');
}
