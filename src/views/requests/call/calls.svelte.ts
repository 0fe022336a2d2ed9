import { header, openStream, splitUrl } from '../../../../worker/api.ts';
import type { HttpRequest, Playground, Sent, WindowState } from '../../../../worker/api.ts';
import type { Breaker, Broken } from './broken.ts';
import { mostKept, noAnswers } from './kept-answers.ts';
import type { KeptAnswers, KeptCall } from './kept-answers.ts';

const kept = 50;

/** What a call counts against: an endpoint, and the credential's App and token. */
export interface LimitSubject {
  readonly endpointId: string;
  readonly appId: string;
  readonly token?: string;
}

/** One thing that an act changed, as people call it: plan, "Basic", "Free". */
export interface ActChange {
  readonly name: string;
  readonly now: string;
  readonly was: string;
}

/** A call that was refused, and what has been done about it since. */
export interface Mending {
  readonly refused: Sent;
  readonly changes: readonly ActChange[];
}

/** A draft as it stands: what would be sent, and what tells it from any other call. */
export interface CallNow {
  readonly message: HttpRequest;
  readonly print: string;
}

/** A call that was answered, and what of its making no message tells. */
export interface SentCall {
  readonly sent: Sent;
  /** The base string that the page signed it with; null when it did not sign. */
  readonly built: string | null;
  /** Which call it was, as its draft tells calls apart. */
  readonly print: string | null;
  /** The refusal that this call was sent again after. */
  readonly mends: Mending | null;
  /** What was done to it on purpose; null for a call as its draft had it. */
  readonly broken: Broken | null;
  /** Of one from before the page was loaded, which has no print: whether the draft still is that call. */
  readonly isStill?: (draft: CallNow) => boolean;
}

/** An answer that the log no longer has. */
export interface LostAnswer {
  readonly logSize: number;
  readonly isStill: (draft: CallNow) => boolean;
}

/** Who reads a stream that a call opened. */
export interface StreamReader {
  readonly isOpen: boolean;
  readonly stop: () => void;
}

export interface OpenedStream {
  readonly sent: Sent;
  readonly reader: StreamReader;
}

type Making = Partial<Pick<SentCall, 'built' | 'print' | 'broken'>>;

