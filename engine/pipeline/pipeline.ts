/**
 * What happens to a request, in order: match, authenticate, authorise, limit, validate, handle. Every step leaves
 * a line in the trace; the platform commits what changed and releases the answer.
 */
import { authenticate } from '../auth/authenticate.ts';
import { authorise } from '../auth/authorise.ts';
import { openedBy } from '../auth/address.ts';
import { authenticateClient } from '../auth/client.ts';
import type { Nonces } from '../auth/nonces.ts';
import type { Principal } from '../declaration/principal.ts';
import { pageParameters, sessionOf } from '../auth/session.ts';
import { isAnswer } from '../declaration/endpoint.ts';
import type { Answer, Endpoint, PageSpec, Transact } from '../declaration/endpoint.ts';
import { Addresses } from './addresses.ts';
import type { Address, Site } from './addresses.ts';
import type { Endpoints } from './endpoints.ts';
import { routeFor } from './endpoints.ts';
import { decodeForm } from '../http/encoding.ts';
import { header } from '../http/messages.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { ClosedOutcome, Outcome, ResponseOutcome } from '../http/outcome.ts';
import { clip, isRefusal, problems, refuse } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';
import { dateHeader, respond, respondRefused } from './respond.ts';
import { allowed } from './router.ts';
import { splitUrl } from '../http/url.ts';
import { Validator } from './validate.ts';
import type { Input } from './validate.ts';
import type { Abuse } from '../limits/abuse.ts';
import { applicableLimits, planOf, principals } from '../limits/apply.ts';
import { countCall } from '../limits/count.ts';
import type { Windows } from '../limits/windows.ts';
import type { Limit } from '../spec/limits.ts';
import { startRun } from './run.ts';
import type { Run } from './run.ts';
import type { Services } from '../declaration/services.ts';
import type { State } from '../state/state.ts';
import { toSecond } from '../state/clock.ts';
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
  readonly windows: Windows;
  readonly nonces: Nonces;
  readonly abuse: Abuse;
  readonly elapsed: () => number;
  /** Tells an App's owner that it got silent (choice: abuse). */
  readonly silence: (appId: string) => void;
  /** Lets those move in whom the scenario still owes; null when it owes nobody. */
  readonly populate: () => Promise<void> | null;
}

type Decision = Answer | Refusal | ClosedOutcome | ResponseOutcome;

const byMethods = source([], ['methods']);
const byAbuse = source(['8.1'], ['abuse']);
const byPages = source(['4.1'], ['o1-pages']);

export class Pipeline {
  #addresses: Addresses;
  /** Whether the addresses are those of every family. */
  #isWhole: boolean;
  readonly #constants = new Map<Endpoint, Constants>();

  constructor(private readonly parts: Parts) {
    this.#isWhole = parts.endpoints.isWhole;
    this.#addresses = new Addresses(parts.sites, parts.endpoints.routes);
  }

  start(request: HttpRequest): Run {
    return startRun(request, new Trace(this.parts.elapsed), this.parts.state.now());
  }

  /**
   * The outcome of a call; synchronous unless its handler is not, or its family or the routes have to be loaded first.
   * Exceptions are our bugs: code 131.
   */
  run(run: Run): Outcome | Promise<Outcome> {
    try {
      const decided = this.#decide(run);
      if (!(decided instanceof Promise)) return this.#respond(run, decided);
      return decided.then(
        (answer) => this.#respond(run, answer),
        (error: unknown) => this.fail(run, error),
      );
    } catch (error) {
      return this.fail(run, error);
    }
  }

  fail(run: Run, error: unknown): Outcome {
    const cause = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return this.#refused(run, refuse('internalError', `this is a fault of the platform: ${cause}`));
  }

