import { lastOf } from '../../../worker/api.ts';
import type { Credential, HttpRequest, Sent } from '../../../worker/api.ts';
import { Browser } from '../../browser/browser.svelte.ts';
import type { HistoryEntry } from '../../browser/browser.svelte.ts';
import type { Hop } from '../../browser/navigate.ts';
import { formatRoute } from '../../router.ts';
import type { ViewRoute } from '../../router.ts';
import type { Interruptible } from '../../state/set-aside.ts';
import { WhatRuns } from '../../state/what-runs.svelte.ts';
import type { Sign } from '../../state/what-runs.svelte.ts';
import type { PageSession } from '../../state/session.svelte.ts';
import { asks } from './app.ts';
import type { Memory } from './app.ts';
import { breaksOf, changeLast, jumpOver, stepsOf, unbroken, unexplained, whyOf } from './breaks.ts';
import type { BreakId } from './breaks.ts';
import { endedFlow } from './clock/ended.ts';
import { ClockHold } from './clock/hold.svelte.ts';
import { flows, stepsToCome } from './flows.ts';
import type { Asked, Flow, FlowId, StepKind } from './flows.ts';
import { answerLabel, arrowsOf, isRefusal, usernameOf } from './flow-steps.ts';
import type { FlowStep } from './flow-steps.ts';
import { hostKind } from './hosts.ts';
import { KeptChoices } from './kept.svelte.ts';
import { clearLeft, readLeft, writeLeft } from './left-flow.ts';
import type { LeftFlow } from './left-flow.ts';
import { obstacle, remember } from './memory.ts';
import { randomText } from './random.ts';
import { build } from './request-spec.ts';
import type { RequestSpec } from './request-spec.ts';
import { answererOf, answerTo, pinOf } from './answers.ts';
import { verifierRefused } from './verifier-refused.ts';
import type { Mistyped } from './verifier-refused.ts';
import {
  isFlowPage,
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

/** `paused`: the next message is the App's, and waits for Step; `waiting`: a page waits for the person. */
export type Phase = 'idle' | 'busy' | 'paused' | 'waiting' | 'ended';

/** How far it runs: one message, until the person is asked, or to the end with answers in the person's place. */
export type Stride = 'step' | 'question' | 'all';

/** More messages than any flow has: stops a page that asks the same question repeatedly. */
const mostAtOnce = 30;

/** One run through a flow: what was sent, what the person is asked, and the token at the end. */
export class FlowRun implements Interruptible {
  readonly session: PageSession;
  readonly browser: Browser;
  readonly kept = new KeptChoices();
  /** The flow that was under way when the page was reloaded, until another begins. */
  left = $state.raw<LeftFlow | null>(readLeft());
  flow = $state.raw<Flow>(flows[this.left?.flow ?? 'oauth1-callback']);
  breaks = $state.raw<ReadonlySet<BreakId>>(new Set());
  /** The scopes that OAuth 2.0 requests, separated by spaces. */
  scopes = $state('');
  /** The call that needs the token; null if none does. */
  back = $state.raw<ViewRoute | null>(null);
  /** The address that it was last started from. */
  link: string | null = null;
  steps = $state.raw<readonly FlowStep[]>([]);
  phase = $state<Phase>('idle');
  asked = $state<Asked | null>(null);
  /** The browser entry that asks; the browser may have moved on since. */
  asking = $state.raw<HistoryEntry | null>(null);
  /** The id of the step that the person opened; null to follow the newest. */
  selected = $state<number | null>(null);
  /** The PIN that the platform refused, and the one on its page, until a PIN is entered again. */
  mistyped = $state.raw<Mistyped | null>(null);
  /** The switch that ended the flow; null if none did. */
  cause = $state<BreakId | null>(null);
  /** An error of this page itself, as a sentence. */
  failure = $state<string | null>(null);
  readonly planned = $derived(stepsOf(this.flow, this.breaks));
  readonly toCome = $derived(
    this.phase === 'ended' ? [] : stepsToCome(this.planned, this.steps.at(-1)?.kind ?? null, this.asked),
  );
  readonly arrows = $derived(arrowsOf(this.flow, this.steps, this.toCome, this.asked));
  /** The number of messages that have passed. */
  readonly done = $derived(this.arrows.filter(({ step }) => step !== null).length);
  readonly opened = $derived(this.steps.find(({ id }) => id === this.selected) ?? this.steps.at(-1) ?? null);
  readonly isUnderWay = $derived(this.phase !== 'idle' && this.phase !== 'ended');
  /** Why the flow cannot begin, as a sentence. */
  readonly obstacle = $derived.by(() => obstacle(this.flow, this.session));
  /** Who would sign in if the flow answers in the person's place. */
  readonly answerer = $derived.by(() => {
    const wanted = this.session.user?.username ?? '';
    return this.asked === 'login' && this.asking?.page ? answererOf(this.asking.page, wanted) : wanted;
  });
  #memory = $state.raw<Memory | null>(null);
  /** The token of the flow; null until there is one. */
  readonly token: Credential | null = $derived.by(() =>
    this.#memory ? tokenOf(this.#soFar(this.#memory), this.session.world) : null,
  );
  /** The user of the browser's session cookie; null if no user is known to be signed in. */
  readonly visitor = $derived.by(() => (this.browser.jar.length > 0 ? this.#visitor : null));
  #visitor = $state<string | null>(null);
  /** The browser entry that shows the PIN. */
  #pinPage: HistoryEntry | null = null;
  readonly hold: ClockHold;
  /** Counts runs, so that late answers to an earlier run are ignored. */
  #run = 0;
  #nextId = 1;

  constructor(session: PageSession) {
    this.session = session;
    this.scopes = this.kept.scopes;
    this.hold = new ClockHold(session);
    session.keep(WhatRuns).follow('flow', () => this.#sign());
    this.browser = new Browser({
      hostKind: (url) => hostKind(url, session),
      send: (request) => session.playground.send(request),
      now: () => session.clock.now,
      hop: (hop) => this.#takeHop(hop),
      divert: (url) => this.#divert(url),
      arrived: (entry) => this.#arrived(entry),
    });
  }

  /** A flow that holds the clock has no sign: the page that releases the clock reports how it ended. */
  #sign(): Sign | null {
    if (!this.isUnderWay) return null;
    const far = `${this.done} of ${this.arrows.length} messages`;
    const left = {
      ...({ view: 'sign-in', href: `#/sign-in/${this.flow.id}`, does: 'Go to the flow' } as const),
      ...{ says: `The flow “${this.flow.title}” ended after ${far}.`, words: 'a flow ended with the page' },
    };
    return {
      view: 'sign-in',
      words: `a flow is under way, ${far}`,
      left: this.session.clock.frozen ? null : left,
    };
  }

  get appName(): string {
    return this.#memory?.appName ?? this.session.app?.name ?? '';
  }

  /** The flow's callback, `oob` for a PIN; before the start, the callback that it would send. */
  get callback(): string {
    return this.#memory?.callback ?? '';
  }

  /** The App's memory; null before the start. */
  get memory(): Memory | null {
    return this.#memory;
  }

  /** What was broken, once it took effect. */
  readonly broken = $derived(this.steps.at(-1)?.why ?? null);
  /** Whether it ended as intended: by a switch, or by a denial. */
  readonly isWanted = $derived(this.broken !== null && this.broken !== unexplained);

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

  /** Ends what is under way and clears the diagram. The clock runs again if the flow stopped it. */
  async stop(): Promise<void> {
    if (this.isUnderWay) clearLeft();
    this.#run += 1;
    this.browser.close();
    this.steps = [];
    this.selected = null;
    this.asked = null;
    this.asking = null;
    this.failure = null;
    this.mistyped = null;
    this.cause = null;
    this.phase = 'idle';
    this.#memory = null;
    await this.hold.letGo();
  }

  /** The clock that it held belongs to this world: it runs when the world is restored. */
  interrupt(): () => void {
    const { isHeld } = this.hold;
    return () => {
      if (isHeld) void this.session.clock.resume();
    };
  }

  /** Another view is shown: the flow stays as it is, and the clock runs. */
  leave = (): Promise<void> => this.hold.leave();

  /** The view is shown again: the clock stops again, later by the time in between. */
  async comeBack(): Promise<void> {
    if (this.isUnderWay) await this.hold.comeBack(this.#mark());
  }

  /** Continues, or starts again after the end. Answers in the person's place where they are asked. */
  async go(stride: Stride): Promise<void> {
    if (this.phase === 'waiting' && this.browser.loading && !(await this.#personAnswered(stride))) return;
    if (this.phase === 'busy') return;
    this.selected = null;
    if (!this.isUnderWay && !(await this.#begin())) return;
    const run = this.#run;
    for (let count = 0; count < mostAtOnce; count += 1) {
      await this.#goOn(run);
      // A mistyped PIN must be entered again by the person.
      const isAnswered = stride === 'all' && this.mistyped === null;
      const isOn = this.phase === 'paused' || (this.phase === 'waiting' && isAnswered);
      if (run !== this.#run || stride === 'step' || !isOn) return;
    }
  }

  /**
   * A button that the person pressed in the page is their answer, so no other is given. Waits for the result; resolves
   * to whether the flow continues from there.
   */
  async #personAnswered(stride: Stride): Promise<boolean> {
    const run = this.#run;
    await this.browser.settled();
    return run === this.#run && this.isUnderWay && stride !== 'step';
  }

  /**
   * Starts with the inputs of a flow that ended with its page, and runs as far as it was. Answers in the person's
   * place.
   */
  async beginAgain({ app, as, scopes, breaks, done }: LeftFlow): Promise<void> {
    const { session } = this;
    const { apps, users } = session.world;
    if (apps.some(({ id }) => id === app)) session.useApp(app);
    session.userId = users.find(({ username }) => username === as)?.id ?? session.userId;
    this.scopes = scopes;
    this.breaks = new Set(breaks);
    await this.go('step');
    await this.#stepUntil(() => this.done >= done);
  }

  /**
   * Starts again without the switch that ended the flow. Answers in the person's place past that message, up to the
   * next question.
   */
  async putRight(): Promise<void> {
    const { cause } = this;
    const ended = this.flow.steps.indexOf(unbroken(this.steps.at(-1)?.kind ?? 'proof'));
    if (!cause) return;
    this.toggle(cause, false);
    // The same as Start over: clears the ended run.
    await this.stop();
    await this.go('step');
    await this.#stepUntil(() => this.flow.steps.indexOf(this.steps.at(-1)?.kind ?? 'proof') >= ended);
    if (this.phase === 'paused') await this.go('question');
  }

  async #stepUntil(isThere: () => boolean): Promise<void> {
    const run = this.#run;
    while (run === this.#run && this.isUnderWay && !isThere()) {
      const before = this.done;
      await this.go('step');
      if (this.done === before) return;
    }
  }

  /** The PIN that the person typed into the App. */
  enterPin(pin: string): void {
    if (this.asked !== 'pin' || !this.#memory) return;
    this.#memory = { ...this.#memory, oauth_verifier: pin.trim() };
    this.mistyped = null;
    const request = { method: 'PIN', url: pin.trim(), headers: [] };
    this.#add({ kind: 'pin', request, sent: null, spec: null, why: null });
    this.#pause();
  }

  /** Sends a step again, with the parameters of `spec`, and signs it again. */
  async again(step: FlowStep, spec: RequestSpec): Promise<void> {
    const run = this.#run;
    const request = build(spec, this.#fresh());
    const sent = await this.#send(request, run);
    if (!sent) return;
    const repeated = { ...step, again: [...step.again, { spec, request, sent }] };
    this.steps = this.steps.map((each) => (each.id === step.id ? repeated : each));
    const isLast = this.steps.at(-1)?.id === step.id;
    if (this.phase !== 'ended' || !isLast || isRefusal(sent) || !this.#memory) return;
    if (!['request_token', 'token', 'proof'].includes(step.kind)) return;
    // The refused step succeeded the second time: the flow continues from here.
    this.steps = this.steps.map((each) => (each.id === step.id ? { ...each, why: null } : each));
    this.cause = null;
    this.#memory = rememberAnswer(step.kind, sent, this.#memory);
    this.phase = 'busy';
    await this.hold.take(this.#mark());
    if (run === this.#run) this.#pause();
  }

  async keepToken(): Promise<void> {
    if (!this.token || this.isKept) return;
    await this.session.playground.keep(this.token);
    this.session.notices.say('The vault holds the token now: requests are filled from it.');
  }

  readonly isKept = $derived.by(() => {
    const wanted = JSON.stringify(this.token);
    return this.token !== null && this.session.world.vault.some((each) => JSON.stringify(each) === wanted);
  });

  /** Whether its token was revoked because the code was used twice (choice: pkce-token). */
  readonly isDead = $derived(this.flow.id === 'pkce' && this.steps.at(-1)?.kind === 'twice');

  /** Offers the token to the call that needs it, with a link back. */
  async #deliver(): Promise<void> {
    const { back, token } = this;
    if (!back || !token || this.isDead) return;
    await this.session.playground.keep(token);
    const whose = 'username' in token ? `@${token.username}` : token.appName;
    this.session.notices.say(`The vault holds the new token of ${whose}.`, {
      label: 'Back to the call',
      run: () => (location.hash = formatRoute(back)),
    });
  }

  async #begin(): Promise<boolean> {
    await this.stop();
    if (this.obstacle) return false;
    endedFlow.forget();
    this.left = null;
    this.phase = 'busy';
    const run = this.#run;
    this.#memory = remember(this.flow, this.session, this.scopes);
    await this.hold.take(this.#mark());
    return run === this.#run;
  }

  /** One message of the App with its answer, or one answer of the person with what the browser does next. */
  async #goOn(run: number): Promise<void> {
    const question = this.asked;
    this.phase = 'busy';
    if (question) await this.#answer(question);
    else {
      const [next] = this.toCome;
      if (next === 'open') await this.#openPage();
      else if (next !== undefined) await this.#take(next, run);
    }
    // Nothing came of it, so there is nobody to wait for.
    if (this.#isBusy(run)) await this.#end();
  }

  #isBusy(run: number): boolean {
    return run === this.#run && this.phase === 'busy';
  }

  /** Answers in the person's place; if the page offers nothing to press, it continues to wait for them. */
  async #answer(question: Asked): Promise<void> {
    const { page = null, url = '' } = this.asking ?? {};
    const answer = page && answerTo(question, { page, url }, this.answerer, this.breaks.has('deny'));
    if (!answer) this.phase = 'waiting';
    else if ('pin' in answer) this.enterPin(answer.pin);
    else await this.browser.go(answer);
  }

  async #take(kind: StepKind, run: number): Promise<void> {
    const soFar = this.#soFar(this.#memory!);
    if (kind === 'redirect') {
      this.#add(redirectStep(soFar));
      return this.#pause();
    }
    await this.#prepare(kind);
    if (run !== this.#run) return;
    const message = prepareRequest(kind, soFar, this.#fresh());
    const send = () => this.#send(message.request, run);
    const sent = await (kind === 'request_token' && this.breaks.has('setting')
      ? this.#withoutSetting(send)
      : send());
    if (!sent) return;
    this.#add(sentStep(kind, message, sent, soFar));
    if (this.#isMistyped(kind, sent)) return;
    if (isRefusal(sent) || kind === 'replayed') return this.#end();
    this.#memory = rememberAnswer(kind, sent, soFar.memory);
    this.#pause();
  }

  /** Whether the PIN differs from the page's. The person is asked again as long as the request token is valid. */
  #isMistyped(kind: StepKind, sent: Sent): boolean {
    const entry = this.#pinPage;
    const shown = entry?.page ? pinOf(entry.page) : null;
    const refused = kind === 'token' ? verifierRefused(sent) : null;
    const given = this.#memory?.oauth_verifier ?? '';
    if (!refused || shown === null || given === shown || this.breaks.has('verifier')) return false;
    this.mistyped = { given, shown };
    if (refused.isLast) return false;
    this.#ask('pin', entry);
    return true;
  }

  /** Waits for the person, at this entry of the browser. */
  #ask(asked: Asked, entry: HistoryEntry | null): void {
    this.asked = asked;
    this.asking = entry;
    this.phase = 'waiting';
    this.#note();
  }

  /** Pauses before the next step, unless there is none. */
  #pause(): void {
    this.asked = null;
    this.asking = null;
    this.#note();
    if (this.toCome.length > 0) this.phase = 'paused';
    else void this.#end();
  }

  #soFar(memory: Memory): RunSoFar {
    return { flow: this.flow, breaks: this.breaks, steps: this.steps, memory };
  }

  #mark() {
    return { flow: this.flow.id, done: this.done, of: this.arrows.length };
  }

  /** Stores the progress. */
  #note(): void {
    const { session, scopes, breaks } = this;
    this.hold.note(this.#mark());
    const chosen = { app: this.#memory?.appId ?? '', as: session.user?.username ?? '', scopes };
    writeLeft({ ...this.#mark(), ...chosen, breaks: [...breaks] });
  }

  async #prepare(kind: StepKind): Promise<void> {
    if (kind === 'token' && this.breaks.has('expired'))
      await this.session.clock.advance(this.flow.isOAuth1 ? jumpOver.requestToken : jumpOver.code);
  }

  async #openPage(): Promise<void> {
    const { url } = lastOf(this.steps).request;
    const open = () => this.browser.go({ method: 'GET', url, body: null });
    const isBroken = this.breaks.has('setting') && !this.flow.isOAuth1;
    await (isBroken ? this.#withoutSetting(open) : open());
  }

  #withoutSetting<T>(work: () => Promise<T>): Promise<T> {
    return withoutSetting(this.session, this.#memory!.appId, this.flow, work);
  }

  /** Handles a request of the browser while the flow waits for it. */
  #takeHop({ request, host, sent }: Hop): void {
    if (!this.#memory || !this.isUnderWay) return;
    const soFar = this.#soFar(this.#memory);
    if (host === 'app') {
      this.#add(returnStep(request, soFar));
      this.#memory = rememberReturn(request, this.#memory);
    } else if (sent) {
      const step = pageStep(request, sent, this.session.greeting.baseUrl, soFar);
      if (step) this.#add(step);
      if (step?.kind === 'login' && answerLabel(sent) !== '200 login page')
        this.#visitor = usernameOf(request);
    }
  }

  /** Handles the end of a navigation: the person is asked, or the App continues. */
  #arrived(entry: HistoryEntry): void {
    const last = this.steps.at(-1);
    if (!last || !this.isUnderWay) return;
    const { landing, page } = entry;
    if (landing.kind === 'app' && last.kind === 'return')
      return last.why === null ? this.#pause() : void this.#end();
    // The browser may visit other pages meanwhile: the flow's question remains.
    if (landing.kind !== 'page' || !page || !isFlowPage(entry.url, this.session.greeting.baseUrl)) return;
    const asked = asks(page);
    if (!asked) {
      if (last.kind === 'decide' || landing.response.status >= 400) void this.#endAt(last);
      return;
    }
    if (asked === 'pin') this.#pinPage = entry;
    this.#ask(asked, entry);
  }

  /** Ends at a page without a next step: the platform refused, or the person denied access. */
  async #endAt(last: FlowStep): Promise<void> {
    const why = last.why ?? whyOf('deny', this.flow);
    this.steps = this.steps.map((each) => (each.id === last.id ? { ...each, why } : each));
    await this.#end();
  }

  async #end(): Promise<void> {
    this.phase = 'ended';
    this.asked = null;
    this.asking = null;
    this.#noteTried();
    clearLeft();
    await this.hold.letGo();
    await this.#deliver();
  }

  #noteTried(): void {
    const { flow, broken, breaks } = this;
    this.cause = breaksOf(flow).find(({ id, why }) => breaks.has(id) && why === broken)?.id ?? null;
    const last = this.arrows.at(-1);
    if (this.cause && last) this.kept.noteTried(flow.id, this.cause, last.label);
  }

  #add(step: NewStep): void {
    // A step that the person opens while the flow runs by itself stays open; after their own action, the newest is
    // shown.
    if (this.phase !== 'busy') this.selected = null;
    this.steps = [...this.steps, { ...step, id: this.#nextId++, again: [] }];
  }

  /** Resolves to null if the platform did not answer or the run is no longer current. */
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
    return { nonce: randomText(12), timestamp: Math.floor(this.session.clock.now / 1000) };
  }

  #divert(url: string): string {
    const state = this.#memory?.state;
    if (!this.breaks.has('state') || !state || !url.startsWith(this.callback)) return url;
    return url.replace(`state=${state}`, `state=${changeLast(state)}`);
  }
}