/** The calls that one draft has sent, and the limits of the one it would send now. */
export class Calls {
  readonly #playground: Playground;
  /** Newest first. */
  history = $state.raw<readonly SentCall[]>([]);
  /** What was answered before the page was loaded, until it is read from the log. */
  kept = $state.raw<KeptAnswers>(noAnswers);
  /** How reading it goes; null before it begins, and when it is done. */
  recalling = $state<'asked' | 'failed' | null>(null);
  /** Set where the last answer of before is not in the log, until there is another. */
  lost = $state.raw<LostAnswer | null>(null);
  pending = $state(false);
  /** Why no answer came at all, as a sentence. */
  failure = $state<string | null>(null);
  /** null before anybody has looked. */
  windows = $state.raw<readonly WindowState[] | null>(null);
  /** What breaks them on purpose, once somebody has looked at it. */
  breaker = $state.raw<Breaker | null>(null);
  /** Streams that its calls opened, until they end. */
  streams = $state.raw<readonly OpenedStream[]>([]);
  /** Whether what is said of the answer has the one filled button. */
  leads = $state(false);
  #mending = $state.raw<Mending | null>(null);
  readonly latest: SentCall | null = $derived(this.history[0] ?? null);
  readonly current: Sent | null = $derived(this.latest?.sent ?? null);
  readonly built: string | null = $derived(this.latest?.built ?? null);
  /** Whether nothing was ever sent, as far as is known. */
  readonly isEmpty: boolean = $derived(
    this.latest === null && this.failure === null && (this.lost !== null || this.kept.calls.length === 0),
  );
  /** The same call before the current one; null for none. */
  readonly previous: Sent | null = $derived(this.#before());
  /** What has been done about the refusal that is shown; null before anything was. */
  readonly mending: Mending | null = $derived(this.#mending?.refused === this.current ? this.#mending : null);
  /** Refreshed OAuth 2.0 tokens go on in one window, which only answers name: token → whose window. */
  readonly #families: Map<string, string>;
  #attempt = 0;
  #question = 0;

  constructor(playground: Playground, families = new Map<string, string>(), kept = noAnswers) {
    this.#playground = playground;
    this.#families = families;
    this.kept = kept;
  }

  /** By which they are found again, newest first. */
  get madeCalls(): readonly KeptCall[] {
    const made = this.history.flatMap(({ sent, built, broken }) => {
      const { id } = sent.exchange.request;
      return id === undefined ? [] : [{ requestId: id, signed: built !== null, broken }];
    });
    return [...made, ...this.kept.calls].slice(0, mostKept);
  }

  /** What was read from the log goes behind what was sent meanwhile. */
  recall(found: readonly SentCall[]): void {
    for (const { sent } of found) this.#learn(sent);
    this.history = [...this.history, ...found].slice(0, kept);
    this.kept = noAnswers;
    this.recalling = this.lost = null;
  }

  /** Where a world comes back, its log may have them again: they stay asked for. */
  lose(lost: LostAnswer): void {
    this.recalling = null;
    this.lost = lost;
  }

  /** Resolves to null when no answer came or nobody waits for it any more. */
  async send(
    message: HttpRequest,
    { built = null, print = null, broken = null }: Making = {},
  ): Promise<Sent | null> {
    const attempt = ++this.#attempt;
    const mends = this.mending;
    this.pending = true;
    this.failure = null;
    try {
      const sent = await this.#playground.send(message);
      if (attempt !== this.#attempt) return null;
      this.#learn(sent);
      this.history = [{ sent, built, print, mends, broken }, ...this.history].slice(0, kept);
      return sent;
    } catch (cause) {
      if (attempt === this.#attempt) this.failure = reason(cause);
      return null;
    } finally {
      if (attempt === this.#attempt) this.pending = false;
    }
  }

  /** Stops waiting. The platform may have done the call all the same. */
  abandon(): void {
    this.#attempt += 1;
    this.pending = false;
    this.failure = 'You stopped waiting. The platform may still have carried the call out.';
  }

  /** Something was done about the refusal that is shown: the next answer is laid beside it. */
  acted(change: ActChange): void {
    const { current: refused } = this;
    if (refused) this.#mending = { refused, changes: [...(this.mending?.changes ?? []), change] };
  }

  /** What was done about it was undone. */
  undone(): void {
    this.#mending = null;
  }

  /** Asks for the windows again; an answer that was overtaken by a later question is dropped. */
  async look(subject: LimitSubject | null): Promise<void> {
    const question = ++this.#question;
    if (!subject) return void (this.windows = []);
    const { endpointId, ...credential } = subject;
    const token = this.#families.get(credential.token ?? '');
    const known = token === undefined ? credential : { ...credential, token };
    // Where the endpoint does not arrive there is nothing to show; a call to it says why.
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

  /** Reads no stream any further. */
  endStreams(): void {
    for (const { reader } of this.streams) reader.stop();
  }

  /** It is another call from now on, to which nothing was answered. */
  forget(): void {
    this.kept = noAnswers;
    this.recalling = this.lost = null;
  }

  /**
   * Lets go of what was answered, to read it again from the log that there is now; except for an open stream that is
   * shown: it ends with a reason, which is told there.
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

/** Whether two calls may be compared: of one method and path, by one App and token. */
export const isSameCall = ({ exchange: a }: Sent, { exchange: b }: Sent): boolean =>
  a.request.method === b.request.method &&
  pathOf(a.request) === pathOf(b.request) &&
  a.appId === b.appId &&
  tokenOf(a.request) === tokenOf(b.request);

export const pathOf = ({ url }: HttpRequest): string => splitUrl(url)?.path ?? url;

/** The token that a call was made with, of either kind; null for none. */
function tokenOf({ headers }: HttpRequest): string | null {
  const authorization = header(headers, 'authorization') ?? '';
  return (
    /^Bearer (.+)$/.exec(authorization)?.[1] ?? /\boauth_token="([^"]*)"/.exec(authorization)?.[1] ?? null
  );
}
