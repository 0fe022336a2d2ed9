/**
 * The steps of a request, in order: match, authenticate, authorise, limit, validate, handle. Each step adds a line to
 * the trace. The platform commits the changes and releases the answer.
 */
import { isRecord } from '../checked/is.ts';
import { authenticate } from '../auth/authenticate.ts';
import { authorise } from '../auth/authorise.ts';
import type { Nonces } from '../auth/nonces.ts';
import type * as Callers from '../auth/page-callers.ts';
import type { Principal } from '../declaration/principal.ts';
import { isAnswer } from '../declaration/endpoint.ts';
import type { Answer, Endpoint, Transact } from '../declaration/endpoint.ts';
import { Addresses } from './addresses.ts';
import type { Address, Site } from './addresses.ts';
import type { Endpoints } from './endpoints.ts';
import { routeFor } from './endpoints.ts';
import { decodeForm } from '../http/encoding.ts';
import { header, utf8 } from '../http/messages.ts';
import type { HttpRequest, RenamedRequest } from '../http/messages.ts';
import type { ClosedOutcome, Outcome, ResponseOutcome } from '../http/outcome.ts';
import { clip, isRefusal, refuse } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';
import type * as Refusals from './refused.ts';
import { dateHeader, finish, respond, typeHeaders } from './respond.ts';
import { allowed } from './router.ts';
import { splitUrl } from '../http/url.ts';
import { Validator } from './validate.ts';
import type { Input } from './validate.ts';
import type { Abuse } from '../limits/abuse.ts';
import { applicableLimits, planOf, principals } from '../limits/apply.ts';
import { countCall, uncountCall } from '../limits/count.ts';
import type { Windows } from '../limits/windows.ts';
import type { Limit } from '../spec/limits.ts';
import { startRun } from './run.ts';
import type { Run } from './run.ts';
import type { Change, Services } from '../declaration/services.ts';
import type { State } from '../state/state.ts';
import type { PopulationName } from '../state/tables/platform.ts';
import { toSecond } from '../state/clock.ts';
import { notOneself } from '../auth/acting.ts';
import { NotYet, onceThere } from '../state/store/not-yet.ts';
import { nowhereSaid, source, Trace } from '../exchanges/trace.ts';
import type { Source } from '../exchanges/trace.ts';

/** Bytes (choice: sizes). */
const longestUrl = 8192;
const largestBody = 8 * 1024 * 1024;

export interface Parts {
  readonly baseUrl: string;
  /** The platform's base addresses. */
  readonly sites: readonly Site[];
  readonly endpoints: Endpoints;
  readonly state: State;
  readonly services: Services;
  readonly change: Change;
  readonly windows: Windows;
  readonly nonces: Nonces;
  readonly abuse: Abuse;
  readonly elapsed: () => number;
  /** Notifies an App's owner that the App has been silenced (choice: abuse). */
  readonly silence: (appId: string) => void;
  /** Adds the seeded users that have not been created yet; null when there are none. */
  readonly seedPopulation: (name: PopulationName) => Promise<void> | null;
}

/** Releases an outcome once the call's changes are kept. */
export type ReleaseOutcome = (outcome: Outcome) => Outcome | Promise<Outcome>;

type Decision = Answer | Refusal | ClosedOutcome | ResponseOutcome;

const byMethods = source([], ['methods']);
const byAbuse = source(['8.1'], ['abuse']);

export class Pipeline {
  #addresses: Addresses;
  /** Whether the addresses include those of every family. */
  #isWhole: boolean;
  /** Builds the responses of refusals. Loaded with the first refusal. */
  #refusals: typeof Refusals | null = null;
  /** Authenticates the callers of pages and token endpoints. Loaded with the first of those calls. */
  #callers: typeof Callers | null = null;
  readonly #constants = new Map<Endpoint, Constants>();

  constructor(private readonly parts: Parts) {
    this.#isWhole = parts.endpoints.isWhole;
    this.#addresses = new Addresses(parts.sites, parts.endpoints.routes);
  }

  start(request: HttpRequest | RenamedRequest): Run {
    return startRun(request, new Trace(this.parts.elapsed), this.parts.state.now());
  }

