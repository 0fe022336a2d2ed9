import { header, openStream, splitUrl } from '../../../../worker/api.ts';
import type { HttpRequest, Playground, Sent, WindowState } from '../../../../worker/api.ts';
import type { Breaker, Broken } from './broken.ts';
import { mostKept, noAnswers } from './kept-answers.ts';
import type { KeptAnswers, KeptCall } from './kept-answers.ts';
import { afterCall } from './windows.ts';

const kept = 50;

/** What a call counts against: an endpoint, and the credential's App and token. */
export interface LimitSubject {
  readonly endpointId: string;
  readonly appId: string;
  readonly token?: string;
}

/** One change by an act, in words: plan, "Basic", "Free". */
export interface ActChange {
  readonly name: string;
  readonly now: string;
  readonly was: string;
}

/** A refused call, and what has been done about it since. */
export interface Mending {
  readonly refused: Sent;
  readonly changes: readonly ActChange[];
}

/** The current draft: the message that would be sent, and its identity among calls. */
export interface CallNow {
  readonly message: HttpRequest;
  readonly print: string;
}

/** A call that was answered, and details of its making that the message does not show. */
export interface SentCall {
  readonly sent: Sent;
  /** The base string that the page signed; null if it did not sign. */
  readonly built: string | null;
  /** The identity of the call, as its draft computes it. */
  readonly print: string | null;
  /** The refusal after which this call was sent again. */
  readonly mends: Mending | null;
  /** The breaks of the call; null for an unbroken one. */
  readonly broken: Broken | null;
  /** For a call from before the page was loaded, which has no print: whether the draft is still that call. */
  readonly isStill?: (draft: CallNow) => boolean;
}

/** An answer that the log no longer has. */
export interface LostAnswer {
  readonly logSize: number;
  readonly isStill: (draft: CallNow) => boolean;
}

/** The reader of a stream that a call opened. */
export interface StreamReader {
  readonly isOpen: boolean;
  readonly stop: () => void;
}

export interface OpenedStream {
  readonly sent: Sent;
  readonly reader: StreamReader;
}

type Making = Partial<Pick<SentCall, 'built' | 'print' | 'broken'>>;