  #decide(run: Run): Decision | Promise<Decision> {
    if (!this.#isWhole && !this.#addresses.settles(run.request))
      return this.#learn().then(() => this.#decide(run));
    const ended = this.#match(run);
    if (ended) return ended;
    const { id } = run.route!;
    const endpoint = this.parts.endpoints.at(id);
    if (endpoint) return this.#proceed(run, endpoint);
    return this.parts.endpoints.load(id).then((loaded) => this.#proceed(run, loaded!));
  }

  async #learn(): Promise<void> {
    const { endpoints, sites } = this.parts;
    await endpoints.learn();
    if (this.#isWhole) return;
    this.#addresses = new Addresses(sites, endpoints.routes);
    this.#isWhole = true;
  }

  #proceed(run: Run, endpoint: Endpoint): Decision | Promise<Decision> {
    run.endpoint = endpoint;
    const { id, bySection } = this.#of(endpoint);
    run.trace.passed('Matched', id, bySection);
    // Whoever is still to move in may have been given the address.
    const populated = endpoint.opens && this.parts.populate();
    return populated ? populated.then(() => this.#attend(run, endpoint)) : this.#attend(run, endpoint);
  }

  #attend(run: Run, endpoint: Endpoint): Decision | Promise<Decision> {
    return this.#admit(run, endpoint) ?? this.#serve(run, endpoint);
  }

  #respond(run: Run, decision: Decision): Outcome {
    if (!isAnswer(decision)) return decision.kind === 'refusal' ? this.#refused(run, decision) : decision;
    const { because } = decision;
    if (because !== undefined) run.trace.add('refused', 'Refused', because, this.#of(run.endpoint!).byPage);
    return respond(run, decision, this.parts.baseUrl);
  }

  #refused(run: Run, refusal: Refusal): Outcome {
    const api = run.route?.api ?? this.#addresses.apiOf(run.url);
    const parameters = api.errorBody === 'ads' ? parametersOf(run) : {};
    return respondRefused(run, refusal, { api, baseUrl: this.parts.baseUrl, parameters });
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
          ? `the call came by ${url.scheme}; OAuth endpoints are served by ${site.base.scheme} alone`
          : `the call came by ${url.scheme} with credentials in it; they travel by ${site.base.scheme} alone`,
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
    const plan = project_id === null ? undefined : state.tables.projects.get(project_id)!.plan;
    const limits = applicableLimits(endpoint, principal.kind, planOf(plan));
    const refusal = authorise(endpoint, principal, plan, trace, baseUrl);
    if (refusal) {
      if (plan) run.windows = windows.look(endpoint.id, limits, principals(principal), now);
      return refusal;
    }
    const exceeded = this.#count(run, endpoint, principal, limits);
    if (exceeded?.problem === 'rateLimitExceeded') this.#noteAbuse(run, appId);
    return exceeded;
  }

  /** Who calls, by what the endpoint takes as a proof. */
  #prove(run: Run, { page, opens, auth }: Endpoint): Principal | Answer | Refusal {
    const { state, nonces, services } = this.parts;
    const { request, trace, now } = run;
    if (page) return this.#visit(run, page);
    if (opens) return openedBy(opens(run.params, services), trace);
    if (auth[0] === 'client') return authenticateClient(request, state, trace);
    const takesRequestToken = auth.includes('requestToken');
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
    return refusal;
  }

  /** Who opens a page of the platform: proved by a cookie alone, if at all; or the page for when no App asks. */
  #visit({ request, url, trace, now }: Run, page: PageSpec): Principal | Answer | Refusal {
    const { state, services } = this.parts;
    const parameters = pageParameters(request, url!.query);
    if (isRefusal(parameters)) return parameters;
    const app = page.appOf?.(parameters, services, now);
    if (app && isAnswer(app)) return app;
    const session = sessionOf(request, state, now);
    const user = session?.user_id ? state.tables.users.get(session.user_id)! : null;
    trace.passed(
      'Visited',
      user ? `by \`@${user.username}\`, signed in` : 'by somebody who is not signed in',
      byPages,
    );
    const visitor = { session, user, parameters };
    return app ? { kind: 'session', app, ...visitor } : { kind: 'visitor', ...visitor };
  }

  /** choice: abuse. */
  #noteAbuse(run: Run, appId: string): void {
    const { state, abuse, silence } = this.parts;
    if (state.platform.abuse_enabled && abuse.refused(appId, run.now)) silence(appId);
  }

  /** Validates and handles. */
  #serve(run: Run, endpoint: Endpoint): Answer | Refusal | Promise<Answer | Refusal> {
    const { validator, inputs } = this.#of(endpoint);
    const input = validator.validate(run.request, run.url!.query, run.params);
    if ('kind' in input) return input;
    run.trace.passed('Validated', inputs, nowhereSaid);
    const populated = endpoint.needsNobody?.(input.query) ? null : this.parts.populate();
    return populated
      ? populated.then(() => this.#handle(run, endpoint, input))
      : this.#handle(run, endpoint, input);
  }

  #handle(run: Run, endpoint: Endpoint, input: Input): Answer | Refusal | Promise<Answer | Refusal> {
    const { services, state } = this.parts;
    const { trace, now } = run;
    const { byChoices } = this.#of(endpoint);
    const reads = state.reads;
    const { path, query, body } = input;
    const transact: Transact = (work) => state.transact(work, (changes) => run.changes.push(changes));
    const principal = run.principal!;
    const given = endpoint.handle({ principal, path, query, body, now, transact }, services);
    const finish = (answer: Answer | Refusal): Answer | Refusal => {
      const read = state.reads - reads;
      trace.passed(
        'Handled',
        read === 0 ? 'without reading a row' : `with ${read} ${read === 1 ? 'row' : 'rows'} read`,
        byChoices,
      );
      if (!endpoint.after || !isAnswer(answer)) return answer;
      return endpoint.after(answer, { principal, now, transact }, services);
    };
    return given instanceof Promise ? given.then(finish) : finish(given);
  }

  #of(endpoint: Endpoint): Constants {
    let constants = this.#constants.get(endpoint);
    if (!constants) this.#constants.set(endpoint, (constants = constantsOf(endpoint)));
    return constants;
  }
}

