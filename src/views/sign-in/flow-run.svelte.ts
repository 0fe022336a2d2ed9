import type { Credential, HttpRequest, Sent } from '../../../worker/api.ts';
import { Browser } from '../../browser/browser.svelte.ts';
import type { HistoryEntry } from '../../browser/browser.svelte.ts';
import type { Hop } from '../../browser/navigate.ts';
import type { PageSession } from '../../state/session.svelte.ts';
import { asks } from './app.ts';
import type { Memory } from './app.ts';
import { breaksOf, changeLast, stepsOf, whyOf } from './breaks.ts';
import type { BreakId } from './breaks.ts';
import { flows, stepsToCome } from './flows.ts';
import type { Asked, Flow, FlowId, StepKind } from './flows.ts';
import { arrowsOf, isRefusal } from './flow-steps.ts';
import type { FlowStep } from './flow-steps.ts';
import { hostKind } from './hosts.ts';
import { obstacle, remember } from './memory.ts';
import { randomText } from './random.ts';
import { build } from './request-spec.ts';
import type { RequestSpec } from './request-spec.ts';
import {
  prepareRequest,
  pageStep,
  redirectStep,
  rememberAnswer,
  rememberReturn,
  returnStep,
  sentStep,
  tokenOf,
} from './take-step.ts';
import type { NewStep, RunSoFar } from './take-step.ts';
import { withoutSetting } from './without-setting.ts';

export type Phase = 'idle' | 'busy' | 'waiting' | 'ended';

const requestTokenSkew = 16 * 60_000;
const codeSkew = 60_000;

/** One run through a flow: what was sent, what the person is asked, and the token at the end. */
export class FlowRun {
  readonly session: PageSession;
  readonly browser: Browser;
  flow = $state.raw<Flow>(flows['oauth1-callback']);
  breaks = $state.raw<ReadonlySet<BreakId>>(new Set());
  steps = $state.raw<readonly FlowStep[]>([]);
  phase = $state<Phase>('idle');
  asked = $state<Asked | null>(null);
  /** Id of the step that is opened. */
  selected = $state<number | null>(null);
  /** What went wrong in the page itself, as a sentence. */
  failure = $state<string | null>(null);
  readonly planned = $derived(stepsOf(this.flow, this.breaks));
  readonly toCome = $derived(
    this.phase === 'ended' ? [] : stepsToCome(this.planned, this.steps.at(-1)?.kind ?? null, this.asked),
  );
  readonly arrows = $derived(arrowsOf(this.flow, this.steps, this.toCome, this.asked));
  readonly opened = $derived(this.steps.find(({ id }) => id === this.selected) ?? this.steps.at(-1) ?? null);
  /** Why the flow cannot begin, as a sentence. */
  readonly obstacle = $derived.by(() => obstacle(this.flow, this.session));
  #memory = $state.raw<Memory | null>(null);
  /** The token that the flow gave; null until then. */
  readonly token: Credential | null = $derived.by(() =>
    this.#memory ? tokenOf(this.#soFar(this.#memory), this.session.world) : null,
  );
  #wasRunning = false;
  /** Counts runs: what an earlier one still waits for is not heard. */
  #run = 0;
  #nextId = 1;

  constructor(session: PageSession) {
    this.session = session;
    this.browser = new Browser({
      hostKind: (url) => hostKind(url, session),
      send: (request) => session.playground.send(request),
      now: () => session.now,
      hop: (hop) => this.#takeHop(hop),
      divert: (url) => this.#divert(url),
      arrived: (entry) => void this.#arrived(entry),
    });
  }

  get appName(): string {
    return this.#memory?.appName ?? this.session.app?.name ?? '';
  }

  /** The callback that the flow sends, `oob` for a PIN; before it starts, the one that it would send. */
  get callback(): string {
    return this.#memory?.callback ?? '';
  }

  /** What a message that the browser carries is for. */
  get carried(): string {
    return this.opened?.kind === 'redirect'
      ? 'Your app answers its own page with this redirect; the browser follows it.'
      : 'The browser carries this to your app; no answer of the platform belongs to it.';
  }