/** The calls that one draft has sent, and the limits of the next one. */
export class Calls {
  readonly #playground: Playground;
  /** Newest first. */
  history = $state.raw<readonly SentCall[]>([]);
  /** Answers from before the page was loaded, until they are read from the log. */
  kept = $state.raw<KeptAnswers>(noAnswers);
  /** The state of reading them; null before it begins, and when it is done. */
  recalling = $state<'asked' | 'failed' | null>(null);
  /** Set if the last answer before the reload is not in the log, until there is another. */
  lost = $state.raw<LostAnswer | null>(null);
  pending = $state(false);
  /** How long the answer has been awaited: `late` from 300 ms on, `long` from 2 s on. */
  wait = $state<'short' | 'late' | 'long'>('short');
  /** Why there was no answer, as a sentence. */
  failure = $state<string | null>(null);
  /** null before they are read. */
  windows = $state.raw<readonly WindowState[] | null>(null);
  /** Breaks its calls; set once the person has opened that part. */
  breaker = $state.raw<Breaker | null>(null);
  /** Streams that its calls opened, until they end. */
  streams = $state.raw<readonly OpenedStream[]>([]);
  /** Whether the primary button belongs to the answer. */
  leads = $state(false);
  #mending = $state.raw<Mending | null>(null);
  readonly latest: SentCall | null = $derived(this.history[0] ?? null);
  readonly current: Sent | null = $derived(this.latest?.sent ?? null);
  readonly built: string | null = $derived(this.latest?.built ?? null);
  /** Whether no call was sent, as far as is known. */
  readonly isEmpty: boolean = $derived(
    this.latest === null && this.failure === null && (this.lost !== null || this.kept.calls.length === 0),
  );
  /** The previous answer to the same call; null for none. */
  readonly previous: Sent | null = $derived(this.#before());
  /** What has been done about the shown refusal; null before anything was. */
  readonly mending: Mending | null = $derived(this.#mending?.refused === this.current ? this.#mending : null);
  /** Refreshed OAuth 2.0 tokens continue in one window, whose user only answers name: token → user of the window. */
  readonly #families: Map<string, string>;
  #timers: readonly ReturnType<typeof setTimeout>[] = [];
  #attempt = 0;
  #question = 0;

  constructor(playground: Playground, families = new Map<string, string>(), kept = noAnswers) {
    this.#playground = playground;
    this.#families = families;
    this.kept = kept;
  }

  /** The data to find the calls again, newest first. */
  get madeCalls(): readonly KeptCall[] {
    const made = this.history.flatMap(({ sent, built, broken }) => {
      const { id } = sent.exchange.request;
      return id === undefined ? [] : [{ requestId: id, signed: built !== null, broken }];
    });
    return [...made, ...this.kept.calls].slice(0, mostKept);
  }

  /** Adds calls from the log behind those that were sent meanwhile. */
  recall(found: readonly SentCall[]): void {
    for (const { sent } of found) this.#learn(sent);
    this.history = [...this.history, ...found].slice(0, kept);
    this.kept = noAnswers;
    this.recalling = this.lost = null;
  }

  /** If a world is restored, its log may have the answers again, so they are still wanted. */
  lose(lost: LostAnswer): void {
    this.recalling = null;
    this.lost = lost;
  }

  /** Resolves to null if there was no answer or the call is no longer awaited. */
  async send(
    message: HttpRequest,
    { built = null, print = null, broken = null }: Making = {},
  ): Promise<Sent | null> {
    const attempt = ++this.#attempt;
    const mends = this.mending;
    this.#setPending(true);
    this.failure = null;
    try {
      const sent = await this.#playground.send(message);
      if (attempt !== this.#attempt) return null;
      this.#learn(sent);
      this.history = [{ sent, built, print, mends, broken }, ...this.history].slice(0, kept);
      if (this.windows) this.windows = afterCall(this.windows, sent);
      return sent;
    } catch (cause) {
      if (attempt === this.#attempt) this.failure = reason(cause);
      return null;
    } finally {
      if (attempt === this.#attempt) this.#setPending(false);
    }
  }

  /** Stops waiting. The platform may still have carried out the call. */
  abandon(): void {
    this.#attempt += 1;
    this.#setPending(false);
    this.failure = 'You stopped waiting. The platform may still have carried the call out.';
  }

  #setPending(pending: boolean): void {
    this.pending = pending;
    this.wait = 'short';
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = pending
      ? [setTimeout(() => (this.wait = 'late'), 300), setTimeout(() => (this.wait = 'long'), 2000)]
      : [];
  }

  /** Records an act about the shown refusal: the next answer is compared with it. */
  acted(change: ActChange): void {
    const { current: refused } = this;
    if (refused) this.#mending = { refused, changes: [...(this.mending?.changes ?? []), change] };
  }

  /** Records that the act was undone. */
  undone(): void {
    this.#mending = null;
  }

  /** Reads the windows again; an answer that a later question has overtaken is dropped. */
  async look(subject: LimitSubject | null): Promise<void> {
    const question = ++this.#question;
    if (!subject) return void (this.windows = []);
    const { endpointId, ...credential } = subject;
    const token = this.#families.get(credential.token ?? '');
    const known = token === undefined ? credential : { ...credential, token };
    // If the endpoint cannot be loaded, there is nothing to show; a call to it says why.
    const windows = await this.#playground.ask('limits.windows', endpointId, known).catch(() => []);
    if (question === this.#question) this.windows = windows;
  }

  #before(): Sent | null {
    const [latest, ...older] = this.history;
    return (latest && older.find((each) => isSameCall(each.sent, latest.sent))?.sent) ?? null;
  }

  #learn({ exchange }: Sent): void {
    const token = tokenOf(exchange.request);
    const window = exchange.windows.find(({ scope }) => scope === 'user');
    if (token !== null && window) this.#families.set(token, window.principal);
  }

  /** Stops reading all streams. */
  endStreams(): void {
    for (const { reader } of this.streams) reader.stop();
  }

  /** Another call begins, which has no answers. */
  forget(): void {
    this.kept = noAnswers;
    this.recalling = this.lost = null;
  }

  /**
   * Drops the answers, to read them again from the new log; except for a shown open stream, which ends with a reason
   * that is shown there.
   */
  putAside(edited: boolean): void {
    const shown = this.history.slice(0, 1).filter(({ sent }) => openStream(sent));
    this.kept = shown.length > 0 ? noAnswers : { calls: this.madeCalls, edited };
    this.history = shown;
    this.failure = this.recalling = this.lost = null;
    this.#mending = null;
  }
}

const reason = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** Whether two calls may be compared: same method and path, same App and token. */
export const isSameCall = ({ exchange: a }: Sent, { exchange: b }: Sent): boolean =>
  a.request.method === b.request.method &&
  pathOf(a.request) === pathOf(b.request) &&
  a.appId === b.appId &&
  tokenOf(a.request) === tokenOf(b.request);

export const pathOf = ({ url }: HttpRequest): string => splitUrl(url)?.path ?? url;

/** The token of a call, of either kind; null for none. */
function tokenOf({ headers }: HttpRequest): string | null {
  const authorization = header(headers, 'authorization') ?? '';
  return (
    /^Bearer (.+)$/.exec(authorization)?.[1] ?? /\boauth_token="([^"]*)"/.exec(authorization)?.[1] ?? null
  );
}