  /**
   * Decides a call and releases its outcome. Synchronous, unless the handler is asynchronous or something has to be
   * loaded first. `release` is called in the same turn in which a synchronous handler made its changes: a call that
   * came between would commit them without their answer. Exceptions are our bugs: code 131.
   */
  run(run: Run, release: ReleaseOutcome): Outcome | Promise<Outcome> {
    return this.#turn(run, release, () => this.#decide(run, release));
  }

  /** One turn of a call, up to its end or its next wait. */
  #turn(
    run: Run,
    release: ReleaseOutcome,
    work: () => Outcome | Promise<Outcome>,
  ): Outcome | Promise<Outcome> {
    try {
      return work();
    } catch (error) {
      return this.#failed(run, release, error);
    }
  }

  #after<T>(
    wait: Promise<T>,
    run: Run,
    release: ReleaseOutcome,
    next: (value: T) => Outcome | Promise<Outcome>,
  ): Promise<Outcome> {
    return wait.then(
      (value) => this.#turn(run, release, () => next(value)),
      (error: unknown) => this.#failed(run, release, error),
    );
  }

  #failed(run: Run, release: ReleaseOutcome, error: unknown): Outcome | Promise<Outcome> {
    const outcome = this.fail(run, error);
    return outcome instanceof Promise ? outcome.then(release) : release(outcome);
  }

  #end(run: Run, release: ReleaseOutcome, decided: Decision | Promise<Decision>): Outcome | Promise<Outcome> {
    if (decided instanceof Promise)
      return this.#after(decided, run, release, (decision) => this.#end(run, release, decision));
    const outcome = this.#respond(run, decided);
    return outcome instanceof Promise ? this.#after(outcome, run, release, release) : release(outcome);
  }

  fail(run: Run, error: unknown): Outcome | Promise<Outcome> {
    const cause = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    // Browsers and bundlers give no common error name for a module that cannot be loaded.
    const isMissing = error instanceof TypeError && /dynamically imported module|module script/i.test(cause);
    const more = isMissing ? ({ reason: 'partMissing' } as const) : {};
    return this.#refused(run, refuse('internalError', `this is a fault of the platform: ${cause}`, more));
  }

  #decide(run: Run, release: ReleaseOutcome): Outcome | Promise<Outcome> {
    if (!this.#isWhole && !this.#addresses.settles(run.request)) {
      const { endpoints, sites } = this.parts;
      if (!endpoints.isWhole)
        return this.#after(endpoints.learn(), run, release, () => this.#decide(run, release));
      this.#addresses = new Addresses(sites, endpoints.routes);
      this.#isWhole = true;
    }
    const ended = this.#match(run);
    if (ended) return this.#end(run, release, ended);
    const { id } = run.route!;
    const endpoint = this.parts.endpoints.at(id);
    if (endpoint) return this.#proceed(run, release, endpoint);
    const loading = this.parts.endpoints.load(id);
    return this.#after(loading, run, release, (loaded) => this.#proceed(run, release, loaded!));
  }

  #proceed(run: Run, release: ReleaseOutcome, endpoint: Endpoint): Outcome | Promise<Outcome> {
    const missing = this.#missing(endpoint);
    if (missing) return this.#after(missing, run, release, () => this.#proceed(run, release, endpoint));
    run.endpoint = endpoint;
    const { id, bySection } = this.#of(endpoint);
    run.trace.passed('Matched', id, bySection);
    const before = this.parts.state.reads;
    const ended = this.#admit(run, endpoint);
    run.reads = this.parts.state.reads - before;
    return ended ? this.#end(run, release, ended) : this.#serve(run, release, endpoint);
  }

  /** Loads what authentication needs. */
  #missing({ page, opens, auth }: Endpoint): Promise<void> | null {
    if (!this.#callers && (page || opens || auth[0] === 'client'))
      return import('../auth/page-callers.ts').then((callers) => {
        this.#callers = callers;
      });
    // The address may belong to a user who has not been created yet.
    return opens && this.parts.seedPopulation('starter');
  }

  #respond(run: Run, decision: Decision): Outcome | Promise<Outcome> {
    if (!isAnswer(decision)) return decision.kind === 'refusal' ? this.#refused(run, decision) : decision;
    const { because } = decision;
    if (because !== undefined) run.trace.add('refused', 'Refused', because, this.#of(run.endpoint!).byPage);
    this.#settle(run, decision.status);
    return respond(run, decision, this.parts.baseUrl, this.parts.change);
  }

  #refused(run: Run, refusal: Refusal): Outcome | Promise<Outcome> {
    const api = run.route?.api ?? this.#addresses.apiOf(run.url);
    const parameters = api.errorBody === 'ads' ? parametersOf(run) : {};
    const context = { api, baseUrl: this.parts.baseUrl, parameters };
    const say = (refusals: typeof Refusals) => {
      this.#settle(run, refusals.statusOf(refusal));
      return refusals.respondRefused(run, refusal, context);
    };
    if (this.#refusals) return say(this.#refusals);
    return import('./refused.ts').then(
      (refusals) => say((this.#refusals = refusals)),
      () => unsaid(run),
    );
  }

  /**
   * A 401 or 429 consumes nothing, no matter which step gives it (choice: window). The 429s of an App add up (choice:
   * abuse).
   */
  #settle(run: Run, status: number): void {
    if (status !== 401 && status !== 429) return;
    if (run.isCounted) run.windows = uncountCall(run.windows, status, this.parts.windows, run.trace);
    run.isCounted = false;
    const { principal } = run;
    if (status === 429 && principal && 'app' in principal) this.#noteAbuse(run, principal.app.id);
  }

  #match(run: Run): Refusal | ResponseOutcome | null {
    const { request } = run;
    const oversize = checkSizes(request);
    if (oversize) {
      run.url = splitUrl(request.url);
      return oversize;
    }
    const address = this.#addresses.read(request.url);
    if (!address) return refuse('urlMalformed', 'the URL is not an absolute http or https address');
    const { url, site, found } = address;
    run.url = url;
    if (!site || !found) return this.#nowhere(address);
    const { methods, params } = found;
    const route = routeFor(methods, request.method);
    if (!route) return otherMethod(run, allowed(methods));
    run.route = route;
    run.params = params;
    // choice: transport
    const isBound = () =>
      route.api.secure === 'always' || header(request.headers, 'authorization') !== undefined;
    if (url.scheme !== site.base.scheme && isBound())
      return refuse(
        'sslRequired',
        route.api.secure === 'always'
          ? `the call came over ${url.scheme}; OAuth endpoints are only served over ${site.base.scheme}`
          : `the call came over ${url.scheme} with credentials in it; they may only be sent over ${site.base.scheme}`,
      );
    return checkEncoding(request);
  }

  #nowhere({ site, url }: Address): Refusal {
    if (site) return refuse('notFound', 'no endpoint has this path');
    return refuse(
      'notFound',
      `nothing is served at ${url.host.slice(0, 80)}; the API is at ${this.parts.baseUrl}`,
    );
  }

  /** Authenticates, authorises and limits. */
  #admit(run: Run, endpoint: Endpoint): Answer | Refusal | ClosedOutcome | null {
    const { state, abuse, windows, baseUrl } = this.parts;
    const { trace, now } = run;
    const principal = this.#prove(run, endpoint);
    if (isAnswer(principal)) return principal;
    if (isRefusal(principal)) return endpoint.auth[0] === 'basic' ? asUnverified(principal) : principal;
    run.principal = principal;
    if (principal.kind === 'none') return authorise(endpoint, principal, undefined, trace, baseUrl);
    if (principal.kind === 'visitor')
      return this.#count(run, endpoint, principal, applicableLimits(endpoint, 'visitor', planOf(undefined)));
    const { project_id, id: appId } = principal.app;
    const silent = state.platform.abuse_enabled ? abuse.silencedUntil(appId, now) : null;
    if (silent !== null) return close(run, silent);
    const plan = project_id === null ? undefined : state.tables.projects.must(project_id).plan;
    const limits = applicableLimits(endpoint, principal.kind, planOf(plan));
    const refusal = authorise(endpoint, principal, plan, trace, baseUrl);
    if (refusal) {
      if (plan) run.windows = windows.look(endpoint.id, limits, principals(principal), now);
      return refusal;
    }
    return this.#count(run, endpoint, principal, limits);
  }

  /** Authenticates the caller by the proof that the endpoint takes. */
  #prove(run: Run, { page, opens, auth }: Endpoint): Principal | Answer | Refusal {
    const { state, nonces, services } = this.parts;
    const { request, trace, now } = run;
    const callers = this.#callers!;
    if (page) return callers.visit({ request, query: run.url!.query, trace, now }, page, state, services);
    if (opens) return callers.openedBy(opens(run.params, services), trace);
    if (auth[0] === 'client') return callers.authenticateClient(request, state, trace);
    const takesRequestToken = auth.includes('requestToken');
    if ('asSigned' in request) {
      const url = splitUrl(request.asSigned.url);
      const signed = { ...request, ...request.asSigned };
      if (url) return authenticate({ request: signed, url, state, nonces, trace, now, takesRequestToken });
    }
    return authenticate({ request, url: run.url!, state, nonces, trace, now, takesRequestToken });
  }

  #count(
    run: Run,
    endpoint: Endpoint,
    principal: Exclude<Principal, { kind: 'none' }>,
    limits: readonly Limit[],
  ): Refusal | null {
    const { states, refusal } = countCall(endpoint, principal, limits, this.parts.windows, run);
    run.windows = states;
    run.isCounted = states.length > 0 && refusal === null;
    return refusal;
  }

  /** choice: abuse. */
  #noteAbuse(run: Run, appId: string): void {
    const { state, abuse, silence } = this.parts;
    if (state.platform.abuse_enabled && abuse.refused(appId, run.now)) silence(appId);
  }

  /** Validates and handles. */
  #serve(run: Run, release: ReleaseOutcome, endpoint: Endpoint): Outcome | Promise<Outcome> {
    const { validator, inputs } = this.#of(endpoint);
    const input = validator.validate(run.request, run.url!.query, run.params);
    if (isRefusal(input)) return this.#end(run, release, input);
    run.trace.passed('Validated', inputs, nowhereSaid);
    const populated = endpoint.needsNobody?.(input.query)
      ? null
      : this.parts.seedPopulation(endpoint.api.population);
    const handle = () =>
      this.#end(
        run,
        release,
        onceThere(() => this.#handle(run, endpoint, input)),
      );
    return populated ? this.#after(populated, run, release, handle) : handle();
  }

  #handle(run: Run, endpoint: Endpoint, input: Input): Answer | Refusal | Promise<Answer | Refusal> {
    const { services, state } = this.parts;
    const { trace, now } = run;
    const { byChoices } = this.#of(endpoint);
    const reads = state.reads;
    const { path, query, body } = input;
    const principal = run.principal!;
    const appId = 'app' in principal ? principal.app.id : null;
    const transact: Transact = (work) => state.transact(work, (changes) => run.changes.push(changes), appId);
    const foreign = endpoint.self === null ? null : notOneself(run.params[endpoint.self], principal);
    const given =
      foreign ??
      allOrNothing(run, () =>
        endpoint.handle(
          { principal, path, query, body, now, requestId: run.request.id ?? null, transact },
          services,
        ),
      );
    const finish = (answer: Answer | Refusal): Answer | Refusal => {
      const read = run.reads + state.reads - reads;
      trace.passed(
        'Handled',
        read === 0 ? 'without reading a row' : `with ${read} ${read === 1 ? 'row' : 'rows'} read`,
        byChoices,
      );
      if (!isAnswer(answer)) return answer;
      const shown = endpoint.api.errorBody === 'ads' ? echoed(answer, echoOf(run, query)) : answer;
      // choice: window — a HEAD charges nothing.
      return endpoint.after && run.request.method !== 'HEAD'
        ? endpoint.after(shown, { principal, now, transact }, services)
        : shown;
    };
    return given instanceof Promise ? given.then(finish) : finish(given);
  }

  #of(endpoint: Endpoint): Constants {
    let constants = this.#constants.get(endpoint);
    if (!constants) this.#constants.set(endpoint, (constants = constantsOf(endpoint)));
    return constants;
  }
}

