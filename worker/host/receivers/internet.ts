/** The outside world as the platform sees it: only the hosts that people define. No byte leaves the browser. */
import {
  crcLimits,
  deliveryLimits,
  failed,
  Gate,
  isFailure,
  splitUrl,
  unshared,
} from '../../../engine/inside.ts';
import type {
  HttpRequest,
  Opened,
  OpeningCall,
  Platform,
  ReceiverView,
  SendFailure,
  SendLimits,
  SendResult,
} from '../../../engine/inside.ts';
import { filesHost } from '../../contract/file.ts';
import { noSuchFile } from '../files/store.ts';
import type { FileStore } from '../files/store.ts';
import { stallMs, withoutStalls } from '../files/streams.ts';
import { ReceiverLog } from './log.ts';
import type { ConsoleLine, ReceiverRan, ReceiverRun, Sandbox, Watched } from '../../contract/receiver-run.ts';

/** Receivers that run at the same time. */
const mostAtOnce = 4;
const mostRequestBytes = 1024 * 1024;
/** The limits of a receiver that answers with a feed. */
const ofFeeds: SendLimits = { timeoutMs: stallMs, maxBytes: 64 * 1024 * 1024 };

export class Internet {
  readonly log = new ReceiverLog();
  readonly #gate = new Gate(mostAtOnce);
  readonly #sandbox: Sandbox;
  readonly #changed: () => void;

  readonly #files: () => Promise<FileStore>;
  readonly #jump: () => string | null;

  /** `changed` is called when the log has changed. `jump` gives the id of the jump in progress. */
  constructor(
    sandbox: Sandbox,
    changed: () => void,
    files: () => Promise<FileStore>,
    jump: () => string | null = () => null,
  ) {
    this.#sandbox = sandbox;
    this.#changed = changed;
    this.#files = files;
    this.#jump = jump;
  }

  /** Makes a call of this platform. Never rejects. */
  async send(platform: Platform, request: HttpRequest, limits: SendLimits): Promise<SendResult> {
    return this.#carry(platform, request, limits, false);
  }