  /** What was broken, once it took effect. */
  readonly broken = $derived(this.steps.findLast(({ why }) => why !== null)?.why ?? null);

  async choose(id: FlowId): Promise<void> {
    if (this.flow.id === id) return;
    await this.stop();
    this.flow = flows[id];
    const fitting = new Set(breaksOf(this.flow).map((each) => each.id));
    this.breaks = new Set([...this.breaks].filter((each) => fitting.has(each)));
  }

  toggle(id: BreakId, on: boolean): void {
    const next = new Set(this.breaks);
    if (on) next.add(id);
    else next.delete(id);
    this.breaks = next;
  }

  /** Ends what is under way and empties the diagram; the clock goes on if it went before. */
  async stop(): Promise<void> {
    this.#run += 1;
    this.browser.close();
    this.steps = [];
    this.selected = null;
    this.asked = null;
    this.failure = null;
    this.phase = 'idle';
    this.#memory = null;
    await this.#letClockGo();
  }

  async start(): Promise<void> {
    await this.stop();
    if (this.obstacle) return;
    this.phase = 'busy';
    const run = this.#run;
    this.#memory = remember(this.flow, this.session);
    this.#wasRunning = !this.session.frozen;
    if (this.#wasRunning) await this.session.freeze();
    await this.#goOn(run);
  }

  /** The person's PIN, as they typed it into the App. */
  async enterPin(pin: string): Promise<void> {
    if (this.asked !== 'pin' || !this.#memory) return;
    this.#memory = { ...this.#memory, oauth_verifier: pin.trim() };
    const request = { method: 'PIN', url: pin.trim(), headers: [] };
    this.#add({ kind: 'pin', request, sent: null, spec: null, why: null });
    await this.#goOn(this.#run);
  }

  /** Sends a step once more, with other parameters where `spec` has them, signed anew. */
  async again(step: FlowStep, spec: RequestSpec): Promise<void> {
    const run = this.#run;
    const request = build(spec, this.#fresh());
    const sent = await this.#send(request, run);
    if (!sent) return;
    const repeated = { ...step, again: [...step.again, { request, sent }] };
    this.steps = this.steps.map((each) => (each.id === step.id ? repeated : each));
    const isLast = this.steps.at(-1)?.id === step.id;
    if (this.phase !== 'ended' || !isLast || isRefusal(sent) || !this.#memory) return;
    if (!['request_token', 'token', 'proof'].includes(step.kind)) return;
    // What was refused went well the second time: the flow goes on from here.
    this.phase = 'busy';
    this.steps = this.steps.map((each) => (each.id === step.id ? { ...each, why: null } : each));
    this.#memory = rememberAnswer(step.kind, sent, this.#memory);
    await this.#goOn(run);
  }

  async keepToken(): Promise<void> {
    if (!this.token) return;
    await this.session.playground.keep(this.token);
    this.session.notices.say('The vault holds the token now: requests are filled from it.');
  }

  readonly kept = $derived.by(() => {
    const { token } = this;
    return (
      token !== null &&
      this.session.world.vault.some((each) => JSON.stringify(each) === JSON.stringify(token))
    );
  });

  /** Takes the steps that need nobody, one after another. */
  async #goOn(run: number): Promise<void> {
    this.asked = null;
    this.phase = 'busy';
    while (this.#isBusy(run)) {
      const next = stepsToCome(this.planned, this.steps.at(-1)?.kind ?? null, null)[0];
      if (next === undefined) return this.#end();
      if (next === 'open') return this.#openPage();
      await this.#take(next, run);
    }
  }

  #isBusy(run: number): boolean {
    return run === this.#run && this.phase === 'busy';
  }

  async #take(kind: StepKind, run: number): Promise<void> {
    const soFar = this.#soFar(this.#memory!);
    if (kind === 'redirect') return this.#add(redirectStep(soFar));
    await this.#prepare(kind);
    if (run !== this.#run) return;
    const message = prepareRequest(kind, soFar, this.#fresh());
    const send = () => this.#send(message.request, run);
    const sent = await (kind === 'request_token' && this.breaks.has('setting')
      ? this.#withoutSetting(send)
      : send());
    if (!sent) return;
    this.#add(sentStep(kind, message, sent, soFar));
    if (isRefusal(sent) || kind === 'replayed') return this.#end();
    this.#memory = rememberAnswer(kind, sent, soFar.memory);
  }

  #soFar(memory: Memory): RunSoFar {
    return { flow: this.flow, breaks: this.breaks, steps: this.steps, memory };
  }

  async #prepare(kind: StepKind): Promise<void> {
    if (kind === 'token' && this.breaks.has('expired'))
      await this.session.advance(this.flow.isOAuth1 ? requestTokenSkew : codeSkew);
  }

  async #openPage(): Promise<void> {
    const url = this.steps.at(-1)!.request.url;
    const open = () => this.browser.go({ method: 'GET', url, body: null });
    const isBroken = this.breaks.has('setting') && !this.flow.isOAuth1;
    await (isBroken ? this.#withoutSetting(open) : open());
    // Where the browser got nowhere, there is nobody to wait for.
    if (this.phase === 'busy' && this.steps.at(-1)?.kind === 'redirect') await this.#end();
  }

  #withoutSetting<T>(work: () => Promise<T>): Promise<T> {
    return withoutSetting(this.session, this.#memory!.appId, this.flow, work);
  }

  /** A request of the browser's, while the flow waits for it. */
  #takeHop({ request, host, sent }: Hop): void {
    if (!this.#memory || this.phase === 'ended') return;
    const soFar = this.#soFar(this.#memory);
    if (host === 'app') {
      this.#add(returnStep(request, soFar));
      this.#memory = rememberReturn(request, this.#memory);
    } else if (sent) {
      const step = pageStep(request, sent, this.session.greeting.baseUrl, soFar);
      if (step) this.#add(step);
    }
  }

  /** The navigation of the browser has ended: somebody is asked, or the App goes on. */
  async #arrived({ landing, page }: HistoryEntry): Promise<void> {
    const last = this.steps.at(-1);
    if (!last || this.phase === 'idle' || this.phase === 'ended') return;
    if (last.kind === 'return') return last.why === null ? this.#goOn(this.#run) : this.#end();
    if (landing.kind !== 'page' || !page) return;
    this.asked = asks(page);
    if (this.asked) this.phase = 'waiting';
    else if (last.kind === 'decide' || landing.response.status >= 400) await this.#endAt(last);
  }