/** Constants of an endpoint, made at its first call: its validator and the texts of its trace. */
interface Constants {
  readonly validator: Validator;
  readonly id: string;
  readonly inputs: string;
  readonly bySection: Source;
  /** The choices that the handler relies on. */
  readonly byChoices: Source;
  readonly byPage: Source;
}

const constantsOf = (endpoint: Endpoint): Constants => ({
  validator: new Validator(endpoint),
  id: `\`${endpoint.id}\``,
  inputs: inputsOf(endpoint),
  bySection: source([endpoint.section]),
  byChoices: source([], endpoint.choices),
  byPage: source([endpoint.section], endpoint.page?.choices),
});

/** A handler that is repeated once the rows it read are loaded must not have changed anything before. */
function allOrNothing<T>(run: Run, handle: () => T): T {
  try {
    return handle();
  } catch (error) {
    if (error instanceof NotYet && run.changes.length > 0)
      throw new Error(`${error.message}, and something was changed before`, { cause: error });
    throw error;
  }
}

function checkSizes({ url, body }: HttpRequest): Refusal | null {
  if (url.length > longestUrl)
    return refuse('urlTooLong', `the URL has ${url.length} bytes; at most ${longestUrl} are taken`);
  if (body && body.length > largestBody)
    return refuse('bodyTooLarge', `the body has ${body.length} bytes; at most ${largestBody} are taken`);
  return null;
}

