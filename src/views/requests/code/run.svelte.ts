import { isResponse, newId, openStream } from '../../../../worker/api.ts';
import type { HttpRequest } from '../../../../worker/api.ts';
import { baseVariable } from '../../../code/call.ts';
import type { Variable } from '../../../code/of-message.ts';
import type { AnswerToScript } from '../../../sandbox/script-message.ts';
import { basesOf, isOn } from '../../../state/bases.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import type { Calls } from '../call/calls.svelte.ts';

type Happening =
  | { readonly kind: 'call'; readonly text: string; readonly isGood: boolean }
  | {
      readonly kind: 'printed' | 'error' | 'over';
      readonly text: string;
      /** The line in the program, from 1; null if unknown. */
      readonly line: number | null;
    };

/** An event of a run, with its time on the platform's clock. */
export type Happened = Happening & { readonly at: number };

/**
 * The program of the Code tab, run in the sandbox. This tab makes its calls, so their answers are in the log and beside
 * the program.
 */
export class ProgramRun {
  readonly #session: PageSession;
  readonly #calls: Calls;
  happened = $state.raw<readonly Happened[]>([]);
  /** Set while it runs. */
  #stop = $state.raw<AbortController | null>(null);
  readonly isRunning: boolean = $derived(this.#stop !== null);

  constructor(session: PageSession, calls: Calls) {
    this.#session = session;
    this.#calls = calls;
  }

  /** `url`: that of the call, which determines the platform address that the program calls. Never rejects. */
  async run(code: string, url: string, variables: readonly Variable[]): Promise<void> {
    if (this.#stop) return;
    const stop = new AbortController();
    this.#stop = stop;
    this.happened = [];
    const base = basesOf(this.#session.greeting).find((each) => isOn(each, url));
    const environment = Object.fromEntries(variables.map(({ name, value }) => [name, value]));
    try {
      const { runScript } = await import('../../../sandbox/script-run.ts');
      const end = await runScript(
        {
          given: {
            code,
            environment: { ...environment, ...(base !== undefined && { [baseVariable]: base }) },
            now: this.#session.clock.now,
          },
          call: (request) => this.#call(request),
          line: ({ level, text, line }) =>
            this.#add({ kind: level === 'error' ? 'error' : 'printed', text, line }),
        },
        stop.signal,
      );
      if ('ended' in end) this.#add({ kind: 'error', text: end.ended, line: null });
      else if (end.threw) this.#add({ kind: 'error', ...end.threw });
      else this.#add({ kind: 'over', text: 'The program has ended.', line: null });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#add({ kind: 'error', text: `It cannot run here: ${why}`, line: null });
    } finally {
      this.#stop = null;
    }
  }

  stop(): void {
    this.#stop?.abort();
  }

  clear(): void {
    this.happened = [];
  }

  #add(what: Happening): void {
    this.happened = [...this.happened, { ...what, at: this.#session.clock.now }];
  }

  /** Never rejects. */
  async #call(request: HttpRequest): Promise<AnswerToScript['answer']> {
    const path = request.url.replace(/^https?:\/\/[^/?#]*/, '');
    const bases = basesOf(this.#session.greeting);
    if (!bases.some((base) => isOn(base, request.url)))
      return `fetch reaches this platform and nothing else: ${bases.join(', ')}`;
    this.#session.mark.callSent();
    const sent = await this.#calls.send({ ...request, id: newId() });
    const say = (text: string, isGood: boolean) =>
      this.#add({ kind: 'call', text: `${request.method} ${path} ${text}`, isGood });
    if (!sent) {
      say('no answer', false);
      return 'fetch failed: no answer came.';
    }
    const stream = openStream(sent);
    if (stream) {
      void stream.body.cancel();
      say('a stream, which is not read here', false);
      return 'fetch failed: a stream is not read here. Send opens it.';
    }
    const { outcome } = sent;
    if (!isResponse(outcome)) {
      say('closed without an answer', false);
      return 'fetch failed: the connection was closed without an answer.';
    }
    say(String(outcome.status), outcome.status < 400);
    return { status: outcome.status, headers: outcome.headers, body: outcome.body };
  }
}