  /** A page that leads no further: the platform refused, or the person said no. */
  async #endAt(last: FlowStep): Promise<void> {
    const why = last.why ?? whyOf('deny', this.flow);
    this.steps = this.steps.map((each) => (each.id === last.id ? { ...each, why } : each));
    await this.#end();
  }

  async #end(): Promise<void> {
    this.phase = 'ended';
    this.asked = null;
    await this.#letClockGo();
  }

  async #letClockGo(): Promise<void> {
    if (!this.#wasRunning) return;
    this.#wasRunning = false;
    if (this.session.frozen) await this.session.resume();
  }

  #add(step: NewStep): void {
    this.selected = this.#nextId++;
    this.steps = [...this.steps, { ...step, id: this.selected, again: [] }];
  }

  /** Resolves to null when the platform did not answer or nobody waits any more. */
  async #send(request: HttpRequest, run: number): Promise<Sent | null> {
    try {
      const sent = await this.session.playground.send(request);
      return run === this.#run ? sent : null;
    } catch (cause) {
      if (run === this.#run) {
        this.failure = cause instanceof Error ? cause.message : String(cause);
        await this.#end();
      }
      return null;
    }
  }

  #fresh() {
    return { nonce: randomText(12), timestamp: Math.floor(this.session.now / 1000) };
  }

  #divert(url: string): string {
    const state = this.#memory?.state;
    if (!this.breaks.has('state') || !state || !url.startsWith(this.callback)) return url;
    return url.replace(`state=${state}`, `state=${changeLast(state)}`);
  }
}