/** What is the same in every call of an endpoint, made at its first: its validator, and the words of its trace. */
interface Constants {
  readonly validator: Validator;
  readonly id: string;
  readonly inputs: string;
  readonly bySection: Source;
  /** What the handler assumes. */
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

function checkSizes({ url, body }: HttpRequest): Refusal | null {
  if (url.length > longestUrl)
    return refuse('urlTooLong', `the URL has ${url.length} bytes; at most ${longestUrl} are taken`);
  if (body && body.length > largestBody)
    return refuse('bodyTooLarge', `the body has ${body.length} bytes; at most ${largestBody} are taken`);
  return null;
}

/** choice: sizes — a body comes as it is. */
function checkEncoding({ headers, body }: HttpRequest): Refusal | null {
  const encoding = body?.length ? header(headers, 'content-encoding') : undefined;
  if (encoding === undefined) return null;
  const message = `Unsupported content encoding ${clip(encoding)}: a body is sent as it is`;
  return refuse(
    'unsupportedMediaType',
    `the body has the content encoding \`${clip(encoding)}\`; none is taken`,
    { errors: [{ code: problems.unsupportedMediaType.code, message }] },
  );
}

/** What the call gave in its path and its query, as it was sent; of a repeated name the last. */
const parametersOf = ({ params, url }: Run): Readonly<Record<string, string>> => ({
  ...params,
  ...Object.fromEntries(decodeForm(url?.query ?? '')),
});

/** choice: methods — OPTIONS answers what the path allows, any other method is refused with it. */
function otherMethod({ request, trace, now }: Run, allow: readonly string[]): Refusal | ResponseOutcome {
  const headers = [['allow', allow.join(', ')] as const];
  if (request.method !== 'OPTIONS')
    return refuse('methodNotAllowed', `${request.method.slice(0, 20)} is not one of ${allow.join(', ')}`, {
      headers,
    });
  trace.passed('Matched', `the path; it allows ${allow.join(', ')}`, byMethods);
  return { kind: 'response', status: 204, headers: [dateHeader(now), ...headers], body: new Uint8Array() };
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