/** choice: sizes — a body is taken only without a content encoding. */
function checkEncoding({ headers, body }: HttpRequest): Refusal | null {
  const encoding = body?.length ? header(headers, 'content-encoding') : undefined;
  if (encoding === undefined) return null;
  const message = `Unsupported content encoding ${clip(encoding)}: a body is sent as it is`;
  return refuse(
    'unsupportedMediaType',
    `the body has the content encoding \`${clip(encoding)}\`; none is taken`,
    { errors: [{ message }] },
  );
}

/** The parameters of a validated call, with their parsed values (choice: ads-envelope). */
function echoOf({ params, url }: Run, query: unknown): Readonly<Record<string, unknown>> {
  const values = isRecord(query) ? query : {};
  const names = decodeForm(url?.query ?? '').map(([name]) => name);
  return { ...params, ...Object.fromEntries(names.map((name) => [name, values[name]])) };
}

const echoed = (answer: Answer, params: Readonly<Record<string, unknown>>): Answer => ({
  ...answer,
  body: { request: { params }, ...(isRecord(answer.body) && answer.body) },
});

/** The path and query parameters as sent; for a repeated name, the last value. */
const parametersOf = ({ params, url }: Run): Readonly<Record<string, string>> => ({
  ...params,
  ...Object.fromEntries(decodeForm(url?.query ?? '')),
});