  /**
   * Opens a file, or the answer of a receiver. It may take any time and may end with a `SourceFailed`, but must not
   * be silent for long. Rejects only if the store of files cannot be read.
   */
  async open(platform: Platform, { request, signal }: OpeningCall): Promise<Opened | SendFailure> {
    const { host, path = '' } = splitUrl(request.url) ?? { host: request.url };
    const name = path.slice(1);
    const opened = host === filesHost ? await (await this.#files()).serve(name) : null;
    if (opened) return { ...opened, body: withoutStalls(opened.body, signal) };
    if (host === filesHost && !(await platform.ask('receivers.get', host))) return noSuchFile(name);
    const result = await this.send(platform, request, ofFeeds);
    if (isFailure(result)) return result;
    const { status, headers, body } = result;
    return { status, headers, body: new Blob([unshared(body)]).stream() };
  }

  /** A person's own request to a receiver, with the limits of a check or a delivery. It is only in the receiver's log. */
  async try(platform: Platform, host: string, request: HttpRequest): Promise<SendResult> {
    if (splitUrl(request.url)?.host !== host)
      return failed('dns', `${request.url} is not an address at ${host}`);
    return this.#carry(platform, request, isCheck(request) ? crcLimits : deliveryLimits, true);
  }

  /** Like `try`, but without lasting effects. */
  async watch(platform: Platform, host: string, request: HttpRequest): Promise<Watched> {
    const nobody: Watched = { result: failed('dns', `there is no host ${host}`), lines: [] };
    if (splitUrl(request.url)?.host !== host) return nobody;
    const limits = isCheck(request) ? crcLimits : deliveryLimits;
    return this.#gate.through(async () => {
      const receiver = await platform.ask('receivers.get', host);
      if (!receiver) return nobody;
      const run = await runOf(platform, receiver, request, limits);
      const asked = await this.#sandbox({ ...run, jump: null, isWatched: true }, limits.timeoutMs);
      const { result, lines, noted } = 'cannot' in asked ? cannotRun(host, asked.cannot) : asked;
      return { result, lines, ...(noted && { noted }) };
    });
  }

  async #carry(
    platform: Platform,
    request: HttpRequest,
    limits: SendLimits,
    isTest: boolean,
  ): Promise<SendResult> {
    const { scheme, host: name, port } = splitUrl(request.url) ?? { scheme: '', host: request.url, port: '' };
    const host = name.replace(/\.$/, ''); // fully qualified: the same name
    if (!(await platform.ask('receivers.get', host)))
      return host === filesHost ? onlyFiles : failed('dns', `there is no host ${host}`);
    if (port !== '' && port !== (scheme === 'https' ? '443' : '80'))
      return failed('refused', `nothing listens at port ${port} of ${host}`);
    if ((request.body?.length ?? 0) > mostRequestBytes)
      return failed('closed', `${host} takes no request of more than 1 MiB`);
    return this.#gate.through(async () => {
      const receiver = await platform.ask('receivers.get', host); // it may have changed during the wait
      if (!receiver) return failed('dns', `there is no host ${host}`);
      return this.#run({ platform, receiver, request, limits, isTest });
    });
  }

  async #run({ platform, receiver, request, limits, isTest }: Call): Promise<SendResult> {
    const { host } = receiver;
    const { method, url } = request;
    const now = platform.clock.now();
    const id = this.log.begin(host, { at: now, isTest, method, url });
    this.#changed();
    const began = performance.now();
    const run: ReceiverRun = {
      ...(await runOf(platform, receiver, request, limits)),
      now,
      jump: isTest ? null : this.#jump(),
    };
    const asked = await this.#sandbox(run, limits.timeoutMs);
    const ms = performance.now() - began;
    const ran = 'cannot' in asked ? cannotRun(host, asked.cannot) : asked;
    const lines = [...ran.lines, ...(await keptItems(platform, host, ran.changes, now))];
    const { result } = ran;
    const outcome = isFailure(result) ? result : { kind: 'response' as const, status: result.status };
    this.log.end(host, id, { outcome, ms, lines });
    this.#changed();
    return result;
  }
}

async function runOf(
  platform: Platform,
  { host, code }: ReceiverView,
  { method, url, headers, body }: HttpRequest,
  { maxBytes }: SendLimits,
): Promise<Omit<ReceiverRun, 'jump'>> {
  const items = await platform.ask('receivers.items', host);
  return { host, code, request: { method, url, headers, body }, now: platform.clock.now(), items, maxBytes };
}

/** A challenge as the platform sends it (choice: crc). */
const isCheck = ({ method, url }: HttpRequest): boolean => method === 'GET' && /[?&]crc_token=/.test(url);

interface Call {
  readonly platform: Platform;
  readonly receiver: ReceiverView;
  readonly request: HttpRequest;
  readonly limits: SendLimits;
  readonly isTest: boolean;
}

/** The answer of the host of files to a webhook. */
const onlyFiles: SendResult = {
  status: 405,
  headers: [['Allow', 'GET']],
  body: new TextEncoder().encode('This host serves files of feeds, and takes nothing.\n'),
};

const cannotRun = (host: string, why: string): ReceiverRan => ({
  result: failed('refused', `${host} does not run here: ${why}`),
  lines: [],
  changes: [],
});

/** A receiver's items are stored before its answer counts. Gives a line with the reason if that failed. */
async function keptItems(
  platform: Platform,
  host: string,
  changes: ReceiverRan['changes'],
  at: number,
): Promise<readonly ConsoleLine[]> {
  if (changes.length === 0) return [];
  const line = (reason: string): ConsoleLine => ({
    level: 'error',
    text: `Nothing was stored. ${reason}`,
    at,
    line: null,
  });
  try {
    const answer = await platform.do('receivers.keepItems', host, changes);
    return answer.ok ? [] : [line(answer.reason)];
  } catch (error) {
    return [line(String(error))]; // the platform was replaced meanwhile
  }
}
