/** What each step sends, and what it leaves for later steps. Pure. */
import { header, isResponse } from '../../../worker/api.ts';
import type { Credential, HttpRequest, PermissionLevel, Sent, World } from '../../../worker/api.ts';
import { credentialOf, given, pageUrl, parametersOf, proofSpec, requestTokenSpec, tokenSpec } from './app.ts';
import type { Memory } from './app.ts';
import { whyOf, whyRefused } from './breaks.ts';
import type { BreakId } from './breaks.ts';
import type { Flow, StepKind } from './flows.ts';
import { isRefusal, signedIn, stepKindOf } from './flow-steps.ts';
import type { FlowStep } from './flow-steps.ts';
import { build, specOf } from './request-spec.ts';
import type { Fresh, RequestSpec } from './request-spec.ts';

/** A run so far. */
export interface RunSoFar {
  readonly flow: Flow;
  readonly breaks: ReadonlySet<BreakId>;
  readonly steps: readonly FlowStep[];
  readonly memory: Memory;
}

export interface PreparedRequest {
  readonly request: HttpRequest;
  /** null if there is nothing to edit and send again. */
  readonly spec: RequestSpec | null;
}

/** The caller adds its place in the diagram. */
export type NewStep = Omit<FlowStep, 'id' | 'again'>;

const pagePaths = ['/oauth/authorize', '/oauth/authenticate', '/oauth2/authorize', '/2/oauth2/authorize'];

/** The App's request in this step. A replayed nonce comes with exactly the bytes of the step before. */
export function prepareRequest(kind: StepKind, soFar: RunSoFar, fresh: Fresh): PreparedRequest {
  const before = soFar.steps.at(-1);
  if (kind === 'replayed' && before?.spec) return before;
  const spec = specFor(kind, soFar, fresh);
  return { spec, request: build(spec, fresh) };
}

function specFor(
  kind: StepKind,
  { flow, breaks, steps, memory }: RunSoFar,
  { timestamp }: Fresh,
): RequestSpec {
  if (kind === 'request_token') return requestTokenSpec(memory, breaks, timestamp * 1000);
  if (kind === 'proof') return proofSpec(flow, memory);
  const first = kind === 'twice' ? steps.findLast((step) => step.kind === 'token')?.spec : null;
  return first ?? tokenSpec(flow, memory, breaks);
}

/** The App sends the browser to the platform's page. */
export function redirectStep({ flow, breaks, memory }: RunSoFar): NewStep {
  const request = { method: '302', url: pageUrl(flow, memory, breaks), headers: [] };
  return { kind: 'redirect', request, sent: null, spec: null, why: null };
}

const problemOf = ({ exchange }: Sent): string | null =>
  exchange.trace.findLast(({ problem }) => problem !== undefined)?.problem ?? null;

/** The App's exchange, and why it was refused, if it was. */
export function sentStep(
  kind: StepKind,
  { request, spec }: PreparedRequest,
  sent: Sent,
  soFar: RunSoFar,
): NewStep {
  const why = isRefusal(sent) ? whyRefused(kind, soFar.flow, soFar.breaks, problemOf(sent)) : null;
  return { kind, request, sent, spec, why };
}

/** Whether an address is one of the platform's pages that belong to flows. */
export const isFlowPage = (url: string, baseUrl: string): boolean =>
  url.startsWith(baseUrl) && pagePaths.includes(url.slice(baseUrl.length).replace(/\?.*$/s, ''));

/** An exchange of the browser with the platform's pages; null for other addresses of the platform. */
export function pageStep(request: HttpRequest, sent: Sent, baseUrl: string, soFar: RunSoFar): NewStep | null {
  if (!isFlowPage(request.url, baseUrl)) return null;
  return sentStep(stepKindOf(request), { request, spec: specOf(request) }, sent, soFar);
}

/** The browser's return to the App: what it carries, and why the flow ends there, if it does. */
export function returnStep(request: HttpRequest, soFar: RunSoFar): NewStep {
  return { kind: 'return', request, sent: null, spec: null, why: whyReturned(request, soFar) };
}

function whyReturned({ url }: HttpRequest, { flow, breaks, memory }: RunSoFar): string | null {
  const { oauth_verifier, code, state, error } = parametersOf(url);
  if (!flow.isOAuth1 && state !== memory.state) return whyOf('state', flow);
  if (oauth_verifier || code) return null;
  return error && error !== 'access_denied' ? whyRefused('open', flow, breaks, null) : whyOf('deny', flow);
}

/** What the App remembers from the address that the browser returned to. */
export function rememberReturn({ url }: HttpRequest, memory: Memory): Memory {
  const { oauth_verifier, code } = parametersOf(url);
  return { ...memory, ...(oauth_verifier && { oauth_verifier }), ...(code && { code }) };
}

/** What the App remembers from an answer. */
export const rememberAnswer = (kind: StepKind, sent: Sent, memory: Memory): Memory =>
  kind === 'request_token' || kind === 'token' ? { ...memory, ...given(sent) } : memory;

/** The token of the exchange, as the vault keeps it; null before the exchange. The proof shows its permission level. */
export function tokenOf({ flow, steps, memory }: RunSoFar, { apps, users }: World): Credential | null {
  const answer = answerOf('token', steps);
  if (!answer) return null;
  const got = given(answer);
  const username = got['screen_name'] ?? signedIn(steps) ?? memory.username;
  const userId = got['user_id'] ?? users.find((each) => each.username === username)?.id ?? '';
  const level = levelOf(answerOf('proof', steps));
  const permission = level ?? apps.find(({ id }) => id === memory.appId)?.permission ?? 'read';
  return credentialOf(flow, memory, answer, { userId, username, permission });
}

/** The last successful answer to this step. */
function answerOf(kind: StepKind, steps: readonly FlowStep[]): Sent | null {
  const step = steps.findLast((each) => each.kind === kind);
  const answers = [step?.sent, ...(step?.again ?? []).map(({ sent }) => sent)];
  return answers.findLast((sent) => sent && !isRefusal(sent)) ?? null;
}

const levelOf = (proof: Sent | null): PermissionLevel | undefined =>
  proof && isResponse(proof.outcome)
    ? (header(proof.outcome.headers, 'svc-access-level') as PermissionLevel | undefined)
    : undefined;
