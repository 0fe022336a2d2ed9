import { header } from '../../../worker/api.ts';
import type { HttpRequest, Playground, Sent, WindowState } from '../../../worker/api.ts';

const kept = 50;

/** What a call counts against: an endpoint, and the credential's App and token. */
export interface LimitSubject {
  readonly endpointId: string;
  readonly appId: string;
  readonly token?: string;
}

/** The calls that this page has sent, and the limits of the one it would send now. */
export class Calls {
  readonly #playground: Playground;
  /** Newest first. */
  history = $state.raw<readonly Sent[]>([]);
  pending = $state(false);
  /** Why no answer came at all, as a sentence. */
  failure = $state<string | null>(null);
  /** The base string that the page signed the current call with; null when it did not sign. */
  built = $state.raw<string | null>(null);
  windows = $state.raw<readonly WindowState[]>([]);
  readonly current: Sent | null = $derived(this.history[0] ?? null);
  /** The call before the current one to the same endpoint. */
  readonly previous: Sent | null = $derived(previousOf(this.history));
  /** Refreshed OAuth 2.0 tokens go on in one window, which only answers name: token → whose window. */
  readonly #families = new Map<string, string>();
  #attempt = 0;
  #question = 0;

  constructor(playground: Playground) {
    this.#playground = playground;
  }

  /** Resolves to null when no answer came or nobody waits for it any more. */
  async send(message: HttpRequest, built: string | null = null): Promise<Sent | null> {
    const attempt = ++this.#attempt;
    this.pending = true;
    this.failure = null;
    try {
      const sent = await this.#playground.send(message);
      if (attempt !== this.#attempt) return null;
      this.built = built;
      this.#learn(sent);
      this.history = [sent, ...this.history].slice(0, kept);
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

  /** Asks for the windows anew; an answer that was overtaken by a later question is dropped. */
  async look(subject: LimitSubject | null): Promise<void> {
    const question = ++this.#question;
    if (!subject) return void (this.windows = []);
    const { endpointId, ...credential } = subject;
    const token = this.#families.get(credential.token ?? '');
    const known = token === undefined ? credential : { ...credential, token };
    const windows = await this.#playground.windows(endpointId, known);
    if (question === this.#question) this.windows = windows;
  }

  /** Ends the silence that follows abuse of limits (choice: abuse), for the App of the current call. */
  async lift(): Promise<void> {
    const appId = this.current?.exchange.appId;
    if (!appId) return;
    const result = await this.#playground.portal('liftAbuse', appId);
    this.failure = result.ok ? null : result.reason;
  }

  #learn({ exchange }: Sent): void {
    const bearer = /^Bearer (.+)$/.exec(header(exchange.request.headers, 'authorization') ?? '')?.[1];
    const window = exchange.windows.find(({ scope }) => scope === 'user');
    if (bearer !== undefined && window) this.#families.set(bearer, window.principal);
  }

  clear(): void {
    this.history = [];
    this.failure = null;
  }
}

const reason = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

function previousOf([current, ...older]: readonly Sent[]): Sent | null {
  return older.find((each) => sameEndpoint(each, current!)) ?? null;
}

const sameEndpoint = ({ exchange: a }: Sent, { exchange: b }: Sent): boolean =>
  a.endpointId === null
    ? b.endpointId === null && a.request.method === b.request.method && a.request.url === b.request.url
    : a.endpointId === b.endpointId;