/** choice: methods — OPTIONS is answered with the allowed methods; any other method is refused with them. */
function otherMethod({ request, trace, now }: Run, allow: readonly string[]): Refusal | ResponseOutcome {
  const headers = [['allow', allow.join(', ')] as const];
  if (request.method !== 'OPTIONS')
    return refuse('methodNotAllowed', `${request.method.slice(0, 20)} is not one of ${allow.join(', ')}`, {
      headers,
    });
  trace.passed('Matched', `the path; it allows ${allow.join(', ')}`, byMethods);
  return { kind: 'response', status: 204, headers: [dateHeader(now), ...headers], body: new Uint8Array() };
}

/** Even the module of refusals could not be loaded: code 131, as for any other missing part. */
function unsaid(run: Run): Outcome {
  run.trace.add('refused', 'Refused', 'what the platform says to it could not be loaded', nowhereSaid);
  const body = () => utf8('{"errors":[{"code":131,"message":"Internal error"}]}');
  return finish(run, 500, [typeHeaders.json, dateHeader(run.now)], body);
}

function close({ trace }: Run, until: number): ClosedOutcome {
  const reason = `the App abused its limits and gets no response until ${toSecond(until)}`;
  trace.add('refused', 'Closed', reason, byAbuse);
  return { kind: 'closed', reason };
}

/** choice: o2-app-only — bad credentials at oauth2/token are 403 with code 99. */
const asUnverified = (refusal: Refusal): Refusal =>
  refusal.problem === 'appSuspended'
    ? refusal
    : refuse('credentialsUnverified', refusal.because, { members: { label: 'authenticity_token_error' } });

function inputsOf(endpoint: Endpoint): string {
  const parts = [
    ...Object.keys(endpoint.params).map((name) => `\`${name}\``),
    ...(Object.keys(endpoint.query).length > 0 ? ['the query'] : []),
    ...(endpoint.body ? ['the body'] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : 'nothing: the endpoint takes no input';
}
